/** A cell: its number y * width + x, [x, y], or "x,y". */
export type CellLike = number | [number, number] | string;

export interface Choice {
  name: string;
  summary: string;
}

export interface AlgorithmInfo extends Choice {
  /** Its paths are optimal (with an admissible heuristic). */
  optimal: boolean;
  /** It reads from an index that is made of the map at the first question. It cannot be recorded. */
  prepared: boolean;
  /** It uses a heuristic. */
  informed: boolean;
  /** It can be run with any open list. */
  takesOpen: boolean;
  /** It uses the option `weight`. */
  takesWeight: boolean;
  /** It needs a map without terrain. */
  plainGridsOnly: boolean;
  /** Stopped after this many expansions unless given. */
  cap: number | null;
}

/** A parameter of a generator: `name=value` in its line. */
export interface ParameterInfo extends Choice {
  default: number;
  least: number;
  most: number;
  step: number;
}

export interface GeneratorInfo extends Choice {
  parameters: ParameterInfo[];
}

export interface GroundInfo {
  name: string;
  /** What bodies know it by. */
  letter: string;
  /** Cells with this multiplier, up to that of the next, are this ground to bodies. */
  multiplier: number;
}

export interface Registry {
  algorithms: AlgorithmInfo[];
  openLists: Choice[];
  heuristics: Choice[];
  corners: Choice[];
  ties: Choice[];
  /** The kinds of map that `WaylineMap.generate` makes. */
  generators: GeneratorInfo[];
  /** Kinds of ground, and the multiplier that stands for each on a map, the least first. */
  grounds: GroundInfo[];
  /** Presets of bodies. */
  bodies: Choice[];
}

/** Everything has a default. Names that do not exist are errors, not ignored. */
export interface SolveOptions {
  /** Left out, the map's own start, else a cell far from the goal. */
  from?: CellLike;
  to?: CellLike;
  /** A name from `algorithms().algorithms`; "auto" unless given. */
  algorithm?: string;
  /** Neighbours of a cell; 8 unless given. */
  moves?: 4 | 8;
  /** When a diagonal may pass a blocked cell; "never" unless given. */
  corners?: "never" | "one" | "always";
  /** "exact" (1 and the root of 2, the default), "uniform" (1 and 1), or two numbers. */
  stepCosts?: "exact" | "uniform" | [number, number] | string;
  /** What each unit of elevation gained costs; 0 unless given. */
  uphill?: number;
  /** One name or several, of which the largest estimate counts. */
  heuristic?: string | string[];
  /** Changes the time, never the answer. */
  open?: string;
  ties?: "newest" | "high-g" | "low-g";
  /** Of "weighted": at most a given number of times the optimum; 1.5 unless given. */
  weight?: number;
  stop?: "settled" | "generated";
  /** Where no path exists, go to the closest cell that can be reached. */
  closest?: boolean;
  /** Answer at once where start and goal are known to be apart: true for solve, false for record. */
  shortcut?: boolean;
  maxExpansions?: number;
  maxCost?: number;
  maxMs?: number;
  /** "path" (the default): every move and the cost; "dijkstra" or true: that, and the optimum. */
  verify?: "none" | "path" | "dijkstra" | boolean;
}

export interface Counts {
  expanded: number;
  generated: number;
  reopened: number;
  largestOpen: number;
}

export interface Answer extends Counts {
  found: boolean;
  outcome: "found" | "unreachable" | "limit";
  /** Which limit: "expansions", "cost", "time". */
  limit: string | null;
  /** Found, and no path costs less. */
  optimal: boolean;
  /** At most this many times the optimum; null where nothing is known. */
  bound: number | null;
  /** null where there is no path. */
  cost: number | null;
  steps: number;
  /** Cell numbers, both ends included; empty where there is no path. */
  path: Uint32Array;
  /** Where it bends, its ends included. */
  turns: Uint32Array;
  /** The path goes straight from turn to turn, not along the grid. */
  anyAngle: boolean;
  /** The algorithm that was run: "auto" has become a particular one. */
  algorithm: string;
  from: number;
  to: number;
  /** Milliseconds of the search alone. */
  ms: number;
  /** What the judge says; null if not asked. */
  verified: boolean | null;
  /** What the judge found wrong. */
  flaw: string | null;
}

/** Kinds of events, as in `Events.kinds`. */
export type EventKind = 0 /* expand */ | 1 /* generate */ | 2 /* update */ | 3 /* close */;

/** What a search did, event by event: entry i of each array belongs to event i. */
export interface Events {
  length: number;
  /** How many events more there were than were to be kept. */
  missed: number;
  kinds: Uint8Array;
  cells: Uint32Array;
  /** 0xFFFFFFFF for a start. */
  parents: Uint32Array;
  /** To 24 bits: for showing. The answer's cost is exact. */
  g: Float32Array;
  f: Float32Array;
}

export interface Recording extends Answer {
  events: Events;
}

export interface BodyOptions {
  /** A name from `algorithms().bodies`; "tank" unless given. */
  preset?: string;
  /** Rows of a body heading east: P the pivot, # other cells, . nothing. */
  footprint?: string;
  /** In place of a preset: what `readRules` of "wayline/rules" makes of TOML. */
  rules?: string;
}

/** A placement: its number (y * width + x) * 4 + heading (E, N, W, S), [x, y, "E"], or "x,y,E". */
export type BodyPlace = number | [number, number, string] | string;

export interface BodyQuery {
  from: BodyPlace;
  /** Also "x,y" for any heading, "x,y~2" for at most two cells away. */
  to: BodyPlace | [number, number];
  /** "auto" unless given; also zero, euclid, steps, free, field. */
  estimate?: string;
  backward?: boolean;
  maxExpansions?: number;
  maxCost?: number;
  maxMs?: number;
  /** Find out why there is no way: takes a few searches more. */
  why?: boolean;
}

export interface BodyAnswer extends Counts {
  found: boolean;
  outcome: "found" | "unreachable" | "limit";
  limit: string | null;
  optimal: boolean;
  /** In time units. */
  cost: number | null;
  steps: number;
  /** Placement numbers. */
  path: Uint32Array;
  ms: number;
  verified: boolean | null;
  flaw: string | null;
  why: string | null;
  /** The cells that `why` speaks of. */
  whyCells: Uint32Array;
}

/** The cells and parents of its events are placement numbers. */
export interface BodyRecording extends BodyAnswer {
  events: Events;
}

export interface Replanned extends BodyAnswer {
  /** How what is known is used again: "paths" from the unit, or a "field" grown from the goal. */
  method: "paths" | "field";
  /** Of how many placements something is known now. */
  learnt: number;
  /** How many bounds were lowered first, because something became cheaper. */
  repaired: number;
  /** The placements that were expanded by this very plan, in order. */
  expandedPlaces: Uint32Array;
}

export interface ReplannedRecording extends Replanned {
  events: Events;
}
