// One search among those compared: its algorithm, and its answer.

import type { NetworkAnswer } from "wayline/networks";
import type { Timeline } from "../player/timeline";
import { say } from "../words";

/** Algorithms of the engine's registry that teach something on a network, and the climbing of a hierarchy. */
export const ALGORITHMS = [
  { name: "dijkstra", label: "Dijkstra", summary: say("network.byCostAloneInRings") },
  { name: "astar", label: "A*", summary: say("network.costSoFarPlusAn") },
  { name: "bidirectional", label: say("network.bidirectional"), summary: say("network.fromBothEndsUntilThey") },
  { name: "hierarchy", label: say("network.hierarchy"), summary: say("network.preparedOnceBothEnds") },
  { name: "greedy", label: say("network.greedy"), summary: say("network.byTheEstimateAloneQuick") },
  { name: "bfs", label: say("network.breadthFirst"), summary: say("network.theFewestEdgesWhateverThey") },
] as const;
export type AlgorithmName = (typeof ALGORITHMS)[number]["name"];

export interface Pane {
  readonly algorithm: AlgorithmName;
  answer: NetworkAnswer | null;
  timeline: Timeline | null;
  timing: { ms: number; runs: number; mean: boolean; resolution: number } | null;
  error: string | null;
}

export function pane(algorithm: AlgorithmName): Pane {
  return { algorithm, answer: null, timeline: null, timing: null, error: null };
}
