// One search among those compared: what is asked, and the answer.
import type { AlgorithmInfo, Answer, SolveOptions } from "wayline";
import type { Timing } from "./engine/timing";
import type { Timeline } from "./player/timeline";

/** The options of a search that the page sets: ends and limits are asked for by the solver. */
export type Options = Pick<
  SolveOptions,
  "algorithm" | "heuristic" | "open" | "corners" | "moves" | "ties" | "weight" | "uphill" | "stepCosts" | "closest"
>;

export const DEFAULT_OPTIONS: Readonly<Options> = {
  algorithm: "astar",
  heuristic: "auto",
  // The engine's choice: nothing is sent. A list that is named would make "auto" choose astar.
  open: "auto",
  corners: "never",
  moves: 8,
  ties: "newest",
  weight: 1.5,
  uphill: 0,
  stepCosts: "exact",
  closest: false,
};

export const MOST_PANES = 4;

/** What is sent to the engine: only what the algorithm uses, and nothing that is left to it. */
export function questionOf(options: Readonly<Options>, info: AlgorithmInfo | undefined): Options {
  const { heuristic, open, ties, weight, ...question } = options;
  return {
    ...question,
    ...(info?.informed ? { heuristic } : {}),
    ...(info?.takesOpen && open !== "auto" ? { open } : {}),
    ...(info?.takesOpen && ties !== DEFAULT_OPTIONS.ties ? { ties } : {}),
    ...(info?.takesWeight ? { weight } : {}),
  };
}

export class Pane {
  #options: Readonly<Options>;
  #answer: Answer | null = null;
  #timeline: Timeline | null = null;
  #error: string | null = null;
  #timing: Timing | null = null;

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
  /** How long the search takes, measured after it was answered; null until then. */
  get timing(): Timing | null {
    return this.#timing;
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
  setTiming(timing: Timing): void {
    this.#timing = timing;
  }
  forget(): void {
    this.#set(null, null, null);
  }
  #set(answer: Answer | null, timeline: Timeline | null, error: string | null): void {
    this.#answer = answer;
    this.#timeline = timeline;
    this.#error = error;
    this.#timing = null;
  }
}
