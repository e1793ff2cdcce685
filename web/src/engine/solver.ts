// Keeps the answers up to date: whatever was asked last is searched, what was overtaken meanwhile is
// left out. While something is dragged over a large map only paths are asked for; what the search did
// follows when the pointer rests.
import type { App, Pane } from "../app";
import { Timeline } from "../player/timeline";
import { EngineFailure } from "./session";

/** A recording that took longer than this is left out while dragging. */
const LIVE_MS = 40;
const MOST_EVENTS = 4_000_000;
/** Nobody waits longer for a page. */
const MOST_MS = 20_000;

export class Solver {
  #asked = 0;
  #running = false;
  #live = false;
  #lastMs = 0;

  constructor(private readonly app: App) {}

  /** Something was asked that is not answered yet. */
  get busy(): boolean {
    return this.#running;
  }

  /** Asks anew. `live`: something is being dragged, so a quick answer matters more than a recording. */
  ask(live = false): void {
    this.#asked++;
    this.#live = live;
    if (!this.#running) void this.#run();
  }

  async #run(): Promise<void> {
    const { app } = this;
    this.#running = true;
    const waits = setTimeout(() => app.setBusy(true), 250);
    let done = 0;
    try {
      while (done !== this.#asked) {
        done = this.#asked;
        const live = this.#live;
        if (app.unit) await app.unit.plan(live);
        else for (const pane of [...app.panes]) {
          await this.#solve(pane, live && this.#lastMs > LIVE_MS);
          // Somebody asked something else meanwhile: the panes after this one come with that.
          if (done !== this.#asked) break;
        }
        // Whoever is overtaken is shown all the same: a drag is one long row of questions.
        app.answered(live || done !== this.#asked);
      }
    } finally {
      clearTimeout(waits);
      this.#running = false;
      app.setBusy(false);
    }
  }

  async #solve(pane: Pane, pathOnly: boolean): Promise<void> {
    const { app } = this;
    if (!app.ends) return pane.fail("There is no free cell to start from: erase a few walls, or make another map.");
    const [from, to] = app.ends;
    const began = performance.now();
    const { session } = app;
    const { generation } = session;
    try {
      // The time of the search alone, with nobody watching, is told by the first of the two.
      const question = { ...pane.options, from, to, maxMs: MOST_MS };
      const answer = await session.map.solve(question);
      if (pathOnly || app.algorithm(pane.options.algorithm)?.prepared) return pane.take(answer, null);
      const recorded = await session.map.record(question, { events: MOST_EVENTS });
      pane.take({ ...recorded, ms: answer.ms }, await Timeline.open(recorded.events, app.map.width * app.map.height));
      this.#lastMs = performance.now() - began;
    } catch (error) {
      if (generation !== session.generation) return pane.fail("Given up.");
      if (error instanceof EngineFailure) await session.restart(app.map);
      pane.fail(error instanceof Error ? error.message : String(error));
    }
  }
}
