// Many queries by several algorithms, in a worker of their own; what came of them, as a table and as CSV.
import type { Answer } from "wayline";
import type { MapClient } from "wayline/client";
import { median } from "../engine/timing";
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
const REPEATS = 3;

/** Runs them one by one, query by query; `done` gets each row. Stops when `stopped` says so. */
export async function runQueries(
  map: MapClient,
  queries: readonly Query[],
  algorithms: readonly string[],
  done: (row: Row) => void,
  stopped: () => boolean,
): Promise<void> {
  // What is derived from the map at the first question is not a part of any.
  for (const algorithm of algorithms) {
    if (stopped()) return;
    await map.solve({ ...asked(queries[0]), algorithm });
  }
  for (const query of queries) {
    for (const algorithm of algorithms) {
      const times: number[] = [];
      let answer: Answer | null = null;
      for (let repeat = 0; repeat < REPEATS && (repeat === 0 || times[0] < 50); repeat++) {
        answer = await map.solve({ ...asked(query), algorithm });
        if (stopped()) return;
        times.push(answer.ms);
      }
      if (!answer) return;
      const { outcome, cost, expanded } = answer;
      done({ algorithm, query, outcome, cost, expanded, ms: median(times) });
    }
  }
}

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
