// Many queries by several algorithms, in a worker of their own; what came of them, as a table and as CSV.
import type { Answer } from "wayline";
import type { MapClient } from "wayline/client";
import { clockResolution, meanOf, median, STEPS } from "../engine/timing";
import type { Query } from "./scenario";

export interface Row {
  readonly algorithm: string;
  readonly query: Query;
  readonly outcome: Answer["outcome"];
  readonly cost: number | null;
  readonly expanded: number;
  readonly ms: number;
}

export interface Summary {
  readonly algorithm: string;
  readonly queries: number;
  readonly found: number;
  /** Found, at another cost than the scenario's. */
  readonly differing: number;
  readonly medianMs: number;
  readonly slowestMs: number;
  readonly medianExpanded: number;
}

/** Nobody would wait longer for one query. */
const MOST_MS = 10_000;
/** Costs in files are rounded. */
const SLACK = 1e-3;
/** How often a query is run: for a median, or for a mean where the clock is too coarse for that. */
const REPEATS = { median: 3, mean: 15 };

/** Runs them one by one, query by query; `done` gets each row. Stops when `stopped` says so. */
export async function runQueries(
  map: MapClient,
  queries: readonly Query[],
  algorithms: readonly string[],
  done: (row: Row) => void,
  stopped: () => boolean,
): Promise<void> {
  const resolution = clockResolution();
  // What is derived from the map at the first question is not a part of any.
  for (const algorithm of algorithms) {
    if (stopped()) return;
    await map.solve({ ...asked(queries[0]), algorithm });
  }
  for (const query of queries) {
    for (const algorithm of algorithms) {
      const answer = await map.solve({ ...asked(query), algorithm });
      const times = [answer.ms];
      const short = answer.ms < STEPS * resolution;
      const repeats = answer.ms > 50 ? 1 : short ? REPEATS.mean : REPEATS.median;
      while (times.length < repeats && !stopped()) times.push((await map.solve({ ...asked(query), algorithm })).ms);
      if (stopped()) return;
      const { outcome, cost, expanded } = answer;
      done({ algorithm, query, outcome, cost, expanded, ms: short ? meanOf(times, resolution) : median(times) });
    }
  }
}

/** What a time of a query is good for, by a clock with such steps. */
export const fineness = (resolution: number): number => resolution / Math.sqrt(REPEATS.mean);

function asked({ from, to }: Query) {
  return { from: from.join(), to: to.join(), maxMs: MOST_MS };
}

export function summarise(rows: readonly Row[]): Summary[] {
  const names = [...new Set(rows.map(({ algorithm }) => algorithm))];
  return names.map((algorithm) => {
    const own = rows.filter((row) => row.algorithm === algorithm);
    return {
      algorithm,
      queries: own.length,
      found: own.filter(({ outcome }) => outcome === "found").length,
      differing: own.filter(differs).length,
      medianMs: median(own.map(({ ms }) => ms)),
      slowestMs: Math.max(...own.map(({ ms }) => ms)),
      medianExpanded: median(own.map(({ expanded }) => expanded)),
    };
  });
}

export function differs({ outcome, cost, query }: Row): boolean {
  return outcome === "found" && cost !== null && Math.abs(cost - query.cost) > SLACK * Math.max(1, query.cost);
}

export function csvOf(rows: readonly Row[]): string {
  const head = "algorithm,from_x,from_y,to_x,to_y,scenario_cost,outcome,cost,expanded,ms";
  const lines = rows.map(({ algorithm, query, outcome, cost, expanded, ms }) =>
    [algorithm, ...query.from, ...query.to, query.cost, outcome, cost ?? "", expanded, Number(ms.toFixed(4))].join(),
  );
  return `${[head, ...lines].join("\n")}\n`;
}
