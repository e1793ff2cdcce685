// One search among those compared: what is asked, and the answer.
import type { Answer, SolveOptions } from "wayline";
import type { Timeline } from "./player/timeline";

/** The options of a search that the page sets: ends and limits are asked for by the solver. */
export type Options = Pick<
  SolveOptions,
  "algorithm" | "heuristic" | "open" | "corners" | "moves" | "ties" | "weight" | "uphill" | "stepCosts" | "closest"
>;

export const DEFAULT_OPTIONS: Readonly<Options> = {
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

export const MOST_PANES = 4;

export class Pane {
  #options: Readonly<Options>;
  #answer: Answer | null = null;
  #timeline: Timeline | null = null;
  #error: string | null = null;

  constructor(options: Readonly<Options>) {
    this.#options = { ...DEFAULT_OPTIONS, ...options };
  }

  get options(): Readonly<Options> {
    return this.#options;
  }
  get answer(): Answer | null {
    return this.#answer;
  }
  get timeline(): Timeline | null {
    return this.#timeline;
  }
  get error(): string | null {
    return this.#error;
  }

  change(patch: Partial<Options>): void {
    this.#options = { ...this.#options, ...patch };
  }
  take(answer: Answer, timeline: Timeline | null): void {
    this.#set(answer, timeline, null);
  }
  fail(error: string): void {
    this.#set(null, null, error);
  }
  forget(): void {
    this.#set(null, null, null);
  }
  #set(answer: Answer | null, timeline: Timeline | null, error: string | null): void {
    this.#answer = answer;
    this.#timeline = timeline;
    this.#error = error;
  }
}
