// Recordings to test with: at random, and a real search on an empty map.
import type { Events } from "../../src/player/timeline";

/** Numbers from 0 up to 1 that are the same in every run. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export interface Entry {
  kind: number;
  cell: number;
  parent: number;
  g?: number;
  f?: number;
}

export function recording(entries: Entry[]): Events {
  return {
    length: entries.length,
    missed: 0,
    kinds: Uint8Array.from(entries, (entry) => entry.kind),
    cells: Uint32Array.from(entries, (entry) => entry.cell),
    parents: Uint32Array.from(entries, (entry) => entry.parent),
    g: Float32Array.from(entries, (entry) => entry.g ?? 0),
    f: Float32Array.from(entries, (entry) => entry.f ?? 0),
  };
}
