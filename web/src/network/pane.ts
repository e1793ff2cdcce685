// One search among those compared: its algorithm, and its answer.
import type { NetworkAnswer } from "wayline/networks";
import type { Timeline } from "../player/timeline";

/** Algorithms of the engine's registry that teach something on a network. */
export const ALGORITHMS = [
  { name: "dijkstra", label: "Dijkstra", summary: "by cost alone, in rings around the start" },
  { name: "astar", label: "A*", summary: "cost so far plus an estimate to go: the straight line at the fastest speed" },
  { name: "bidirectional", label: "Bidirectional", summary: "from both ends until they meet" },
  { name: "greedy", label: "Greedy", summary: "by the estimate alone: quick, and easily led astray" },
  { name: "bfs", label: "Breadth-first", summary: "the fewest edges, whatever they cost" },
] as const;
export type AlgorithmName = (typeof ALGORITHMS)[number]["name"];

export interface Pane {
  readonly algorithm: AlgorithmName;
  answer: NetworkAnswer | null;
  timeline: Timeline | null;
  timing: { ms: number; runs: number; resolution: number } | null;
  error: string | null;
}

export function pane(algorithm: AlgorithmName): Pane {
  return { algorithm, answer: null, timeline: null, timing: null, error: null };
}
