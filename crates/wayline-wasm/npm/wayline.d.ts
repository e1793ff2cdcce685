import type { WaylineMap } from "./engine.js";

export { WaylineMap, algorithms, judge, record, solve, version } from "./engine.js";
export type {
  AlgorithmInfo, Answer, BodyAnswer, BodyOptions, BodyPlace, BodyQuery, BodyRecording, CellLike, Choice, Counts,
  EventKind, Events, GeneratorInfo, GroundInfo, ParameterInfo, Recording, Registry, Replanned, ReplannedRecording,
  SolveOptions,
} from "./engine.js";
export { WaylineBody, WaylineReplanner } from "./bodies.js";

export type Source = URL | string | Request | Response | BufferSource | WebAssembly.Module;

/**
 * Loads the engine, once; everything else needs it. `source` is where the module is, if not beside
 * the JavaScript.
 */
export function init(source?: Source): Promise<void>;

/** Loads what bodies need, once: before the first `WaylineBody` is made. */
export function initBodies(source?: Source): Promise<void>;

/** A map from the bytes of a PNG file: black is blocked, white is plain, the darker the slower. */
export function readPicture(bytes: Uint8Array): Promise<WaylineMap>;

/** The bytes of a PNG file. Elevation is an error, and so is a multiplier for which there is no grey. */
export function writePicture(map: WaylineMap): Promise<Uint8Array>;
