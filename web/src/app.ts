// The page's state and everything that can be done to it. Panels and the stage read it and listen;
// nobody else keeps state that two of them need.
import type { AlgorithmInfo, Answer, SolveOptions } from "wayline";
import { EngineFailure, Session, type Source } from "./engine/session";
import { Solver } from "./engine/solver";
import { History } from "./map/history";
import { type Edit, MapModel, type Paint } from "./map/model";
import { inspect } from "./panels/inspector";
import { Player } from "./player/player";
import { NONE, type Timeline } from "./player/timeline";
import type { Shown } from "./render/codes";
import type { Scene } from "./render/overlay";
import type { Stage } from "./render/stage";
import { View } from "./render/view";
import type { Trace } from "./share/posthoc";
import { Topics } from "./topics";
import type { Unit } from "./unit/unit";

export type Layer = "open" | "closed" | "g" | "h" | "f" | "parents" | "jumps" | "learnt" | "values" | "grid";
export type Tool = "move" | "wall" | "free" | "ground" | "rectangle" | "fill" | "pan";

/** The options of a search that the page sets: ends and limits are asked for by the solver. */
export type Options = Pick<
  SolveOptions,
  "algorithm" | "heuristic" | "open" | "corners" | "moves" | "ties" | "weight" | "uphill" | "stepCosts" | "closest"
>;

export const DEFAULT_OPTIONS: Options = {
  algorithm: "astar",
  heuristic: "auto",
  open: "heap",
  corners: "never",
  moves: 8,
  ties: "newest",
  weight: 1.5,
  uphill: 0,
  stepCosts: "exact",
  closest: false,
};

/** One search among those compared. */
export class Pane {
  answer: Answer | null = null;
  timeline: Timeline | null = null;
  error: string | null = null;

  constructor(public options: Options) {}

  take(answer: Answer, timeline: Timeline | null): void {
    Object.assign(this, { answer, timeline, error: null });
  }
  fail(error: string): void {
    Object.assign(this, { answer: null, timeline: null, error });
  }
}

export const MOST_PANES = 4;

export class App {
  readonly topics = new Topics();
  readonly view = new View(() => this.topics.tell("view"));
  readonly history = new History();
  readonly player = new Player((position) => this.#moveTo(position));
  readonly solver = new Solver(this);

  map = new MapModel(1, 1);
  /** It has elevations, so that going uphill may cost. */
  hilly = false;
  /** What a generator made, before anything was painted. */
  made: { spec: string; blocked: Uint8Array; multipliers: Float32Array } | null = null;
  ends: [number, number] | null = null;
  panes: Pane[] = [new Pane({ ...DEFAULT_OPTIONS })];
  chosen = 0;
  layers = new Set<Layer>(["open", "closed", "learnt", "grid"]);
  tool: Tool = "move";
  /** What boxes and fills paint is what was painted last. */
  brush = { size: 1, multiplier: 3, kind: "wall" as "wall" | "free" | "ground" };
  /** The cell under the pointer or the keyboard's cursor. */
  cursor = NONE;
  /** The keyboard's cursor is shown once keys are used. */
  keyboard = false;
  unit: Unit | null = null;
  animate = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  busy = false;
  /** What is to be said aloud, and shown below the map. */
  message = "";
  lesson: string | null = null;
  #speedChosen = false;
  #announce: (text: string) => void = () => {};

  private constructor(readonly session: Session) {}

  static async open(): Promise<App> {
    return new App(await Session.open());
  }

  get pane(): Pane {
    return this.panes[this.chosen]!;
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
  async load(source: Source, ends: [number, number] | null = null): Promise<void> {
    await this.solver.interrupt();
    const loaded = await this.session.load(source);
    this.player.pause();
    // In one turn, so that no edit comes between the two.
    this.session.adopt(loaded);
    this.map = loaded.model;
    const { blocked, multipliers } = loaded.model;
    this.made =
      "spec" in source ? { spec: source.spec, blocked: blocked.slice(), multipliers: multipliers.slice() } : null;
    this.hilly = loaded.elevations.length > 0;
    this.ends = ends ?? ("spec" in source ? fromLeft(loaded.ends, this.map.width) : loaded.ends);
    this.history.clear();
    this.cursor = NONE;
    this.lesson = null;
    this.#forget();
    this.view.fit(this.map.width, this.map.height);
    await this.unit?.remake().catch((error: unknown) => {
      this.setUnit(null);
      this.complain(error);
    });
    this.topics.tell("map", "ends", "answer", "cursor", "lesson");
  }

  /** Paints cells as somebody else had painted them. */
  async applyChanges(changes: {
    cells: Uint32Array;
    blocked: Uint8Array;
    multipliers: Float32Array | null;
  }): Promise<void> {
    const { map } = this;
    const edit: Edit = {
      cells: changes.cells,
      blockedBefore: Uint8Array.from(changes.cells, (cell) => map.blocked[cell]!),
      blockedAfter: changes.blocked,
      multiplierBefore: Float32Array.from(changes.cells, (cell) => map.multipliers[cell]!),
      multiplierAfter: changes.multipliers ?? Float32Array.from(changes.cells, (cell) => map.multipliers[cell]!),
    };
    map.apply(edit);
    await this.session.edit(map, edit);
    await this.unit?.edited();
    this.topics.tell("map");
  }
  beginStroke(): void {
    this.history.begin();
  }
  paint(cells: Uint32Array, paint: Paint): void {
    // Start and goal stay free: a wall there would only end every search.
    const open =
      paint.kind === "wall" && !this.unit && this.ends ? cells.filter((cell) => !this.ends!.includes(cell)) : cells;
    const edit = this.history.paint(this.map, open, paint);
    if (edit.cells.length > 0) this.#edited(edit, false, true);
  }
  endStroke(): void {
    this.history.commit();
    if (!this.ends && this.map.freeCells > 0) {
      this.ends = [this.map.blocked.indexOf(0), this.map.blocked.lastIndexOf(0)];
      this.topics.tell("ends");
    }
    this.solver.ask();
    this.topics.tell("map");
  }
  undo(): void {
    const edit = this.history.undo(this.map);
    if (edit) this.#edited(edit, true);
    this.announce(edit ? "Undone." : "Nothing to undo.");
  }
  redo(): void {
    const edit = this.history.redo(this.map);
    if (edit) this.#edited(edit, false);
    this.announce(edit ? "Done again." : "Nothing to redo.");
  }
  #edited(edit: Edit, undone: boolean, live = false): void {
    void this.session.edit(this.map, edit, undone);
    void this.unit?.edited();
    this.topics.tell("map");
    this.solver.ask(live);
  }
  async resize(width: number, height: number): Promise<void> {
    const inside = (cell: number) => {
      const [x, y] = [cell % this.map.width, Math.floor(cell / this.map.width)];
      return x < width && y < height ? y * width + x : null;
    };
    const [from, to] = this.ends ? this.ends.map(inside) : [null, null];
    await this.attempt(async () => {
      await this.load({ resized: [width, height] }, from != null && to != null ? [from, to] : null);
      this.search();
    });
  }

  /** Opens a map and searches it; what is wrong is told. */
  async open(source: Source): Promise<void> {
    await this.attempt(async () => {
      await this.load(source);
      this.search();
    });
  }
  /** Runs what may fail on what a user gave; the failure is told, and nothing else happens. */
  async attempt<T>(act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act();
    } catch (error) {
      this.complain(error);
      if (error instanceof EngineFailure) await this.restart();
      return undefined;
    }
  }
  /** Says what went wrong, aloud and on the map. */
  complain(error: unknown): void {
    const told = error instanceof Error ? error.message : String(error);
    this.announce(told);
    this.#complain(told);
  }
  /** A new worker with the same map, and the unit in it. */
  async restart(): Promise<void> {
    await this.session.restart(this.map);
    await this.unit?.remake();
  }
  #complain: (text: string) => void = () => {};
  onComplaint(act: (text: string) => void): void {
    this.#complain = act;
  }

  // --- the question

  setEnd(which: 0 | 1, cell: number, live = false): void {
    this.ends ??= [cell, cell];
    if (this.ends[which] === cell && live) return;
    this.ends = which === 0 ? [cell, this.ends[1]] : [this.ends[0], cell];
    if (which === 0) this.unit?.startMoved();
    this.topics.tell("ends");
    this.solver.ask(live);
  }
  setOptions(patch: Partial<Options>, pane = this.pane): void {
    pane.options = { ...pane.options, ...patch };
    this.lesson = null;
    this.topics.tell("options", "lesson");
    this.solver.ask();
  }
  addPane(options?: Options): void {
    if (this.panes.length >= MOST_PANES) return;
    this.panes.push(new Pane({ ...(options ?? this.#unlike()) }));
    this.chosen = this.panes.length - 1;
    this.topics.tell("panes", "options");
    this.solver.ask();
  }
  removePane(index: number): void {
    if (this.panes.length === 1) return;
    this.panes.splice(index, 1);
    if (index < this.chosen) this.chosen--;
    this.choosePane(Math.min(this.chosen, this.panes.length - 1));
    this.solver.ask();
  }
  setPanes(all: Options[]): void {
    this.panes = all.slice(0, MOST_PANES).map((options) => new Pane({ ...DEFAULT_OPTIONS, ...options }));
    this.chosen = 0;
    this.topics.tell("panes", "options");
  }
  choosePane(index: number): void {
    this.chosen = index;
    this.topics.tell("panes", "options", "position");
  }
  /** What is worth seeing beside the searches there are: the first well-known one that is not there yet. */
  #unlike(): Options {
    const there = new Set(this.panes.map((pane) => pane.options.algorithm));
    const next = ["astar", "dijkstra", "jps", "greedy", "bidirectional"].find((name) => !there.has(name)) ?? "astar";
    return { ...this.pane.options, algorithm: next };
  }

  // --- answers and time

  /** Searches, and shows it from the beginning if it is to be animated. */
  search(): void {
    this.#replay = true;
    this.solver.ask();
  }
  #replay = false;

  /** Called by the solver when answers are there; `live`: others will follow at once. */
  answered(live: boolean): void {
    // Whoever is in the middle of a search stays there.
    const before = this.player.at < this.player.length ? this.player.at : Infinity;
    this.player.timelines = this.timelines;
    const { length } = this.player;
    const replay = this.#replay && !live && length > 0 && this.animate;
    if (!live) this.#replay = false;
    if (!this.#speedChosen && length > 0) this.player.speed = Math.max(20, length / 4);
    this.player.seek(replay ? 0 : Math.min(this.#step ?? before, length));
    if (!live) this.#step = null;
    if (replay) this.player.play();
    this.topics.tell("answer", "position");
    if (!live) this.announce(this.summary());
  }
  /** What a search is called: its algorithm, and what else sets it apart from the others. */
  title(pane: Pane): string {
    const { options } = pane;
    const info = this.algorithm(options.algorithm);
    const differs = (name: keyof Options) => this.panes.some((other) => other.options[name] !== options[name]);
    const more = [
      info?.informed && differs("heuristic") && options.heuristic,
      info?.takesOpen && differs("open") && options.open,
      info?.takesWeight && options.weight,
      differs("corners") && `corners ${options.corners}`,
      differs("moves") && `${options.moves} moves`,
      differs("stepCosts") && `${options.stepCosts} steps`,
      differs("ties") && options.ties,
    ];
    const picked =
      pane.answer && pane.answer.algorithm !== options.algorithm
        ? `${options.algorithm} (${pane.answer.algorithm})`
        : options.algorithm;
    return [picked, ...more.filter(Boolean)].join(", ");
  }
  summary(): string {
    if (this.unit) return this.unit.summary();
    const told = this.panes.map((pane) => {
      if (pane.error) return pane.error;
      const { answer } = pane;
      if (!answer) return "";
      const expanded = `${answer.expanded} cells expanded`;
      if (answer.outcome === "limit")
        return `${answer.algorithm}: stopped by the limit of ${answer.limit}, ${expanded}.`;
      if (!answer.found) return `${answer.algorithm}: there is no path, ${expanded}.`;
      return `${answer.algorithm}: a path of cost ${answer.cost!.toFixed(3)} in ${answer.steps} steps, ${expanded}.`;
    });
    return told.join(" ");
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
  readonly #touched = new WeakMap<Timeline, { first: number; end: number }>();
  chooseSpeed(speed: number): void {
    this.#speedChosen = true;
    this.player.speed = speed;
    this.topics.tell("position");
  }
  #forget(): void {
    for (const pane of this.panes) Object.assign(pane, { answer: null, timeline: null, error: null });
    this.player.timelines = [];
  }
  /** Gives up a search that takes too long. */
  async giveUp(): Promise<void> {
    this.setBusy(false);
    await this.restart();
    if (this.unit) this.unit.error = "Given up.";
    this.topics.tell("answer");
    this.announce("The search was given up.");
  }

  /** Searches, and shows a particular step of it; null shows it from the beginning. */
  showAt(step: number | null): void {
    if (step === null) this.search();
    else {
      this.#step = step;
      this.solver.ask();
    }
  }
  #step: number | null = null;
  /** Shows a search that was recorded elsewhere. */
  showTrace(timeline: Timeline, { from, to, end }: Trace): void {
    this.unit?.close();
    this.unit = null;
    this.setPanes([this.pane.options]);
    this.ends = [from, to];
    timeline.seek(timeline.length);
    const path = end ? timeline.way(end.cell) : new Uint32Array(0);
    const { generated, reopened, largestOpen } = timeline.counts;
    this.pane.take(
      {
        expanded: timeline.expansions,
        generated,
        reopened,
        largestOpen,
        found: end !== null,
        outcome: end ? "found" : "unreachable",
        limit: null,
        optimal: false,
        bound: null,
        cost: end?.cost ?? null,
        steps: Math.max(0, path.length - 1),
        path,
        turns: path,
        anyAngle: false,
        algorithm: "trace",
        from,
        to,
        ms: 0,
        verified: null,
        flaw: null,
      },
      timeline,
    );
    this.#replay = true;
    this.topics.tell("ends", "unit");
    this.answered(false);
  }
  /** What is said of a cell. */
  describe(cell: number): string {
    return inspect(this, cell)
      .map(([name, value]) => `${name} ${value}`)
      .join(", ");
  }
  useStage(stage: Stage): void {
    this.#stage = stage;
    this.topics.on("position", () => stage.want());
  }
  #stage: Stage | null = null;
  scene(): Shown & Scene {
    return this.#stage!.sceneOf(this.pane);
  }

  // --- the rest

  setUnit(unit: Unit | null): void {
    this.unit?.close();
    this.unit = unit;
    this.player.pause();
    this.topics.tell("unit", "panes", "answer", "position");
    this.solver.ask();
  }
  setTool(tool: Tool): void {
    this.tool = tool;
    if (tool === "wall" || tool === "free" || tool === "ground") this.brush.kind = tool;
    this.topics.tell("tool");
  }
  toggle(layer: Layer, on = !this.layers.has(layer)): void {
    // Of the three values one at most is shown as heat.
    if (on && (layer === "g" || layer === "h" || layer === "f"))
      for (const heat of ["g", "h", "f"] as const) this.layers.delete(heat);
    if (on) this.layers.add(layer);
    else this.layers.delete(layer);
    this.topics.tell("layers");
  }
  setCursor(cell: number, keyboard: boolean): void {
    if (cell === this.cursor && keyboard === this.keyboard) return;
    this.cursor = cell;
    this.keyboard = keyboard;
    this.topics.tell("cursor");
  }
  setBusy(busy: boolean): void {
    if (busy === this.busy) return;
    this.busy = busy;
    this.topics.tell("busy");
  }
  onAnnounce(act: (text: string) => void): void {
    this.#announce = act;
  }
  announce(text: string): void {
    this.message = text;
    this.#announce(text);
  }
}

/** Generated maps are read from left to right. */
function fromLeft(ends: [number, number] | null, width: number): [number, number] | null {
  return ends && ends[0] % width > ends[1] % width ? [ends[1], ends[0]] : ends;
}
