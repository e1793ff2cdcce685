// Every algorithm as a few lines, and which of them a search is at: that of the last recorded event, never of a
// timer.
import { CLOSE, EXPAND, GENERATE, UPDATE } from "../player/events";

/** Where a search is: before its first event, at an event of a kind, or over. */
export type Place = "begin" | "expand" | "generate" | "update" | "close" | "found" | "failed";

export interface Program {
  /** Two spaces a level. */
  readonly lines: readonly string[];
  /** The line of each place. */
  readonly at: Readonly<Record<Place, number>>;
}

/** Lines, some with the places they stand for before them: `expand> take …`. */
function program(...marked: string[]): Program {
  const at: Record<string, number> = {};
  const lines = marked.map((line, index) => {
    const [, places, text] = /^(?:([a-z,]+)> )?(.*)$/s.exec(line) ?? [];
    for (const place of places?.split(",") ?? []) at[place] = index;
    return text ?? line;
  });
  for (const place of ["begin", "expand", "generate", "update", "close", "found", "failed"])
    at[place] ??= at.expand ?? 0;
  return { lines, at: at as Record<Place, number> };
}

/** The loop that most of them share; they differ in what comes first. */
function bestFirst(order: string, more: { improve?: boolean } = {}): Program {
  return program(
    "begin> put the start on the open list, g ← 0",
    "while the open list is not empty:",
    `expand>   n ← take the node ${order}`,
    "found>   if n is the goal: the path leads back from n",
    "  for each neighbour m of n, cost ← g(n) + step:",
    "generate>     if m is new: g(m) ← cost, parent ← n, open it",
    ...(more.improve === false ? [] : ["update>     if cost < g(m): g(m) ← cost, parent ← n, open it again"]),
    "close>   close n",
    "failed> there is no path",
  );
}

const JUMPS = program(
  "begin> put the start on the open list, g ← 0",
  "while the open list is not empty:",
  "expand>   n ← take the jump point of least f = g + h",
  "found>   if n is the goal: the path leads back from jump to jump",
  "  for each direction that is not pruned at n:",
  "    go straight on until a wall forces a turn: m",
  "generate>     if m is new: g(m) ← g(n) + distance, open it",
  "update>     if that is cheaper: the same, and open it again",
  "close>   close n",
  "failed> there is no path",
);

export const PROGRAMS: Readonly<Record<string, Program>> = {
  dfs: program(
    "begin> push the start on a stack",
    "while the stack is not empty:",
    "expand>   n ← pop the node pushed last",
    "found>   if n is the goal: the path leads back from n",
    "  for each neighbour m of n:",
    "generate>     if m is new: parent ← n, push it",
    "update>     if m waits on the stack: parent ← n, to its top",
    "close>   close n",
    "failed> there is no path",
  ),
  bfs: program(
    "begin> put the start in a queue",
    "while the queue is not empty:",
    "expand>   n ← take the node that has waited longest",
    "found>   if n is the goal: the path leads back from n",
    "  for each neighbour m of n:",
    "generate>     if m is new: parent ← n, put it at the end",
    "close>   close n",
    "failed> there is no path",
  ),
  dijkstra: bestFirst("of least g"),
  astar: bestFirst("of least f = g + h"),
  greedy: bestFirst("of least h, whatever it cost so far"),
  weighted: bestFirst("of least f = g + w · h"),
  bidirectional: program(
    "begin> open the start, and the goal on a list of its own",
    "best ← none",
    "while a better meeting is possible:",
    "expand>   n ← take the best node of the smaller side",
    "  for each neighbour m of n, on that side:",
    "generate>     if m is new there: g(m) ← cost, open it",
    "update>     if cost < g(m): g(m) ← cost, open it again",
    "    if m was reached from the other side too:",
    "      best ← the cheaper of best and both paths together",
    "close>   close n",
    "found> the path goes through the best meeting",
    "failed> there is no path",
  ),
  jps: JUMPS,
  "jps-bare": JUMPS,
  ida: program(
    "begin> bound ← h(start)",
    "repeat:",
    "  walk depth-first from the start:",
    "expand>     n ← the next node; leave out f = g + h > bound",
    "found>     if n is the goal: the path is the walk",
    "generate,update>     go on to each neighbour of n",
    "close>     turn back from n",
    "  bound ← the least f that was left out",
    "failed> nothing was left out: there is no path",
  ),
  naive: program(
    "begin> put the path (start) in a queue",
    "while the queue is not empty:",
    "expand>   p ← take the path of least f = g + h",
    "found>   if p ends at the goal: it is the path",
    "  for each neighbour m of the end of p:",
    "generate,update>     put p + m in the queue, seen before or not",
    "close>   forget p",
    "failed> gave up, or there is no path",
  ),
  theta: program(
    "begin> put the start on the open list, g ← 0",
    "while the open list is not empty:",
    "expand>   n ← take the node of least f = g + h",
    "found>   if n is the goal: the path leads back from n",
    "  for each neighbour m of n:",
    "    p ← parent(n) if it sees m, else n",
    "generate>     if m is new: g(m) ← g(p) + distance, parent ← p",
    "update>     if that is cheaper: the same, and open it again",
    "close>   close n",
    "failed> there is no path",
  ),
  prepared: program(
    "begin> once for the map: prepare an index",
    "found> read the path from the index",
    "failed> the index says that there is none",
  ),
};

const PLACES: Readonly<Record<number, Place>> = {
  [EXPAND]: "expand",
  [GENERATE]: "generate",
  [UPDATE]: "update",
  [CLOSE]: "close",
};

/** Where a recorded search is after so many of its events. */
export function placeAt(
  events: { kinds: Uint8Array; length: number; missed: number },
  position: number,
  found: boolean,
): Place {
  if (position <= 0) return "begin";
  // The end of a recording that was cut is not the end.
  if (position >= events.length && events.missed === 0) return found ? "found" : "failed";
  return PLACES[events.kinds[position - 1]];
}
