// The page's state and everything that can be done to it. Only this file writes it; panels and the stage
// read it, listen to its topics and call its methods. Nobody else keeps state that two of them need.

import type { AlgorithmInfo } from "wayline";
import type { Wayline } from "wayline/client";
import { EngineFailure, Session, type Source } from "./engine/session";
import { Solver } from "./engine/solver";
import type { FieldView } from "./field/view";
import { History } from "./map/history";
import { type Edit, MapModel, onlyDanger, type Paint } from "./map/model";
import { Notices } from "./notices";
import { MOST_PANES, type Options, Pane } from "./pane";
import { Player, type StepUnit } from "./player/player";
import { NONE, type Timeline } from "./player/timeline";
import { View } from "./render/view";
import type { Trace } from "./share/posthoc";
import { traceAnswer } from "./share/posthoc-read";
import { type Brush, DEFAULT_LAYERS, type Ends, type Layer, type Made, type Tool } from "./state";
import { Predictions } from "./study/predict";
import { summaryOf } from "./summary";
import type { Topic } from "./topics";
import type { Unit } from "./unit/unit";
import { say } from "./words";

export { type Brush, DEFAULT_LAYERS, type Ends, type Layer, type Made, type Tool } from "./state";

export class App extends Notices {
  readonly view = new View(() => this.topics.tell("view"));
  readonly history = new History();
  readonly player = new Player((position) => this.#moveTo(position));
  readonly solver = new Solver(this);
  readonly predictions = new Predictions(this);

  #map = new MapModel(1, 1);
  #hilly = false;
  #made: Made | null = null;
  #ends: Ends | null = null;
  #panes: Pane[] = [new Pane({})];
  #chosen = 0;
  #layers = new Set(DEFAULT_LAYERS);
  #tool: Tool = "move";
  #brush: Brush = { size: 1, multiplier: 3, danger: 5, kind: "wall" };
  #cursor = NONE;
  #keyboard = false;
  #unit: Unit | null = null;
  #field: FieldView | null = null;
  #animate = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  #busy = false;
  #lesson: string | null = null;

  #speedChosen = false;
  /** Where one was on the time line; at its end, at that of the next, too. */
  #resumeAt = Infinity;
  /** What was painted last was danger, and nothing else. */
  #onlyDanger = false;
  /** The next answer is shown from its beginning. */
  #replay = false;
  /** The step of the next answer that is shown; null: where one is. */
  #step: number | null = null;
  readonly #touched = new WeakMap<Timeline, { first: number; end: number }>();

  private constructor(readonly session: Session) {
    super();
  }

  /** `engine` opens one, where it is not beside the page. */
  static async open(engine?: () => Promise<Wayline>): Promise<App> {
    return new App(await Session.open(engine));
  }

  // --- what everybody may read

  get map(): MapModel {
    return this.#map;
  }
  /** The map has elevations, so that going uphill may cost. */
  get hilly(): boolean {
    return this.#hilly;
  }
  get made(): Made | null {
    return this.#made;
  }
  get ends(): Ends | null {
    return this.#ends;
  }
  get panes(): readonly Pane[] {
    return this.#panes;
  }
  /** The number of the chosen search among those compared. */
  get chosen(): number {
    return this.#chosen;
  }
  get pane(): Pane {
    return this.#panes[this.#chosen];
  }
  get layers(): ReadonlySet<Layer> {
    return this.#layers;
  }
  get tool(): Tool {
    return this.#tool;
  }
  get brush(): Brush {
    return this.#brush;
  }
  /** The cell under the pointer or the keyboard's cursor. */
  get cursor(): number {
    return this.#cursor;
  }
  /** The keyboard's cursor is shown once keys are used. */
  get keyboard(): boolean {
    return this.#keyboard;
  }
  get unit(): Unit | null {
    return this.#unit;
  }
  /** What a field shows over the map, once one was asked for. */
  get field(): FieldView | null {
    return this.#field;
  }
  /** New searches are shown from their beginning. */
  get animate(): boolean {
    return this.#animate;
  }
  get busy(): boolean {
    return this.#busy;
  }
  get lesson(): string | null {
    return this.#lesson;
  }
  algorithm(name: string | undefined): AlgorithmInfo | undefined {
    return this.session.registry.algorithms.find((known) => known.name === name);
  }
  /** What the time line shows: of a body's search, or the longest of those compared. */
  get timelines(): Timeline[] {
    const all = this.unit ? [this.unit.timeline] : this.panes.map((pane) => pane.timeline);
    return all.filter((timeline): timeline is Timeline => timeline !== null);
  }

  // --- the map

  /** Opens a map. On an error everything stays as it was. */
  async load(source: Source, ends: Ends | null = null): Promise<void> {
    await this.solver.interrupt();
    const loaded = await this.session.load(source);
    this.player.pause();
    // In one turn, so that no edit comes between the two.
    this.session.adopt(loaded);
    this.#map = loaded.model;
    const { blocked, multipliers } = loaded.model;
    this.#made =
      "spec" in source ? { spec: source.spec, blocked: blocked.slice(), multipliers: multipliers.slice() } : null;
    this.#hilly = loaded.elevations.length > 0;
    this.#ends = ends ?? ("spec" in source ? fromLeft(loaded.ends, this.#map.width) : loaded.ends);
    this.history.clear();
    this.#cursor = NONE;
    this.#lesson = null;
    this.#forget();
    this.view.fit(this.#map.width, this.#map.height);
    let problem: unknown = null;
    await this.#unit?.remake().catch((error: unknown) => {
      this.placeUnit(null);
      problem = error;
    });
    this.#mapChanged("ends", "answer", "cursor", "lesson");
    if (problem) this.complain(problem);
  }

  /** Paints cells as a link describes them. */
  async applyChanges(changes: {
    cells: Uint32Array;
    blocked: Uint8Array;
    multipliers: Float32Array | null;
  }): Promise<void> {
    const { map } = this;
    const edit: Edit = {
      cells: changes.cells,
      blockedBefore: Uint8Array.from(changes.cells, (cell) => map.blocked[cell]),
      blockedAfter: changes.blocked,
      multiplierBefore: Float32Array.from(changes.cells, (cell) => map.multipliers[cell]),
      multiplierAfter: changes.multipliers ?? Float32Array.from(changes.cells, (cell) => map.multipliers[cell]),
      dangerBefore: Uint8Array.from(changes.cells, (cell) => map.danger[cell]),
      dangerAfter: Uint8Array.from(changes.cells, (cell) => map.danger[cell]),
    };
    map.apply(edit);
    await this.session.edit(map, edit);
    await this.#unit?.edited();
    this.#mapChanged();
  }
  /** Cells that are dangerous, as a link has them. */
  applyDanger(cells: Uint32Array, danger: Uint8Array): void {
    for (const value of new Set(danger)) {
      const those = cells.filter((_, index) => danger[index] === value);
      this.history.paint(this.#map, those, { kind: "danger", danger: value });
    }
    this.history.clear();
    this.#mapChanged();
  }
  beginStroke(): void {
    this.#onlyDanger = false;
    this.history.begin();
  }
  paint(cells: Uint32Array, paint: Paint): void {
    // Start and goal stay free: a wall there would only end every search.
    const kept: readonly number[] = (paint.kind === "wall" && !this.#unit && this.#ends) || [];
    const open = cells.filter((cell) => !kept.includes(cell));
    const edit = this.history.paint(this.#map, open, paint);
    if (edit.cells.length > 0) this.#edited(edit, false, true);
  }
  endStroke(): void {
    this.history.commit();
    if (!this.#ends && this.#map.freeCells > 0) {
      this.#ends = [this.#map.blocked.indexOf(0), this.#map.blocked.lastIndexOf(0)];
      this.topics.tell("ends");
    }
    // A stroke of danger alone asks nothing of the searches.
    if (!this.#onlyDanger) this.solver.ask();
    this.#mapChanged();
  }
  undo(): void {
    const edit = this.history.undo(this.#map);
    if (edit) this.#edited(edit, true);
    this.announce(edit ? say("page.undone") : say("page.nothingToUndo"));
  }
  redo(): void {
    const edit = this.history.redo(this.#map);
    if (edit) this.#edited(edit, false);
    this.announce(edit ? say("page.redone") : say("page.nothingToRedo"));
  }
  /** What was wrong before is past. */
  #mapChanged(...more: Topic[]): void {
    this.dismissComplaint();
    this.topics.tell("map", ...more);
  }
  #edited(edit: Edit, undone: boolean, live = false): void {
    this.#mapChanged();
    // What is dangerous is not the searches' business.
    this.#onlyDanger = onlyDanger(edit);
    if (this.#onlyDanger) return;
    void this.session.edit(this.#map, edit, undone);
    void this.#unit?.edited();
    this.solver.ask(live);
  }
  async resize(width: number, height: number): Promise<void> {
    const inside = (cell: number) => {
      const [x, y] = [cell % this.#map.width, Math.floor(cell / this.#map.width)];
      return x < width && y < height ? y * width + x : null;
    };
    const [from, to] = this.#ends ? this.#ends.map(inside) : [null, null];
    await this.attempt(async () => {
      await this.load({ resized: [width, height] }, from != null && to != null ? [from, to] : null);
      this.search();
    });
  }

  /** Opens a map and searches it; what is wrong is reported. */
  async open(source: Source): Promise<void> {
    await this.attempt(async () => {
      await this.load(source);
      this.search();
    });
  }
  /** Runs what may fail on what a user gave; the failure is reported, and nothing else happens. */
  async attempt<T>(act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act();
    } catch (error) {
      this.complain(error);
      if (error instanceof EngineFailure) await this.restart();
      return undefined;
    }
  }
  /** A new worker with the same map, and the unit in it. */
  async restart(): Promise<void> {
    await this.session.restart(this.#map);
    await this.#unit?.remake();
  }

  // --- the question

  /** Both ends at once; nothing is searched yet. */
  setEnds(ends: Ends): void {
    this.#ends = ends;
    this.topics.tell("ends");
  }
  /** Moves an end while it is dragged: the path follows. */
  dragEnd(which: 0 | 1, cell: number): void {
    if (this.#ends?.[which] === cell) return;
    this.#moveEnd(which, cell);
    this.solver.ask(true);
  }
  /** Puts an end somewhere and searches. */
  setEnd(which: 0 | 1, cell: number): void {
    this.#moveEnd(which, cell);
    this.search();
  }
  #moveEnd(which: 0 | 1, cell: number): void {
    const [start, goal] = this.#ends ?? [cell, cell];
    if (which === 0) this.#unit?.startMoved();
    this.setEnds(which === 0 ? [cell, goal] : [start, cell]);
  }
  setOptions(patch: Partial<Options>, pane = this.pane): void {
    pane.change(patch);
    this.#lesson = null;
    this.topics.tell("options", "lesson");
    this.solver.ask();
  }
  addPane(options?: Options): void {
    if (this.#panes.length >= MOST_PANES) return;
    this.#panes.push(new Pane(options ?? this.#unlike()));
    this.#chosen = this.#panes.length - 1;
    this.topics.tell("panes", "options");
    this.solver.ask();
  }
  removePane(index: number): void {
    if (this.#panes.length === 1) return;
    this.#panes.splice(index, 1);
    if (index < this.#chosen) this.#chosen--;
    this.choosePane(Math.min(this.#chosen, this.#panes.length - 1));
    this.solver.ask();
  }
  setPanes(all: Options[]): void {
    this.#panes = all.slice(0, MOST_PANES).map((options) => new Pane(options));
    this.#chosen = 0;
    this.topics.tell("panes", "options");
  }
  choosePane(index: number): void {
    this.#chosen = index;
    this.topics.tell("panes", "options", "position");
  }
  /** What is worth seeing beside the searches there are: the first well-known one that is not there yet. */
  #unlike(): Options {
    const there = new Set(this.#panes.map((pane) => pane.options.algorithm));
    const next = ["astar", "dijkstra", "jps", "greedy", "bidirectional"].find((name) => !there.has(name)) ?? "astar";
    return { ...this.pane.options, algorithm: next };
  }

  // --- answers and time

  /** Searches, and shows it from the beginning if it is to be animated. */
  search(): void {
    this.#replay = true;
    this.solver.ask();
  }

  /** Called by the solver when answers are there; `live`: others will follow at once. */
  answered(live: boolean): void {
    // In the middle of a search, the position is kept: also while something is dragged over a map so large that
    // nothing is recorded meanwhile.
    if (this.player.length > 0) this.#resumeAt = this.player.at < this.player.length ? this.player.at : Infinity;
    this.player.setTimelines(this.timelines);
    const { length } = this.player;
    const replay = this.#replay && !live && length > 0 && this.#animate;
    if (!live) this.#replay = false;
    if (!this.#speedChosen && length > 0) this.player.setSpeed(Math.max(20, length / 4));
    this.player.seek(replay ? 0 : Math.min(this.#step ?? this.#resumeAt, length));
    if (!live) this.#step = null;
    if (replay) this.player.play();
    this.topics.tell("answer", "position");
    if (!live) this.announce(summaryOf(this));
  }
  #moveTo(at: number): void {
    for (const timeline of this.timelines) {
      const { first, end } = timeline.seek(this.player.positionIn(timeline, at));
      const before = this.takeTouched(timeline);
      this.#touched.set(timeline, { first: Math.min(first, before.first), end: Math.max(end, before.end) });
    }
    this.topics.tell("position");
  }
  /** Which nodes changed since this was asked last. */
  takeTouched(timeline: Timeline): { first: number; end: number } {
    const touched = this.#touched.get(timeline) ?? { first: Infinity, end: 0 };
    this.#touched.delete(timeline);
    return touched;
  }
  chooseSpeed(speed: number): void {
    this.#speedChosen = true;
    this.player.setSpeed(speed);
    this.topics.tell("position");
  }
  /** Steps and speed are counted in events, or in expansions. */
  countBy(by: StepUnit): void {
    this.player.countBy(by);
    this.topics.tell("position");
  }
  #forget(): void {
    for (const pane of this.#panes) pane.forget();
    this.#resumeAt = Infinity;
    this.player.setTimelines([]);
  }
  /** Stops a search that takes too long. */
  async stopSearch(): Promise<void> {
    this.setBusy(false);
    await this.restart();
    this.#unit?.stopped();
    this.topics.tell("answer");
    this.announce(say("page.theSearchWasStopped"));
  }

  /** Searches, and shows a particular step of it; null shows it from the beginning. */
  showAt(step: number | null): void {
    if (step === null) this.search();
    else {
      this.#step = step;
      this.solver.ask();
    }
  }
  /** Shows searches that were recorded elsewhere, beside each other. */
  showTraces(recorded: readonly { timeline: Timeline; trace: Trace; name: string }[]): void {
    this.#unit?.close();
    this.#unit = null;
    const { options } = this.pane;
    this.setPanes(recorded.map(() => options));
    for (const [index, { timeline, trace, name }] of recorded.entries()) {
      this.#ends = [trace.from, trace.to];
      timeline.seek(timeline.length);
      this.#panes[index].take(traceAnswer(timeline, trace, name), timeline);
    }
    this.#replay = true;
    this.topics.tell("ends", "unit");
    this.answered(false);
  }

  // --- the rest

  /** Another unit, and its path: played if the one before was. */
  setUnit(unit: Unit | null): void {
    this.#replay ||= this.player.playing;
    this.placeUnit(unit);
    this.solver.ask();
  }
  /** The same; nothing is searched yet. */
  placeUnit(unit: Unit | null): void {
    this.#unit?.close();
    this.#unit = unit;
    this.player.pause();
    // What was recorded of the unit before is not this one's: no position in it is kept.
    this.#resumeAt = Infinity;
    this.player.setTimelines([]);
    this.topics.tell("unit", "panes", "answer", "position");
  }
  /** What the field shows has changed. */
  showField(field: FieldView): void {
    this.#field = field;
    this.topics.tell("field");
  }
  setTool(tool: Tool): void {
    this.#tool = tool;
    if (tool === "wall" || tool === "free" || tool === "ground" || tool === "danger")
      this.#brush = { ...this.#brush, kind: tool };
    this.topics.tell("tool");
  }
  setBrush(patch: Partial<Pick<Brush, "size" | "multiplier" | "danger">>): void {
    this.#brush = { ...this.#brush, ...patch };
    this.topics.tell("tool");
  }
  setLayers(layers: Iterable<Layer>): void {
    this.#layers = new Set(layers);
    this.topics.tell("layers");
  }
  toggle(layer: Layer, on = !this.#layers.has(layer)): void {
    // Of the three values one at most is shown as heat.
    if (on && (layer === "g" || layer === "h" || layer === "f"))
      for (const heat of ["g", "h", "f"] as const) this.#layers.delete(heat);
    if (on) this.#layers.add(layer);
    else this.#layers.delete(layer);
    this.topics.tell("layers");
  }
  setLesson(name: string | null): void {
    this.#lesson = name;
    this.topics.tell("lesson");
  }
  setAnimate(animate: boolean): void {
    this.#animate = animate;
    this.topics.tell("animate");
  }
  setCursor(cell: number, keyboard: boolean): void {
    if (cell === this.#cursor && keyboard === this.#keyboard) return;
    this.#cursor = cell;
    this.#keyboard = keyboard;
    this.topics.tell("cursor");
  }
  setBusy(busy: boolean): void {
    if (busy === this.#busy) return;
    this.#busy = busy;
    this.topics.tell("busy");
  }
}

/** Generated maps are read from left to right. */
function fromLeft(ends: [number, number] | null, width: number): [number, number] | null {
  return ends && ends[0] % width > ends[1] % width ? [ends[1], ends[0]] : ends;
}
