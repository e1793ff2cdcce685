// Keeps the answers up to date: whatever was asked last is searched, what was overtaken meanwhile is
// left out. While something is dragged over a large map only paths are asked for; what the search did
// follows when the pointer rests. A search that holds up a new question is ended with its worker. Once
// all is answered, the searches are timed.

import type { SolveOptions } from "wayline";
import type { App } from "../app";
import { type Pane, questionOf } from "../pane";
import { Timeline } from "../player/timeline";
import { say } from "../words";
import { EngineFailure } from "./session";
import { type Run, timed } from "./timing";

/** A recording that took longer than this is left out while dragging. */
const LIVE_MS = 40;
/** A search that has taken longer than this does not hold up another question. */
const PATIENCE_MS = 600;
const MOST_EVENTS = 4_000_000;
/** Nobody would wait longer. */
export const MOST_MS = 20_000;

/** What is being searched. */
export interface Progress {
  /** Which search, counted from 1, and how many there are. */
  readonly search: number;
  readonly of: number;
  /** When it began, by `performance.now`. */
  readonly since: number;
}

/** A question as it was answered, to be timed. */
interface Asked {
  readonly pane: Pane;
  readonly question: SolveOptions;
  readonly first: Run;
}

export class Solver {
  #asked = 0;
  #questions = 0;
  #running = false;
  #timing = false;
  #live = false;
  #lastMs = 0;
  #startedAt = 0;
  #progress: Progress | null = null;
  /** What was spent once for a map, by what it was spent on: rules and algorithm. */
  #prepared = new Map<string, number>();
  #preparedFor: { map: object; version: number } | null = null;

  constructor(private readonly app: App) {}

  /** Something was asked that is not answered yet. */
  get busy(): boolean {
    return this.#running && !this.#timing;
  }
  /** Answers are there, and being timed. */
  get timing(): boolean {
    return this.#timing;
  }
  get progress(): Progress | null {
    return this.#progress;
  }
  /** How often the engine was asked so far. */
  get questions(): number {
    return this.#questions;
  }

  /** Asks again. `live`: something is being dragged, so a quick answer matters more than a recording. */
  ask(live = false): void {
    this.#asked++;
    this.#live = live;
    if (!this.#running) void this.#run();
    else if (!live) void this.interrupt();
  }

  /** Ends a search that has taken long, so that something else can be asked. */
  async interrupt(): Promise<void> {
    const { app } = this;
    if (this.#running && performance.now() - this.#startedAt > PATIENCE_MS) await app.restart();
  }

  async #run(): Promise<void> {
    const { app } = this;
    this.#running = true;
    let done = 0;
    while (done !== this.#asked) {
      done = this.#asked;
      const overtaken = () => done !== this.#asked;
      const waits = setTimeout(() => app.setBusy(true), 250);
      const live = this.#live;
      const asked = await this.#answer(live, overtaken);
      clearTimeout(waits);
      this.#progress = null;
      // Overtaken: the note stays, the next question follows at once.
      if (overtaken()) continue;
      app.setBusy(false);
      // While something is dragged the next question is near.
      if (live) continue;
      this.#timing = true;
      await this.#time(asked, overtaken);
      this.#timing = false;
    }
    this.#running = false;
    app.setBusy(false);
  }

  async #answer(live: boolean, overtaken: () => boolean): Promise<Asked[]> {
    const { app } = this;
    await app.session.ready();
    const { generation } = app.session;
    const asked: Asked[] = [];
    this.#questions++;
    this.#begin(1, 1);
    if (app.unit) await app.unit.plan(live);
    else
      for (const [index, pane] of [...app.panes].entries()) {
        this.#begin(index + 1, app.panes.length);
        // Stopped: searches that have not started yet are not started.
        if (generation !== app.session.generation) pane.fail(say("chart.stopped"));
        else {
          const answered = await this.#solve(pane, live && this.#lastMs > LIVE_MS, overtaken);
          if (answered) asked.push(answered);
        }
        // Something else was asked meanwhile: the panes after this one are part of that.
        if (overtaken()) break;
      }
    // An overtaken answer is shown all the same: a drag is one long row of questions.
    app.answered(live || overtaken());
    return asked;
  }

  #begin(search: number, of: number): void {
    this.#startedAt = performance.now();
    this.#progress = { search, of, since: this.#startedAt };
  }

  async #solve(pane: Pane, pathOnly: boolean, overtaken: () => boolean): Promise<Asked | null> {
    const { app } = this;
    if (!app.ends) {
      pane.fail(say("page.thereIsNoFreeCell"));
      return null;
    }
    const [from, to] = app.ends;
    const { session, map } = app;
    const { generation } = session;
    const info = app.algorithm(pane.options.algorithm);
    // An answer for a map that is gone is void.
    const gone = () => map !== app.map;
    try {
      const question = { ...questionOf(pane.options, info), from, to, maxMs: MOST_MS };
      if (!pathOnly) await session.warmUp(question);
      const startedAt = performance.now();
      const answer = await session.map.solve(question);
      if (gone()) return null;
      const asked = { pane, question, first: answer };
      if (pathOnly || overtaken() || info?.prepared) {
        pane.take(answer, null);
        return asked;
      }
      // All panes together keep no more events than one would.
      const recorded = await session.map.record(question, { events: Math.floor(MOST_EVENTS / app.panes.length) });
      const timeline = await Timeline.open(recorded.events, map.width * map.height);
      if (gone()) return null;
      pane.take({ ...recorded, ms: answer.ms }, timeline);
      this.#lastMs = performance.now() - startedAt;
      return asked;
    } catch (error) {
      if (gone() || overtaken()) return null;
      if (generation !== session.generation) pane.fail(say("chart.stopped"));
      else {
        pane.fail(error instanceof Error ? error.message : String(error));
        if (error instanceof EngineFailure) await app.restart();
      }
      return null;
    }
  }

  /** Times what was answered, one search after the other; whatever is asked meanwhile comes first. */
  async #time(asked: Asked[], overtaken: () => boolean): Promise<void> {
    const { app } = this;
    const { map, version } = { map: app.map, version: app.map.version };
    if (this.#preparedFor?.map !== map || this.#preparedFor.version !== version) {
      this.#prepared.clear();
      this.#preparedFor = { map, version };
    }
    const { unit } = app;
    /** None of the runs holds up another question for long, however many they are. */
    const began = () => {
      this.#startedAt = performance.now();
    };
    if (unit) {
      // As below: the answer is there already.
      await unit.time(began, () => overtaken() || app.unit !== unit || app.map !== map).catch(() => {});
      return;
    }
    for (const { pane, question, first } of asked) {
      const stopped = () => overtaken() || app.map !== map || !app.panes.includes(pane);
      const again = () => {
        began();
        return app.session.map.solve(question);
      };
      // Only the first question about a map prepares anything: that figure stays as long as the map does.
      const { algorithm, moves, corners, stepCosts, uphill } = question;
      const key = [algorithm, moves, corners, stepCosts, uphill].join();
      const fresh = this.#prepared.has(key) ? undefined : () => app.session.solveFresh(question);
      // A worker that was replaced, or an engine that failed: there is an answer, and that will do.
      const timing = await timed(first, again, stopped, { fresh }).catch(() => null);
      if (stopped()) return;
      if (!timing) continue;
      if (timing.preparation !== null && !this.#prepared.has(key)) this.#prepared.set(key, timing.preparation);
      pane.setTiming({ ...timing, preparation: this.#prepared.get(key) ?? null });
      app.topics.tell("timing");
    }
  }
}
