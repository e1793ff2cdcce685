// The state of the crowd view and everything that can be done to it: a world in the worker, what it did tick by
// tick, where one is on the time line. Only this file writes it.

import type { CrowdTick } from "wayline/crowds";
import { Caller } from "../engine/calls";
import { Notices } from "../notices";
import { readScenario } from "../queries/scenario";
import { View } from "../render/view";
import { say } from "../words";
import type { Order } from "./orders";

/** What the worker answers. */
export interface Calls {
  generate(spec: string): MapParts;
  read(bytes: Uint8Array): MapParts;
  add(cells: Uint32Array): void;
  /** Where everybody is sent now, by unit. */
  sendGroup(units: Uint32Array, cell: number): Uint32Array;
  sendEach(units: Uint32Array, cells: Uint32Array): Uint32Array;
  setBlocked(cells: Uint32Array, blocked: boolean): void;
  tick(count: number): CrowdTick[];
}

interface MapParts {
  width: number;
  height: number;
  blocked: Uint8Array;
}

export type Tool = "select" | "wall" | "free";

/** States of a unit, as the engine numbers them. */
export const [IDLE, UNDER_WAY, ASIDE, ARRIVED, NO_WAY] = [0, 1, 2, 3, 4];
export const NOWHERE = 0xffffffff;

export const MAPS = [
  { spec: "rooms:56x32:seed=4", label: say("crowd.roomsAndDoors") },
  { spec: "caves:72x42:seed=3", label: say("crowd.aCave") },
  { spec: "open:60x36", label: say("crowd.anOpenField") },
  { spec: "random:64x38:density=0.12:size=2:seed=2", label: say("crowd.pillars") },
] as const;

export const MOST_UNITS = 1000;
/** The time line ends here: a recording of hundreds of units takes memory. */
const MOST_TICKS = 6000;
/** So many ticks are asked for ahead of what is shown, no more: an order takes effect at the end of them. */
const AHEAD = 3;
/** Ticks a second; a straight step takes two. */
export const PACE = 16;

export class CrowdApp extends Notices {
  readonly view = new View(() => this.topics.tell("view"));

  #engine = new Caller<Calls>(() => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }));
  #spec: string | null = null;
  #file: string | null = null;
  #width = 1;
  #height = 1;
  /** The walls after each tick that changed them. */
  #walls: { tick: number; blocked: Uint8Array }[] = [];
  #ticks: CrowdTick[] = [];
  #goals: Uint32Array = new Uint32Array();
  #groups = new Uint8Array();
  #selected = new Set<number>();
  #tool: Tool = "select";
  #at = 0;
  #playing = false;
  #speed = PACE;
  #asking = false;
  /** How many ticks the world was asked for: an order takes effect before the next one. */
  #asked = 0;
  /** What was ordered, and what a link orders later. */
  #orders: Order[] = [];
  #pending: Order[] = [];
  #generation = 0;
  #before: number | null = null;
  #mark = 0;
  #marked = false;

  // --- what everybody may read

  get spec(): string | null {
    return this.#spec;
  }
  get file(): string | null {
    return this.#file;
  }
  get width(): number {
    return this.#width;
  }
  get height(): number {
    return this.#height;
  }
  get units(): number {
    return this.#groups.length;
  }
  /** By unit: the number of its group, for its colour. */
  get groups(): Uint8Array {
    return this.#groups;
  }
  /** By unit: the cell that it was sent to last, or NOWHERE. */
  get goals(): Uint32Array {
    return this.#goals;
  }
  /** What was ordered so far, and what the link that was opened orders later. */
  get orders(): readonly Order[] {
    return [...this.#orders, ...this.#pending];
  }
  get selected(): ReadonlySet<number> {
    return this.#selected;
  }
  get tool(): Tool {
    return this.#tool;
  }
  /** The cell that the keys are at, and whether it is shown. */
  get mark(): number {
    return this.#mark;
  }
  get marked(): boolean {
    return this.#marked;
  }
  /** How many ticks are recorded. */
  get length(): number {
    return Math.max(0, this.#ticks.length - 1);
  }
  /** Which tick is shown, with parts of one. */
  get at(): number {
    return this.#at;
  }
  get playing(): boolean {
    return this.#playing;
  }
  /** Ticks a second. */
  get speed(): number {
    return this.#speed;
  }
  /** The last tick that is not after what is shown, and the next. */
  get shown(): { tick: CrowdTick | null; next: CrowdTick | null; share: number } {
    const whole = Math.min(this.length, Math.floor(this.#at));
    return { tick: this.#ticks[whole] ?? null, next: this.#ticks[whole + 1] ?? null, share: this.#at - whole };
  }
  /** The walls at the tick that is shown. */
  get blocked(): Uint8Array {
    let found = this.#walls[0]?.blocked ?? new Uint8Array(1);
    for (const { tick, blocked } of this.#walls) if (tick <= this.#at) found = blocked;
    return found;
  }
  counts(): Record<"under way" | "waiting" | "aside" | "arrived" | "no path" | "idle", number> {
    const counts = { "under way": 0, waiting: 0, aside: 0, arrived: 0, "no path": 0, idle: 0 };
    const { tick } = this.shown;
    for (let unit = 0; unit < this.units; unit++) {
      const state = tick?.states[unit] ?? IDLE;
      if (state === ARRIVED) counts.arrived++;
      else if (state === NO_WAY) counts["no path"]++;
      else if (state === ASIDE) counts.aside++;
      else if (state === IDLE) counts.idle++;
      else if ((tick?.waits[unit] ?? -1) >= 0) counts.waiting++;
      else counts["under way"]++;
    }
    return counts;
  }

  // --- the map and its units

  async open(spec: string, units: number): Promise<void> {
    this.pause();
    const parts = await this.#engine.call("generate", spec);
    await this.#adopt(parts, crowds(parts, units));
    [this.#spec, this.#file] = [spec, null];
    this.topics.tell("map");
  }

  /** A map from a file, or a scenario with its map: the scenario's units, each with a goal of its own. */
  async openFiles(files: readonly { name: string; bytes: Uint8Array }[], units: number): Promise<void> {
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    const scen = files.find(({ bytes }) => /^version[ \t]+[\d.]+\s/.test(text(bytes.subarray(0, 64))));
    const map = files.find((file) => file !== scen);
    const scenario = scen && readScenario(text(scen.bytes));
    if (!map && scenario) throw new Error(say("crowd.isAboutTheMapOpen", { name: scen.name, map: scenario.map }));
    if (!map) return;
    this.pause();
    const parts = await this.#engine.call("read", map.bytes);
    if (scenario && (scenario.width !== parts.width || scenario.height !== parts.height))
      throw new Error(
        say("crowd.isAboutAMapOf", {
          name: scen.name,
          width: scenario.width,
          height: scenario.height,
          map: map.name,
          width2: parts.width,
          height2: parts.height,
        }),
      );
    const agents = scenario?.queries.slice(0, Math.min(units, MOST_UNITS));
    const cell = ([x, y]: readonly [number, number]) => y * parts.width + x;
    await this.#adopt(parts, agents ? agents.map(({ from }, unit) => [cell(from), unit % 4]) : crowds(parts, units));
    [this.#spec, this.#file] = [null, scen?.name ?? map.name];
    if (agents && scenario) {
      const goals = Uint32Array.from(agents, ({ to }) => cell(to));
      this.#goals = await this.#engine.call("sendEach", Uint32Array.from(agents.keys()), goals);
      this.announce(
        say("crowd.openedOfUnits", { file: this.#file, units: agents.length, all: scenario.queries.length }),
      );
    } else this.announce(say("files.openedByCells", { name: map.name, width: parts.width, height: parts.height }));
    this.topics.tell("map", "ends");
    if (agents) this.play();
  }

  async #adopt(parts: MapParts, placed: readonly (readonly [cell: number, group: number])[]): Promise<void> {
    await this.#engine.call(
      "add",
      Uint32Array.from(placed, ([cell]) => cell),
    );
    const first = await this.#engine.call("tick", 1);
    this.#generation++;
    this.#asked = first.length;
    [this.#orders, this.#pending] = [[], []];
    [this.#width, this.#height] = [parts.width, parts.height];
    this.#groups = Uint8Array.from(placed, ([, group]) => group);
    this.#goals = new Uint32Array(placed.length).fill(NOWHERE);
    this.#ticks = first;
    this.#walls = [{ tick: 0, blocked: parts.blocked }];
    this.#selected = new Set();
    this.#mark = Math.floor(this.#height / 2) * this.#width + Math.floor(this.#width / 2);
    this.#marked = false;
    this.#at = 0;
    this.#playing = false;
    this.dismissComplaint();
    this.view.fit(this.#width, this.#height);
    this.topics.tell("map", "ends", "position", "unit");
  }

  // --- orders

  select(units: Iterable<number>): void {
    this.#selected = new Set(units);
    this.announce(say("crowd.selected", { units: this.#selected.size }));
    this.topics.tell("unit");
  }
  /** Everybody in a rectangle of cells, its corners included, as it is shown now. */
  selectBox(ax: number, ay: number, bx: number, by: number): void {
    const { tick } = this.shown;
    const inside = (unit: number) => {
      const [x, y] = [tick?.at[2 * unit] ?? -1, tick?.at[2 * unit + 1] ?? -1];
      const within = (value: number, a: number, b: number) =>
        value + 0.5 >= Math.min(a, b) && value + 0.5 <= Math.max(a, b);
      return within(x, ax, bx) && within(y, ay, by);
    };
    this.select(Array.from({ length: this.units }, (_, unit) => unit).filter(inside));
  }
  /** Sends those who are selected to a cell; they begin at the end of what is recorded. */
  async send(cell: number): Promise<void> {
    if (this.#selected.size === 0) {
      this.announce(say("crowd.selectUnitsFirstDragA"));
      return;
    }
    if (this.blocked[cell]) {
      this.announce(say("crowd.thatCellIsAWall"));
      return;
    }
    await this.#order({ tick: this.#asked, kind: "send", units: Uint32Array.from(this.#selected).sort(), cell });
    this.announce(say("crowd.sent", { units: this.#selected.size }));
    this.#toEnd();
    this.play();
  }
  async paint(cells: Uint32Array, blocked: boolean): Promise<void> {
    await this.#order({ tick: this.#asked, kind: blocked ? "wall" : "free", cells });
    this.#toEnd();
    await this.#more(1);
    if (!this.#playing) this.seek(this.length);
  }
  /** Orders of a link, given when the world gets there; whoever orders something else meanwhile goes on alone. */
  follow(orders: readonly Order[]): void {
    this.#pending = [...orders];
    this.topics.tell("ends");
  }
  async #order(order: Order): Promise<void> {
    this.#pending = [];
    await this.#give(order);
  }
  async #give(order: Order): Promise<void> {
    this.#orders.push(order);
    if (order.kind === "send") this.#goals = await this.#engine.call("sendGroup", order.units, order.cell);
    else await this.#engine.call("setBlocked", order.cells, order.kind === "wall");
    this.topics.tell("ends");
  }
  moveMark(dx: number, dy: number): void {
    const x = Math.min(this.#width - 1, Math.max(0, (this.#mark % this.#width) + dx));
    const y = Math.min(this.#height - 1, Math.max(0, Math.floor(this.#mark / this.#width) + dy));
    this.#mark = y * this.#width + x;
    this.#marked = true;
    this.view.reveal(x, y);
    this.announce(`(${x}, ${y})${this.blocked[this.#mark] ? say("crowd.aWall") : ""}.`);
    this.topics.tell("cursor");
  }
  setTool(tool: Tool): void {
    this.#tool = tool;
    this.topics.tell("tool");
  }

  // --- time

  play(): void {
    this.#playing = true;
    this.#before = null;
    this.topics.tell("position");
  }
  pause(): void {
    if (!this.#playing) return;
    this.#playing = false;
    this.topics.tell("position");
  }
  toggle(): void {
    if (this.#playing) this.pause();
    else this.play();
  }
  seek(at: number): void {
    this.#at = Math.max(0, Math.min(this.length, at));
    this.topics.tell("position");
  }
  step(by: number): void {
    this.pause();
    this.seek(Math.floor(this.#at) + by);
  }
  setSpeed(speed: number): void {
    this.#speed = speed;
    this.topics.tell("position");
  }
  #toEnd(): void {
    this.#at = this.length;
  }
  /** A frame is about to be drawn. */
  tick(now: number): void {
    if (!this.#playing) return;
    const passed = this.#before === null ? 0 : Math.min(250, now - this.#before);
    this.#before = now;
    this.#at = Math.min(this.length, this.#at + (passed / 1000) * this.#speed);
    if (this.length - this.#at < AHEAD && this.length < MOST_TICKS) void this.attempt(() => this.#more(2));
    else if (this.#at >= this.length) this.pause();
    this.topics.tell("position");
  }
  /** Lets the world go on. */
  async #more(count: number): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    const generation = this.#generation;
    try {
      while (this.#pending[0] && this.#pending[0].tick <= this.#asked) {
        const order = this.#pending.shift();
        if (order) await this.#give(order);
        if (generation !== this.#generation) return;
      }
      const until = this.#pending[0]?.tick ?? Infinity;
      const ticks = Math.min(count, until - this.#asked);
      this.#asked += ticks;
      const made = await this.#engine.call("tick", ticks);
      if (generation !== this.#generation) return;
      for (const tick of made) {
        if (tick.blocked) this.#walls.push({ tick: this.#ticks.length, blocked: tick.blocked });
        this.#ticks.push(tick);
      }
      if (made.some(({ blocked }) => blocked)) this.topics.tell("map");
      this.topics.tell("position");
    } finally {
      this.#asking = false;
    }
  }

  // --- the rest

  async attempt<T>(act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act();
    } catch (error) {
      this.pause();
      this.complain(error);
      return undefined;
    }
  }
}

/** Units in four groups, each on the free cells nearest to a corner of the map. */
export function crowds({ width, height, blocked }: MapParts, units: number): [cell: number, group: number][] {
  const corners = [
    [0, 0],
    [width - 1, height - 1],
    [width - 1, 0],
    [0, height - 1],
  ];
  const taken = new Set<number>();
  const placed: [number, number][] = [];
  const cells = Array.from(blocked.keys()).filter((cell) => !blocked[cell]);
  const each = Math.ceil(Math.min(units, MOST_UNITS) / corners.length);
  for (const [group, [cx, cy]] of corners.entries()) {
    const far = (cell: number) =>
      (Math.abs((cell % width) - cx) + Math.abs(Math.floor(cell / width) - cy)) * 1e6 + cell;
    const near = cells.filter((cell) => !taken.has(cell)).sort((a, b) => far(a) - far(b));
    for (const cell of near.slice(0, Math.min(each, units - placed.length))) {
      taken.add(cell);
      placed.push([cell, group]);
    }
  }
  return placed;
}
