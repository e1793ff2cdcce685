/** Everything that is drawn of a network: entry i of an array belongs to node i or to edge i. */
export interface NetworkParts {
  /** What costs are measured in: "seconds", "metres", "kilometres", or "" for whatever the file's numbers mean. */
  unit: "seconds" | "metres" | "kilometres" | "";
  ids: string[];
  names: string[];
  /** Latitude and longitude of each node, one after the other; null where the file has none. */
  positions: Float64Array | null;
  from: Uint32Array;
  to: Uint32Array;
  costs: Float64Array;
  /** The points between the ends of edge i are points[2 * firstPoint[i]] to points[2 * firstPoint[i + 1] - 1]. */
  firstPoint: Uint32Array;
  points: Float64Array;
  edgeNames: string[];
  nameOfEdge: Uint32Array;
  /** What of the file is not in the network, and why. */
  leftOut: string[];
}

export interface NetworkAnswer {
  found: boolean;
  outcome: "found" | "unreachable" | "limit";
  limit: string | null;
  cost: number | null;
  expanded: number;
  generated: number;
  reopened: number;
  largestOpen: number;
  /** What the judge says of the path; null if there is none. */
  verified: boolean | null;
  flaw: string | null;
  /** Nodes, and the edges between them. */
  path: Uint32Array;
  edges: Uint32Array;
  /** Which algorithm answered: one of the engine's, or "hierarchy". */
  algorithm: string;
  optimal: boolean;
  ms: number;
  /** How long the hierarchy took to prepare; null where nothing was. */
  preparedMs: number | null;
}

/** What a search did: entry i of each array belongs to event i; `cells` are nodes. */
export interface NetworkRecording extends NetworkAnswer {
  events: {
    length: number;
    missed: number;
    kinds: Uint8Array;
    cells: Uint32Array;
    parents: Uint32Array;
    g: Float32Array;
    f: Float32Array;
  };
}

/** What is within a cost of a node. */
export interface Reached {
  nodes: Uint32Array;
  costs: Float64Array;
  /** Each edge that begins at a node that is reached, and how much of it there is money for, from 0 to 1. */
  edges: Uint32Array;
  shares: Float64Array;
}
