// "Predict the next cell": which one will the search expand next? A guess is judged by the recording.

import type { App } from "../app";
import { NONE, OPEN, type Timeline } from "../player/timeline";
import { decimal, say } from "../words";

export interface Verdict {
  readonly right: boolean;
  /** The node that is expanded next; NONE if the search is over. */
  readonly next: number;
  readonly text: string;
  /** Where the time line goes then: just after that expansion. */
  readonly position: number;
}

/** Values that are shown to two digits are equal if they differ by less. */
const SAME = 1e-3;

export function judge(timeline: Timeline, guess: number, name: (node: number) => string): Verdict {
  const expansion = timeline.expansionAt(timeline.position);
  if (expansion >= timeline.expansions)
    return { right: false, next: NONE, text: say("study.theSearchIsOverGo"), position: timeline.length };
  const event = timeline.positionOf(expansion);
  const next = timeline.events.cells[event];
  const least = timeline.events.f[event];
  const position = timeline.positionOf(expansion + 1);
  const said = { next, position };
  if (guess === next)
    return { ...said, right: true, text: say("study.rightF", { next: name(next), least: decimal(least, 2) }) };
  if (timeline.states[guess] !== OPEN)
    return {
      ...said,
      right: false,
      text: say("study.isNotOpenItWas", { guess: name(guess), next: name(next), least: decimal(least, 2) }),
    };
  const f = timeline.f(guess);
  if (Math.abs(f - least) < SAME)
    return { ...said, right: true, text: say("study.asGoodFIsThe", { next: name(next) }) };
  return {
    ...said,
    right: false,
    text: say("study.hasFItWasF", { guess: name(guess), f: decimal(f, 2), next: name(next), least: decimal(least, 2) }),
  };
}

/** How well the next cells were predicted. */
export interface Guesses {
  readonly right: number;
  readonly asked: number;
  /** What was said of the last one. */
  readonly verdict: string;
}
const NO_GUESSES: Guesses = { right: 0, asked: 0, verdict: "" };

/** While it is on, a click on a cell is a guess at which one is expanded next. */
export class Predictions {
  #on = false;
  #guesses = NO_GUESSES;

  constructor(private readonly app: App) {}

  get on(): boolean {
    return this.#on;
  }
  get guesses(): Guesses {
    return this.#guesses;
  }

  set(on: boolean): void {
    const { player, topics } = this.app;
    this.#on = on;
    this.#guesses = NO_GUESSES;
    if (on) {
      player.pause();
      // At the end there is nothing to guess.
      if (player.at >= player.length) player.seek(0);
    }
    topics.tell("predict", "position");
  }

  /** Judges a guess, and goes on to what really came next. */
  guess(cell: number): void {
    const { app } = this;
    const { timeline } = app.pane;
    if (!timeline || app.unit) return;
    const { width } = app.map;
    const verdict = judge(timeline, cell, (node) => `(${node % width}, ${Math.floor(node / width)})`);
    const { right, asked } = this.#guesses;
    if (verdict.next === NONE) this.#guesses = { right, asked, verdict: verdict.text };
    else {
      this.#guesses = { right: right + Number(verdict.right), asked: asked + 1, verdict: verdict.text };
      app.player.seek(app.player.by === "event" ? verdict.position : timeline.expansionAt(verdict.position));
    }
    app.topics.tell("predict");
    app.announce(verdict.text);
  }
}
