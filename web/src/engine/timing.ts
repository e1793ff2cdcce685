// Times that can be believed: a search is repeated without recording, the first runs only warm up, and the
// median of the others counts. A clock with coarse steps says 0 or 1 step of a short search, and how often it says
// which depends on how long it is: there, the mean of many runs counts. What the first run spent beyond a later one is
// preparation: tables derived from the map, an index.

export interface Timing {
  /** The median or the mean, in milliseconds, of the search alone. */
  readonly ms: number;
  /** Of how many runs. */
  readonly runs: number;
  /** It is the mean: the clock is too coarse for a median. */
  readonly mean: boolean;
  /** What the first question about this map spent beyond a repeat; null where that is not known. */
  readonly preparation: number | null;
  /** The clock's smallest step, in milliseconds: browsers make it coarse on purpose. */
  readonly resolution: number;
}

/** The engine's two times of one question. */
export interface Run {
  /** The search alone. */
  ms: number;
  /** The whole call. */
  totalMs: number;
}

/** A search that takes longer is not repeated: nobody waits for it. */
const LONG_MS = 300;
const WARM_UPS = 2;
const [FEWEST, MOST] = [5, 31];
/** Together, the counted runs of one search take about this long. */
const BUDGET_MS = 60;
/** A median of fewer steps of the clock than this says little: the mean of this many runs does, within so long. */
export const STEPS = 8;
const MOST_SHORT = 400;
/** Runs that are this many steps above the median were interrupted. */
const STRAY = 5;
const SHORT_BUDGET_MS = 250;

/** A first run that took longer is long because of what it prepared, not because the machine was busy. */
const CLEAR_MS = 150;
const FIRSTS = 2;

/**
 * Runs a question until its median is known. `first` is the run that answered it; `fresh` is one on a map about
 * which nothing was asked yet. Null if `stopped` says so meanwhile.
 */
export async function timed(
  first: Run,
  run: () => Promise<Run>,
  stopped: () => boolean,
  { fresh, resolution = clockResolution() }: { fresh?: () => Promise<Run>; resolution?: number } = {},
): Promise<Timing | null> {
  if (first.totalMs > LONG_MS && first.ms > LONG_MS)
    return { ms: first.ms, runs: 1, mean: false, preparation: null, resolution };
  const counted: Run[] = [];
  let spent = 0;
  for (let runs = 0; counted.length < MOST && (counted.length < FEWEST || spent < BUDGET_MS); runs++) {
    const one = await run();
    if (stopped()) return null;
    // A slow search needs no warming up, and one is enough to know its time.
    if (runs < WARM_UPS && one.ms < BUDGET_MS) continue;
    counted.push(one);
    spent += one.totalMs;
    if (spent > 4 * BUDGET_MS) break;
  }
  const mean = median(counted.map(({ ms }) => ms)) < STEPS * resolution;
  // Those were a warm-up, then: browsers compile what runs often once more.
  if (mean) counted.length = 0;
  for (const until = performance.now() + SHORT_BUDGET_MS; mean && counted.length < MOST_SHORT; ) {
    counted.push(await run());
    if (stopped()) return null;
    if (performance.now() > until) break;
  }
  const whole = median(counted.map(({ totalMs }) => totalMs));
  // Of several first runs the least counts: whatever else the machine did only makes them longer.
  let least = first.totalMs;
  for (let firsts = 0; fresh && firsts < FIRSTS && least - whole < CLEAR_MS; firsts++) {
    least = Math.min(least, (await fresh()).totalMs);
    if (stopped()) return null;
  }
  const times = counted.map(({ ms }) => ms);
  return {
    ms: mean ? meanOf(times, resolution) : median(times),
    runs: counted.length,
    mean,
    preparation: Math.max(0, least - whole),
    resolution,
  };
}

/** Without those that are far above the others: what else the machine did meanwhile is not the search's. */
export function meanOf(values: readonly number[], resolution: number): number {
  const most = median(values) + STRAY * resolution;
  const kept = values.filter((value) => value <= most);
  return kept.reduce((sum, value) => sum + value, 0) / kept.length;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

let known: number | undefined;

/** Of this browser's clock; that of workers is the same. */
export function clockResolution(): number {
  known ??= resolutionOf(() => performance.now());
  return known;
}

/** The smallest difference that a clock shows. */
export function resolutionOf(now: () => number): number {
  let least = Infinity;
  // A millisecond is the coarsest that browsers have.
  for (let looks = 0, began = now(); looks < 8 && now() - began < 12; looks++) {
    const before = now();
    let after = now();
    while (after === before) after = now();
    least = Math.min(least, after - before);
  }
  // To a round number: the differences have rounding errors of their own.
  return Number(least.toPrecision(1));
}
