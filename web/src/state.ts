// The words that the page's state is written in.
import type { Paint } from "./map/model";

export type Layer =
  | "open"
  | "closed"
  | "g"
  | "h"
  | "f"
  | "parents"
  | "jumps"
  | "learnt"
  | "values"
  | "grid"
  | "contours"
  | "field";
export type Tool = "move" | "wall" | "free" | "ground" | "danger" | "rectangle" | "fill" | "pan";
export type Ends = readonly [start: number, goal: number];
export const DEFAULT_LAYERS: readonly Layer[] = ["open", "closed", "learnt", "grid"];

export interface Brush {
  readonly size: number;
  readonly multiplier: number;
  /** What entering a dangerous cell costs more. */
  readonly danger: number;
  /** What boxes and fills paint is what was painted last. */
  readonly kind: Paint["kind"];
}

/** What a generator made, before anything was painted. */
export interface Made {
  readonly spec: string;
  readonly blocked: Uint8Array;
  readonly multipliers: Float32Array;
}
