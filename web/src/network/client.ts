// The worker with the engine's module for networks, by promises.
import type { NetworkAnswer, NetworkParts, NetworkRecording, Reached } from "wayline/networks";
import { Caller } from "../engine/calls";

/** What the worker answers. */
export interface Calls {
  generate(spec: string): NetworkParts;
  read(name: string, bytes: Uint8Array, nodes: Uint8Array | undefined, bothWays: boolean, unit: string): NetworkParts;
  make(
    ids: string[],
    names: string[],
    positions: Float64Array,
    from: Uint32Array,
    to: Uint32Array,
    costs: Float64Array,
    edgeNames: string[],
    unit: string,
  ): NetworkParts;
  setCost(edge: number, cost: number): void;
  setClosed(edge: number, closed: boolean): void;
  solve(from: number, to: number, algorithm: string): NetworkAnswer;
  record(from: number, to: number, algorithm: string, most: number): NetworkRecording;
  reach(from: number, within: number): Reached;
  /** The median of several runs without recording. */
  time(from: number, to: number, algorithm: string): { ms: number; runs: number; mean: boolean; resolution: number };
}

export const openNetworkEngine = () =>
  new Caller<Calls>(() => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }));
