// A unit that takes up room and has a heading: its question, its answer, and its walk. While it walks,
// walls may be painted across its path; then it plans again, from what it has learnt.

import type { BodyAnswer } from "wayline";
import type { BodyClient, ReplannerClient } from "wayline/client";
import type { App, Ends } from "../app";
import { EngineFailure, forget } from "../engine/session";
import { type Timing, timed } from "../engine/timing";
import { Timeline } from "../player/timeline";
import type { Palette } from "../render/palette";
import type { View } from "../render/view";
import { say } from "../words";
import { drawUnit } from "./draw";
import { HEADINGS } from "./headings";
import { Walk } from "./walk";

export interface UnitOptions {
  preset: string;
  /** Rows of a body heading east: P the pivot, # other cells; the preset's own if left out. */
  footprint?: string;
  /** Rules as TOML, in place of the preset's. */
  rules?: string;
  /** Headings as letters; anything else is any heading, for the goal. */
  heading?: string;
  goalHeading?: string;
  /** What guides the search. */
  estimate?: string;
}

const MOST_EVENTS = 4_000_000;
const MOST_MS = 10_000;

/** Why a unit cannot stand at its start, as a sentence; the engine says it in short. */
export function cannotStart(preset: string, why: string): string {
  const ground =
    preset === "ship" ? say("unit.theseCellsArentWater") : say("unit.theCannotEnterThisGround", { preset });
  const reason = why.replace(/forbidden ground at/, `${ground}:`).replace(/blocked at/, say("unit.wallsAt"));
  return say("unit.theCantStartHere", { preset, reason });
}

/** What planning again has cost on a walk, and would have cost from nothing. */
export interface Replanned {
  readonly times: number;
  readonly expanded: number;
  readonly fresh: number;
  readonly learnt: number;
  readonly method: string;
}

/** What is known of the unit's path. */
interface Plan {
  readonly answer: BodyAnswer | null;
  readonly timeline: Timeline | null;
  readonly error: string | null;
  /** A byte for each cell: something learnt is kept about it. */
  readonly learntCells: Uint8Array | null;
  readonly replanned: Replanned | null;
}
const NO_PLAN: Plan = { answer: null, timeline: null, error: null, learntCells: null, replanned: null };

export class Unit {
  readonly walk = new Walk();
  #heading: number;
  #goalHeading: number | null;
  #estimate: string;
  #plan = NO_PLAN;
  #timing: Timing | null = null;
  #unfit: string | null = null;
  /** The map and the goal that the path under way was planned for. */
  #plannedFor = "";
  /** Cells covered, relative to the pivot, for each heading: x, y, x, y, … */
  #offsets: Int32Array[] = [];
  readonly #collisions = new Map<number, Set<number>>();
  #body!: BodyClient;
  #replanner: ReplannerClient | null = null;
  #replannerGoal = "";

  private constructor(
    private readonly app: App,
    readonly options: UnitOptions,
  ) {
    const index = (letter: string | undefined) => HEADINGS.indexOf(letter as (typeof HEADINGS)[number]);
    this.#heading = Math.max(0, index(options.heading));
    this.#goalHeading = index(options.goalHeading) >= 0 ? index(options.goalHeading) : null;
    this.#estimate = options.estimate ?? "free";
  }

  static async open(app: App, options: UnitOptions): Promise<Unit> {
    const unit = new Unit(app, options);
    await unit.remake();
    return unit;
  }

  /** For another map: a body belongs to one. */
  async remake(): Promise<void> {
    const { preset, footprint, rules } = this.options;
    const kind = rules === undefined ? { preset } : { rules: await (await import("./rules")).rowsOf(rules) };
    const made = await this.app.session.body(footprint ? { ...kind, footprint } : kind);
    this.close();
    this.#body = made;
    this.#offsets = await Promise.all(HEADINGS.map((heading) => made.covers([0, 0, heading])));
    this.#collisions.clear();
    this.#plan = NO_PLAN;
    this.walk.stop();
  }
  close(): void {
    if (this.#body) forget(this.#body);
    if (this.#replanner) forget(this.#replanner);
    this.#replanner = null;
  }

  get heading(): number {
    return this.#heading;
  }
  /** null: any. */
  get goalHeading(): number | null {
    return this.#goalHeading;
  }
  /** What guides the search. The engine's own choice looks at little of it: worth watching are others. */
  get estimate(): string {
    return this.#estimate;
  }
  get answer(): BodyAnswer | null {
    return this.#plan.answer;
  }
  get timeline(): Timeline | null {
    return this.#plan.timeline;
  }
  get error(): string | null {
    return this.#plan.error;
  }
  get learntCells(): Uint8Array | null {
    return this.#plan.learntCells;
  }
  get replanned(): Replanned | null {
    return this.#plan.replanned;
  }
  /** How long its plan takes, measured after it was made; null until then, and while it walks. */
  get timing(): Timing | null {
    return this.#timing;
  }
  /** Why the unit cannot stand at its start. */
  get unfit(): string | null {
    return this.#unfit;
  }
  get walking(): boolean {
    return this.walk.walking;
  }
  get pathCells(): Uint32Array {
    if (this.walk.blocked) return new Uint32Array(0);
    const path = this.walk.path.length > 0 ? this.walk.path : (this.answer?.path ?? new Uint32Array(0));
    return path.map((placement) => Math.floor(placement / 4));
  }
  #from(): number {
    return this.#ends()[0] * 4 + this.#heading;
  }
  #ends(): Ends {
    const { ends } = this.app;
    if (!ends) throw new Error(say("page.thereIsNoFreeCell"));
    return ends;
  }
  #to(): number | string {
    const cell = this.#ends()[1];
    if (this.#goalHeading !== null) return cell * 4 + this.#goalHeading;
    return `${cell % this.app.map.width},${Math.floor(cell / this.app.map.width)}`;
  }

  // --- asked by the solver

  async plan(live: boolean): Promise<void> {
    const { app } = this;
    if (!app.ends) return;
    if (this.walk.underWay) {
      return this.#planAgain().catch((error: unknown) => {
        if (app.unit === this) this.#fail(error);
      });
    }
    this.walk.stop();
    this.#timing = null;
    const query = { from: this.#from(), to: this.#to(), estimate: this.#estimate, maxMs: MOST_MS, why: !live };
    const { map } = app;
    try {
      this.#unfit = (await this.#body.unfit(this.#from()))?.why ?? null;
      if (live && map.width * map.height > 20_000) {
        this.#plan = { ...NO_PLAN, answer: await this.#body.plan(query) };
        return;
      }
      const recorded = await this.#body.record(query, { events: MOST_EVENTS });
      const timeline = await Timeline.open(recorded.events, map.width * map.height * 4);
      // An answer for a map that is gone is void.
      if (map === app.map) this.#plan = { ...NO_PLAN, answer: recorded, timeline };
    } catch (error) {
      if (map === app.map && app.unit === this) await this.#fail(error);
    }
  }
  /** Plans the same again and again, without recording, to time it; `began` is called before each. */
  async time(began: () => void, stopped: () => boolean): Promise<void> {
    const { answer, app } = this;
    if (!answer?.found || this.walk.underWay || !app.ends) return;
    const query = { from: this.#from(), to: this.#to(), estimate: this.#estimate, maxMs: MOST_MS };
    const run = async () => {
      began();
      const { ms } = await this.#body.plan(query);
      return { ms, totalMs: ms };
    };
    const timing = await timed(await run(), run, stopped);
    if (!timing || stopped()) return;
    this.#timing = timing;
    app.topics.tell("timing");
  }
  async #fail(error: unknown): Promise<void> {
    this.walk.stop();
    this.#patch({ answer: null, timeline: null, error: error instanceof Error ? error.message : String(error) });
    if (error instanceof EngineFailure) await this.app.restart();
  }
  /** The search for a path was stopped. */
  stopped(): void {
    this.#patch({ error: say("chart.stopped") });
  }
  #patch(patch: Partial<Plan>): void {
    this.#plan = { ...this.#plan, ...patch };
  }

  /** The map was painted on. */
  async edited(): Promise<void> {
    this.#collisions.clear();
    // A worker that was replaced has a body of the map as it is.
    await this.#body.sync(this.app.session.map).catch(() => {});
  }

  // --- walking

  async toggleWalk(): Promise<void> {
    const { app, answer } = this;
    if (this.walking) {
      this.walk.pause();
      return app.topics.tell("walk");
    }
    if (!answer?.found) return app.announce(say("unit.thereIsNoPathTo"));
    await app.attempt(async () => {
      // What is learnt on the first path is what the next one can use.
      const learner = await this.#learner();
      const first = this.walk.underWay ? null : await learner.plan(this.#from());
      if (first) {
        this.#patch({ replanned: null });
        this.#plannedFor = `${app.map.version} ${this.#to()}`;
      }
      await this.#readLearnt(learner);
      // Only now: a slow machine would let it walk on while it still looks.
      if (first) this.walk.start(first.path);
      else this.walk.resume();
      app.player.pause();
      app.topics.tell("walk");
    });
  }

  /** What learns is made for a goal: another one has nothing to learn from. */
  async #learner(): Promise<ReplannerClient> {
    const goal = String(this.#to());
    if (this.#replanner && this.#replannerGoal === goal) return this.#replanner;
    if (this.#replanner) forget(this.#replanner);
    this.#replannerGoal = goal;
    this.#replanner = await this.#body.replanner(this.#to());
    return this.#replanner;
  }

  /** From where it is to its goal, with what was learnt; and beside it the same from nothing. */
  async #planAgain(): Promise<void> {
    const { app } = this;
    // The end of a stroke asks once more, of a map that has not changed.
    const question = `${app.map.version} ${this.#to()}`;
    if (question === this.#plannedFor) return;
    this.#plannedFor = question;
    // It goes no farther than where the new path begins.
    const from = this.walk.hold();
    const learner = await this.#learner();
    const route = await learner.record(from, { events: MOST_EVENTS });
    if (app.unit !== this) return;
    if (route.found) this.walk.turnTo(route.path);
    else this.walk.block();
    const fresh = await this.#body.plan({ from, to: this.#to(), maxMs: MOST_MS, why: !route.found });
    const before = this.replanned ?? { times: 0, expanded: 0, fresh: 0 };
    this.#patch({
      answer: { ...route, why: fresh.why, whyCells: fresh.whyCells },
      replanned: {
        times: before.times + 1,
        expanded: before.expanded + route.expanded,
        fresh: before.fresh + fresh.expanded,
        learnt: route.learnt,
        method: route.method,
      },
    });
    if (route.expanded > 0) {
      this.#patch({ timeline: await Timeline.open(route.events, app.map.width * app.map.height * 4) });
    }
    await this.#readLearnt(learner);
    if (!route.found) app.announce(say("unit.thereIsNoPathFrom"));
    app.topics.tell("walk");
  }

  async #readLearnt(learner: ReplannerClient): Promise<void> {
    const learntCells = new Uint8Array(this.app.map.width * this.app.map.height);
    for (const cell of await learner.learnt()) learntCells[cell] = 1;
    this.#patch({ learntCells });
  }

  tick(now: number): void {
    const before = this.walk.done;
    this.walk.tick(now);
    if (this.walk.done && !before) {
      this.app.announce(say("unit.theUnitHasArrived"));
      this.app.topics.tell("walk");
    }
  }

  // --- the rest

  /** Another start: a walk from the old one is over. */
  startMoved(): void {
    this.walk.stop();
  }
  /** Back to the start. */
  walkBack(): void {
    this.walk.stop();
    this.app.solver.ask();
  }
  chooseEstimate(estimate: string): void {
    this.#estimate = estimate;
    this.app.topics.tell("unit");
    this.app.search();
  }
  turn(which: 0 | 1, to?: number | null): void {
    if (which === 0) this.startMoved();
    if (which === 0) this.#heading = to ?? (this.#heading + 1) % 4;
    else if (to !== undefined) this.#goalHeading = to;
    else this.#goalHeading = this.#goalHeading === null ? 0 : this.#goalHeading === 3 ? null : this.#goalHeading + 1;
    this.app.topics.tell("unit");
    this.app.solver.ask();
  }
  /** For a link: headings as letters. */
  shared(): { preset: string; footprint?: string; rules?: string; from: string; to: string } {
    const { preset, footprint, rules } = this.options;
    const to = this.#goalHeading === null ? "any" : HEADINGS[this.#goalHeading];
    const own = { ...(footprint ? { footprint } : {}), ...(rules === undefined ? {} : { rules }) };
    return { preset, ...own, from: HEADINGS[this.#heading], to };
  }
  /** Cells covered at a placement; those off the map are left out. */
  covered(cell: number, heading: number): number[] {
    const { width, height } = this.app.map;
    const [x, y] = [cell % width, Math.floor(cell / width)];
    const cells: number[] = [];
    const offsets = this.#offsets[heading] ?? new Int32Array(0);
    for (let part = 0; part < offsets.length; part += 2) {
      const [cx, cy] = [x + offsets[part], y + offsets[part + 1]];
      if (cx >= 0 && cy >= 0 && cx < width && cy < height) cells.push(cy * width + cx);
    }
    return cells;
  }
  /** Where the unit collides if it stands there: with walls, with ground that it cannot enter, off the map. */
  collisions(cell: number, heading: number): ReadonlySet<number> {
    const placement = cell * 4 + heading;
    const known = this.#collisions.get(placement);
    if (known) return known;
    const found = new Set<number>();
    this.#collisions.set(placement, found);
    this.#body.unfit(placement).then(
      (unfit) => {
        for (const collides of unfit?.cells ?? []) found.add(collides);
        if (found.size > 0) this.app.topics.tell("cursor");
      },
      () => {},
    );
    return found;
  }
  offsets(heading: number): Int32Array {
    return this.#offsets[heading] ?? new Int32Array(0);
  }
  draw(context: CanvasRenderingContext2D, view: View, palette: Palette): void {
    drawUnit(context, this.app, this, view, palette);
  }
  summary(): string {
    const { answer, error } = this;
    if (error) return error;
    if (!answer) return "";
    if (!answer.found)
      return say("unit.theFindsNoPathPlacements", {
        preset: this.options.preset,
        expanded: answer.expanded,
        why: answer.why ?? "",
      });
    return say("unit.theNeedsTimeUnitsFor", {
      preset: this.options.preset,
      cost: answer.cost,
      steps: answer.steps,
      expanded: answer.expanded,
    });
  }
}
