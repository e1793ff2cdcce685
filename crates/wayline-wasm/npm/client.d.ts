import type {
  Answer, BodyAnswer, BodyOptions, BodyPlace, BodyQuery, BodyRecording, Recording, Registry, Replanned,
  ReplannedRecording, SolveOptions,
} from "./engine.js";

/** The engine itself failed: out of memory, or a defect. Open a new one. */
export class EngineFailure extends Error {}

export interface OpenOptions {
  /** Makes the worker, if a bundler has to know about it. */
  worker?: () => Worker;
  /** Where the module is, if not beside the JavaScript; or the module itself. */
  source?: string | URL | WebAssembly.Module;
}

/** The engine in a worker of its own. Calls are answered in the order in which they were made. */
export class Wayline {
  private constructor();
  static open(options?: OpenOptions): Promise<Wayline>;
  algorithms(): Promise<Registry>;
  version(): Promise<string>;
  /** A map of free cells. */
  create(width: number, height: number): Promise<MapClient>;
  /** The map of a generator, such as "maze:64x64:seed=1". */
  generate(spec: string): Promise<MapClient>;
  /** A map from the bytes of a file: Moving AI, PNG or ASCII. */
  read(bytes: Uint8Array): Promise<MapClient>;
  /** Ends the worker at once, whatever it is doing. Pending calls are rejected, and maps are gone. */
  close(): void;
}

/** A map in the worker: a `WaylineMap` with promises. */
export class MapClient {
  private constructor();
  readonly width: number;
  readonly height: number;
  /**
   * `ms` is the search alone; `totalMs` the whole call: also what is prepared or derived from the map at the first
   * question, and the judge.
   */
  solve(options?: SolveOptions): Promise<Answer & { totalMs: number }>;
  record(options?: SolveOptions, limits?: { events?: number }): Promise<Recording>;
  judge(path: Uint32Array, options?: SolveOptions): Promise<number>;
  start(): Promise<number | undefined>;
  goal(): Promise<number | undefined>;
  setStart(cell: number | undefined): Promise<void>;
  setGoal(cell: number | undefined): Promise<void>;
  ends(): Promise<Uint32Array>;
  freeCells(): Promise<number>;
  components(): Promise<number>;
  blocked(): Promise<Uint8Array>;
  multipliers(): Promise<Float32Array>;
  elevations(): Promise<Int32Array>;
  setBlocked(cells: Uint32Array, blocked: boolean): Promise<number>;
  setAllBlocked(cells: Uint8Array): Promise<number>;
  setMultiplier(cells: Uint32Array, multiplier: number): Promise<number>;
  setElevation(cells: Uint32Array, elevation: number): Promise<number>;
  write(format: "map" | "txt" | "png"): Promise<Uint8Array>;
  clone(): Promise<MapClient>;
  resized(width: number, height: number): Promise<MapClient>;
  body(options?: BodyOptions): Promise<BodyClient>;
  free(): Promise<void>;
}

/** A body in the worker: a `WaylineBody` with promises. */
export class BodyClient {
  private constructor();
  plan(query: BodyQuery): Promise<BodyAnswer>;
  record(query: BodyQuery, limits?: { events?: number }): Promise<BodyRecording>;
  /** Plans to one goal again and again, and remembers what earlier plans have learnt. */
  replanner(to: BodyPlace | [number, number]): Promise<ReplannerClient>;
  judge(path: Uint32Array, from: BodyPlace, to: BodyPlace): Promise<number>;
  covers(at: BodyPlace): Promise<Int32Array>;
  unfit(at: BodyPlace): Promise<{ why: string; cells: Uint32Array } | null>;
  setGround(cells: Uint32Array, ground: string): Promise<void>;
  sync(map: MapClient): Promise<number>;
  free(): Promise<void>;
}

/** A replanner in the worker: a `WaylineReplanner` with promises. */
export class ReplannerClient {
  private constructor();
  /** The cheapest path from a placement; after edits, `sync` the body first. */
  plan(from: BodyPlace): Promise<Replanned>;
  record(from: BodyPlace, limits?: { events?: number }): Promise<ReplannedRecording>;
  /** The cells where something is known about a placement of the body. */
  learnt(): Promise<Uint32Array>;
  free(): Promise<void>;
}
