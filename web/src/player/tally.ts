// How much of each kind a search had done after this many events. This follows from the events alone,
// so it is counted once, and a seek need not count.
import { CLOSED, type Events, EXPAND, GENERATE, OPEN, STATE_AFTER, UPDATE } from "./events";

export interface Counts {
  expanded: number;
  /** Reached for the first time (by each frontier, where a search has two). */
  generated: number;
  /** Reached more cheaply: improved while open, or reopened. */
  updated: number;
  /** Those of the updated that were closed. */
  reopened: number;
  /** Nodes that are closed now. */
  closed: number;
  /** Nodes that are open now. */
  open: number;
  /** The most that were open at a time so far. */
  largestOpen: number;
}

/** Counts are kept once in this many events; what comes after is counted on from there. */
const STRIDE = 2048;

export class Tally {
  readonly #events: Events;
  readonly #before: Uint32Array;
  /** Counts after every multiple of the stride that was reached. */
  readonly #kept: Counts[] = [
    { expanded: 0, generated: 0, updated: 0, reopened: 0, closed: 0, open: 0, largestOpen: 0 },
  ];

  /** The lowest two bits of `before` are for each event the state of its node before it. */
  constructor(events: Events, before: Uint32Array) {
    this.#events = events;
    this.#before = before;
  }

  /** Counts this many events, of which `before` is known by now. */
  extend(to: number): void {
    for (let kept = this.#kept.length; kept * STRIDE <= to; kept++) {
      this.#kept.push(this.#countOn(this.#kept[kept - 1], (kept - 1) * STRIDE, kept * STRIDE));
    }
  }

  /** After this many events. */
  at(position: number): Counts {
    const nearest = Math.floor(position / STRIDE);
    return this.#countOn(this.#kept[nearest], nearest * STRIDE, position);
  }

  #countOn(counts: Counts, from: number, to: number): Counts {
    const { kinds } = this.#events;
    let { expanded, generated, updated, reopened, closed, open, largestOpen } = counts;
    for (let i = from; i < to; i++) {
      const kind = kinds[i];
      const before = this.#before[i] & 3;
      const after = STATE_AFTER[kind];
      if (kind === EXPAND) {
        expanded++;
      } else if (kind === GENERATE) {
        generated++;
      } else if (kind === UPDATE) {
        updated++;
        if (before === CLOSED) reopened++;
      }
      if (before === after) continue;
      if (before === OPEN) open--;
      else if (before === CLOSED) closed--;
      if (after === CLOSED) closed++;
      else if (++open > largestOpen) largestOpen = open;
    }
    return { expanded, generated, updated, reopened, closed, open, largestOpen };
  }
}
