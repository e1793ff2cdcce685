// Keeps the answers up to date: whatever was asked last is searched, what was overtaken meanwhile is
// left out. While something is dragged over a large map only paths are asked for; what the search did
// follows when the pointer rests. A search that holds up a new question is ended with its worker.
import type { App } from "../app";
import type { Pane } from "../pane";
import { Timeline } from "../player/timeline";
import { EngineFailure } from "./session";

/** A recording that took longer than this is left out while dragging. */
const LIVE_MS = 40;
/** A search that has taken longer than this does not hold up another question. */
const PATIENCE_MS = 600;
const MOST_EVENTS = 4_000_000;
/** Nobody would wait longer. */
const MOST_MS = 20_000;

export class Solver {
  #asked = 0;
  #running = false;
  #live = false;
  #lastMs = 0;
  #startedAt = 0;

  constructor(private readonly app: App) {}

  /** Something was asked that is not answered yet. */
  get busy(): boolean {
    return this.#running;
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
    const waits = setTimeout(() => app.setBusy(true), 250);
    let done = 0;
    while (done !== this.#asked) {
      done = this.#asked;
      const live = this.#live;
      const overtaken = () => done !== this.#asked;
      await app.session.ready();
      this.#startedAt = performance.now();
      const { generation } = app.session;
      if (app.unit) await app.unit.plan(live);
      else
        for (const pane of [...app.panes]) {
          // Given up: searches that have not started yet are not started.
          if (generation !== app.session.generation) pane.fail("Given up.");
          else await this.#solve(pane, live && this.#lastMs > LIVE_MS, overtaken);
          // Something else was asked meanwhile: the panes after this one are part of that.
          if (overtaken()) break;
        }
      // An overtaken answer is shown all the same: a drag is one long row of questions.
      app.answered(live || overtaken());
    }
    clearTimeout(waits);
    this.#running = false;
    app.setBusy(false);
  }

  async #solve(pane: Pane, pathOnly: boolean, overtaken: () => boolean): Promise<void> {
    const { app } = this;
    if (!app.ends) return pane.fail("There is no free cell to start from: erase a few walls, or make another map.");
    const [from, to] = app.ends;
    const startedAt = performance.now();
    const { session, map } = app;
    const { generation } = session;
    // An answer for a map that is gone is void.
    const gone = () => map !== app.map;
    try {
      // The time of the search alone, without an observer, comes from the first of the two.
      const question = { ...pane.options, from, to, maxMs: MOST_MS };
      const answer = await session.map.solve(question);
      if (gone()) return;
      if (pathOnly || overtaken() || app.algorithm(pane.options.algorithm)?.prepared) return pane.take(answer, null);
      // All panes together keep no more events than one would.
      const recorded = await session.map.record(question, { events: Math.floor(MOST_EVENTS / app.panes.length) });
      const timeline = await Timeline.open(recorded.events, map.width * map.height);
      if (gone()) return;
      pane.take({ ...recorded, ms: answer.ms }, timeline);
      this.#lastMs = performance.now() - startedAt;
    } catch (error) {
      if (gone() || overtaken()) return;
      if (generation !== session.generation) return pane.fail("Given up.");
      pane.fail(error instanceof Error ? error.message : String(error));
      if (error instanceof EngineFailure) await app.restart();
    }
  }
}
