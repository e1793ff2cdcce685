// The state of the network view and everything that can be done to it. Only this file writes it; panels and the
// stage read it, listen to its topics and call its methods.

import type { NetworkParts, Reached } from "wayline/networks";
import { EngineFailure } from "../engine/calls";
import { Notices } from "../notices";
import { Player, type StepUnit } from "../player/player";
import { Timeline } from "../player/timeline";
import { View } from "../render/view";
import { say } from "../words";
import { openNetworkEngine } from "./client";
import { type Change, Edits } from "./edits";
import { EMPTY, endsOf, farApart, MOST_UNPLACED } from "./ends";
import { costText, type Doc, docOf, Model, partsOf } from "./model";
import { ALGORITHMS, type AlgorithmName, type Pane, pane } from "./pane";
import { Picker } from "./picking";
import { PRESETS, type Preset } from "./presets";
import type { Origin, Selected, Tool } from "./state";
import { summaryOf } from "./summary";

export { ALGORITHMS, type AlgorithmName, type Pane } from "./pane";

export type { Origin, Selected, Tool } from "./state";

export const MOST_PANES = 4;
const MOST_EVENTS = 2_000_000;
/** While an end is dragged over a larger network, only routes are asked for. */
const LIVE_EDGES = 12_000;

export class NetworkApp extends Notices {
  readonly view = new View(() => this.topics.tell("view"));
  readonly player = new Player((position) => this.#moveTo(position));
  readonly edits = new Edits();
  /** What the time line's panel asks of a page: there are no units here. */
  readonly unit = null;

  #client = openNetworkEngine();
  #model: Model;
  #picker: Picker;
  #origin: Origin = { preset: "" };
  #ends: [number, number] | null = null;
  #panes: Pane[] = [pane("astar")];
  #chosen = 0;
  #tool: Tool = "move";
  #selected: Selected = null;
  #cursor = -1;
  #keyboard = false;
  #reached: Reached | null = null;
  #reachFrom = -1;
  #within = 600;
  #animate = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  #busy = false;
  #lesson: string | null = null;

  #asked = 0;
  #asking = false;
  #live = false;
  #replay = false;
  #step: number | null = null;
  #speedChosen = false;
  #reachWanted = -1;
  #reachBusy = false;

  constructor() {
    super();
    this.#model = new Model(EMPTY, false, null);
    this.#picker = new Picker(this.#model);
  }

  // --- what everybody may read

  get model(): Model {
    return this.#model;
  }
  get picker(): Picker {
    return this.#picker;
  }
  get origin(): Origin {
    return this.#origin;
  }
  get ends(): [number, number] | null {
    return this.#ends;
  }
  get panes(): readonly Pane[] {
    return this.#panes;
  }
  get chosen(): number {
    return this.#chosen;
  }
  get pane(): Pane {
    return this.#panes[this.#chosen];
  }
  get tool(): Tool {
    return this.#tool;
  }
  get selected(): Selected {
    return this.#selected;
  }
  /** The node under the pointer or the keyboard's cursor, or -1. */
  get cursor(): number {
    return this.#cursor;
  }
  get keyboard(): boolean {
    return this.#keyboard;
  }
  get reached(): Reached | null {
    return this.#reached;
  }
  get reachFrom(): number {
    return this.#reachFrom;
  }
  /** The most that isochrones cost. */
  get within(): number {
    return this.#within;
  }
  get animate(): boolean {
    return this.#animate;
  }
  get busy(): boolean {
    return this.#busy;
  }
  get lesson(): string | null {
    return this.#lesson;
  }
  get timelines(): Timeline[] {
    return this.#panes.map(({ timeline }) => timeline).filter((timeline): timeline is Timeline => timeline !== null);
  }
  /** What an edge costs now. */
  cost = (edge: number): number => this.edits.costs.get(edge) ?? this.#model.parts.costs[edge];
  isClosed = (edge: number): boolean => this.edits.closed.has(edge);
  text(cost: number): string {
    return costText(this.#model.parts.unit, cost);
  }

  // --- the network

  async openPreset(name: string): Promise<void> {
    const preset = PRESETS.find((known) => known.name === name);
    if (!preset)
      throw new Error(
        say("network.thereIsNoNetworkExpected", { name, expected: PRESETS.map((one) => one.name).join(", ") }),
      );
    if ("spec" in preset.source)
      this.#adopt(await this.#client.call("generate", preset.source.spec), { preset: name }, preset);
    else await this.#make(preset.source.doc(), { preset: name }, preset);
  }
  async openSpec(spec: string): Promise<void> {
    this.#adopt(await this.#client.call("generate", spec), { spec });
  }
  async openDoc(doc: Doc, world = false): Promise<void> {
    await this.#make(doc, { drawn: true }, { world });
  }
  /** A file of edges, perhaps with one of nodes. */
  async openFile(
    name: string,
    bytes: Uint8Array,
    nodes: Uint8Array | undefined,
    bothWays: boolean,
    unit: string,
    leftOutBefore: readonly string[] = [],
  ) {
    const parts = await this.#client.call("read", name, bytes, nodes, bothWays, unit);
    if (!parts.positions && parts.ids.length > MOST_UNPLACED)
      throw new Error(say("network.saysOfNodesNothingAbout", { name, nodes: parts.ids.length, most: MOST_UNPLACED }));
    this.#adopt(parts, { file: name });
    const leftOut = [...leftOutBefore, ...parts.leftOut];
    this.announce(
      [
        say("network.openedNodesEdges", { name, nodes: parts.ids.length, edges: parts.from.length }),
        ...(leftOut.length ? [say("network.leftOut", { leftOut: leftOut.join(", ") })] : []),
      ].join(" "),
    );
  }

  async #make(doc: Doc, origin: Origin, preset: Partial<Preset> = {}): Promise<void> {
    this.#adopt(await this.#client.call("make", ...partsOf(doc)), origin, preset, doc);
  }

  #adopt(parts: NetworkParts, origin: Origin, preset: Partial<Preset> = {}, doc: Doc | null = docOf(parts)): void {
    this.player.pause();
    this.#origin = origin;
    this.edits.begin(doc, (edge) => this.#model.parts.costs[edge]);
    this.#show(new Model(parts, preset.world ?? false, doc));
    this.#lesson = null;
    const named = preset.ends?.map((id) => parts.ids.indexOf(id)) ?? [-1, -1];
    this.#ends = named.every((node) => node >= 0) ? [named[0], named[1]] : farApart(this.#model);
    if (preset.within) this.#within = preset.within;
    else this.#within = 0.3 * Math.max(1, this.#model.parts.costs.reduce((sum, cost) => sum + cost, 0) / 20);
    if (this.#tool === "draw" && !doc) this.#tool = "move";
    // There is nothing else to do.
    if (this.#model.nodes === 0) this.#tool = "draw";
    this.view.fit(this.#model.plane.width, this.#model.plane.height);
    this.topics.tell("map", "ends", "answer", "position", "cursor", "tool", "lesson", "options");
  }

  #show(model: Model): void {
    this.#model = model;
    this.#picker = new Picker(model);
    this.dismissComplaint();
    this.#selected = null;
    this.#cursor = -1;
    this.#reached = null;
    this.#reachFrom = -1;
    for (const one of this.#panes) Object.assign(one, { answer: null, timeline: null, timing: null, error: null });
    this.player.setTimelines([]);
  }

  // --- edits

  /** Changes costs, or what is closed; undone in one step. */
  async change(changes: readonly Change[], keep = true): Promise<void> {
    if (keep) this.edits.remember();
    for (const { edge, cost, closed } of changes) {
      if (cost !== undefined) {
        await this.#client.call("setCost", edge, cost);
        this.edits.setCost(edge, cost);
      }
      if (closed !== undefined) {
        await this.#client.call("setClosed", edge, closed);
        if (closed) this.edits.closed.add(edge);
        else this.edits.closed.delete(edge);
      }
    }
    this.#reached = null;
    this.#lesson = null;
    this.topics.tell("map", "options", "lesson");
    this.ask();
    if (this.#reachFrom >= 0) this.reach(this.#reachFrom);
  }
  /** Another network of the same parts and some more or fewer: what drawing does. */
  async redraw(doc: Doc, nodeNow: (node: number) => number = (node) => node, edgeNow = nodeNow): Promise<void> {
    this.edits.remember();
    this.edits.renumber(doc, edgeNow);
    const ends = this.#ends?.map(nodeNow) ?? [-1, -1];
    await this.#remake(ends);
    this.#origin = { drawn: true };
    this.ask();
  }
  async undo(): Promise<void> {
    await this.#restore(this.edits.undo(), say("page.undone"), say("page.nothingToUndo"));
  }
  async redo(): Promise<void> {
    await this.#restore(this.edits.redo(), say("page.redone"), say("page.nothingToRedo"));
  }
  async #restore(before: { doc: Doc | null; changes: Change[] } | null, done: string, none: string): Promise<void> {
    if (!before) {
      this.announce(none);
      return;
    }
    if (before.doc !== this.edits.doc) await this.#remake(this.#ends ?? [-1, -1]);
    else await this.change(before.changes, false);
    this.ask();
    this.announce(done);
  }
  /** The network of the document that edits hold now, with its costs and closed edges. */
  async #remake(ends: readonly number[]): Promise<void> {
    const { doc } = this.edits;
    if (!doc) return;
    const parts = await this.#client.call("make", ...partsOf(doc));
    for (const [edge, cost] of this.edits.costs) await this.#client.call("setCost", edge, cost);
    for (const edge of this.edits.closed) await this.#client.call("setClosed", edge, true);
    const { world, plane } = this.#model;
    this.#show(new Model(parts, world, doc, plane.bounds));
    this.#ends = endsOf(ends, doc.nodes.length);
    this.topics.tell("map", "ends", "answer", "position", "cursor", "options");
  }

  // --- the question

  setEnds(from: number, to: number): void {
    this.#ends = [from, to];
    this.topics.tell("ends");
  }
  setEnd(which: 0 | 1, node: number): void {
    this.#moveEnd(which, node);
    this.#lesson = null;
    this.topics.tell("lesson");
    this.search();
  }
  dragEnd(which: 0 | 1, node: number): void {
    if (this.#ends?.[which] === node) return;
    this.#moveEnd(which, node);
    this.ask(true);
  }
  #moveEnd(which: 0 | 1, node: number): void {
    const [from, to] = this.#ends ?? [node, node];
    if (which === 0) this.setEnds(node, to);
    else this.setEnds(from, node);
  }
  setPanes(algorithms: readonly AlgorithmName[]): void {
    this.#panes = algorithms.slice(0, MOST_PANES).map((name) => pane(name));
    this.#chosen = 0;
    this.topics.tell("panes", "options");
  }
  setAlgorithm(algorithm: AlgorithmName): void {
    this.#panes[this.#chosen] = pane(algorithm);
    this.#lesson = null;
    this.topics.tell("panes", "options", "lesson");
    this.search();
  }
  addPane(): void {
    if (this.#panes.length >= MOST_PANES) return;
    const there = new Set(this.#panes.map(({ algorithm }) => algorithm));
    const next = ALGORITHMS.find(({ name }) => !there.has(name)) ?? ALGORITHMS[0];
    this.#panes.push(pane(next.name));
    this.choosePane(this.#panes.length - 1);
    this.search();
  }
  removePane(index: number): void {
    if (this.#panes.length === 1) return;
    this.#panes.splice(index, 1);
    this.choosePane(Math.min(this.#chosen, this.#panes.length - 1));
    this.#answered(false);
  }
  choosePane(index: number): void {
    if (index === this.#chosen && this.#panes[index]) return;
    this.#chosen = index;
    this.topics.tell("panes", "options", "position");
  }

  /** Searches, and shows it from the beginning if it is to be animated. */
  search(): void {
    this.#replay = true;
    this.ask();
  }
  showAt(step: number | null): void {
    this.#step = step;
    if (step === null) this.search();
    else this.ask();
  }
  /** Asks the engine; what is asked meanwhile comes after. `live`: more will be asked at once. */
  ask(live = false): void {
    this.#asked++;
    this.#live = live;
    if (!this.#asking) void this.#answerAll();
  }

  async #answerAll(): Promise<void> {
    this.#asking = true;
    this.#setBusy(true);
    while (true) {
      const asked = this.#asked;
      const live = this.#live;
      await this.attempt(() => this.#answer(live));
      if (asked !== this.#asked) continue;
      this.#answered(live);
      if (live) break;
      // Times are measured once everything is shown; whatever is asked meanwhile comes first.
      await this.attempt(() => this.#time(() => asked !== this.#asked));
      if (asked === this.#asked) break;
    }
    this.#asking = false;
    this.#setBusy(false);
  }

  async #answer(live: boolean): Promise<void> {
    const [model, ends] = [this.#model, this.#ends];
    for (const one of this.#panes) {
      if (!ends) {
        Object.assign(one, { answer: null, timeline: null, timing: null, error: say("network.addTwoNodesFirst") });
        continue;
      }
      try {
        const pathOnly = live && model.edges > LIVE_EDGES;
        const asked = [...ends, one.algorithm] as const;
        const answer = pathOnly
          ? await this.#client.call("solve", ...asked)
          : await this.#client.call("record", ...asked, Math.floor(MOST_EVENTS / this.#panes.length));
        const timeline = "events" in answer ? await Timeline.open(answer.events as never, model.nodes) : null;
        if (this.#model !== model) return;
        Object.assign(one, { answer, timeline, timing: null, error: null });
      } catch (error) {
        if (error instanceof EngineFailure) throw error;
        Object.assign(one, {
          answer: null,
          timeline: null,
          error: error instanceof Error ? error.message : String(error),
        });
      }
    }
  }

  async #time(overtaken: () => boolean): Promise<void> {
    const ends = this.#ends;
    for (const one of this.#panes) {
      if (overtaken() || !ends || !one.answer) return;
      const timing = await this.#client.call("time", ...ends, one.algorithm);
      if (overtaken()) return;
      one.timing = timing;
      this.topics.tell("timing");
    }
  }

  #answered(live: boolean): void {
    const at = this.player.length > 0 && this.player.at < this.player.length ? this.player.at : Infinity;
    this.player.setTimelines(this.timelines);
    const { length } = this.player;
    const replay = this.#replay && !live && length > 0 && this.#animate;
    if (!live) this.#replay = false;
    if (!this.#speedChosen && length > 0) this.player.setSpeed(Math.max(6, length / 4));
    this.player.seek(replay ? 0 : Math.min(this.#step ?? at, length));
    if (!live) this.#step = null;
    if (replay) this.player.play();
    this.topics.tell("answer", "position");
    if (!live) this.announce(summaryOf(this));
  }
  #moveTo(at: number): void {
    for (const timeline of this.timelines) timeline.seek(this.player.positionIn(timeline, at));
    this.topics.tell("position");
  }

  // --- isochrones

  /** Everything within a cost of a node; the last of many questions is answered. */
  reach(node: number): void {
    this.#reachWanted = node;
    if (!this.#reachBusy) void this.#reachAll();
  }
  setWithin(within: number): void {
    this.#within = within;
    this.topics.tell("options");
    if (this.#reachFrom >= 0) this.reach(this.#reachFrom);
  }
  async #reachAll(): Promise<void> {
    this.#reachBusy = true;
    while (this.#reachWanted >= 0) {
      const node = this.#reachWanted;
      this.#reachWanted = -1;
      const model = this.#model;
      const reached = await this.attempt(() => this.#client.call("reach", node, this.#within));
      if (!reached || model !== this.#model) continue;
      this.#reached = reached;
      this.#reachFrom = node;
      this.topics.tell("layers");
    }
    this.#reachBusy = false;
  }

  // --- the rest

  setTool(tool: Tool): void {
    if (tool === "draw" && !this.#model.doc) {
      this.announce(say("network.thisNetworkIsTooLarge"));
      return;
    }
    this.#tool = tool;
    if (tool !== "reach") [this.#reached, this.#reachFrom, this.#reachWanted] = [null, -1, -1];
    else this.reach(this.#cursor >= 0 ? this.#cursor : (this.#ends?.[0] ?? 0));
    this.topics.tell("tool", "layers");
  }
  select(selected: Selected): void {
    this.#selected = selected;
    this.topics.tell("unit");
  }
  setCursor(node: number, keyboard: boolean): void {
    if (node === this.#cursor && keyboard === this.#keyboard) return;
    this.#cursor = node;
    this.#keyboard = keyboard;
    if (this.#tool === "reach" && node >= 0) this.reach(node);
    this.topics.tell("cursor");
  }
  chooseSpeed(speed: number): void {
    this.#speedChosen = true;
    this.player.setSpeed(speed);
    this.topics.tell("position");
  }
  countBy(by: StepUnit): void {
    this.player.countBy(by);
    this.topics.tell("position");
  }
  setAnimate(animate: boolean): void {
    this.#animate = animate;
    this.topics.tell("animate");
  }
  setLesson(name: string | null): void {
    this.#lesson = name;
    this.topics.tell("lesson");
  }
  #setBusy(busy: boolean): void {
    this.#busy = busy;
    this.topics.tell("busy");
  }
  /** Runs what may fail on what a user gave; the failure is reported, and nothing else happens. */
  async attempt<T>(act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act();
    } catch (error) {
      this.complain(error);
      // A new worker knows nothing: it gets the network again.
      if (error instanceof EngineFailure && this.edits.doc) await this.#remake(this.#ends ?? [-1, -1]);
      return undefined;
    }
  }
}
