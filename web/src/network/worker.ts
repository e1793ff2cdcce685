// The engine's module for networks, in a worker: one network at a time.
import init, { WaylineNetwork } from "wayline/networks";
import { serveCalls } from "../engine/calls";
import { clockResolution, meanOf, median, STEPS } from "../engine/timing";
import type { Calls } from "./client";

let network: WaylineNetwork | null = null;

/** How long a search is repeated, in milliseconds, and how often at most: for a median, or for a mean. */
const TIMING = { ms: 120, median: 9, mean: 300 };

function keep(made: WaylineNetwork): void {
  network?.free();
  network = made;
}

function known(): WaylineNetwork {
  if (!network) throw new Error("no network is open");
  return network;
}

serveCalls<Calls>(init(), {
  generate: (spec) => {
    keep(WaylineNetwork.generate(spec));
    return known().parts();
  },
  read: (name, bytes, nodes, bothWays, unit) => {
    keep(WaylineNetwork.read(name, bytes, nodes, bothWays, unit));
    return known().parts();
  },
  make: (...parts) => {
    keep(WaylineNetwork.fromParts(...parts));
    return known().parts();
  },
  setCost: (edge, cost) => known().setCost(edge, cost),
  setClosed: (edge, closed) => known().setClosed(edge, closed),
  solve: (from, to, algorithm) => known().solve(from, to, algorithm),
  record: (from, to, algorithm, most) => known().record(from, to, algorithm, most),
  reach: (from, within) => known().reach(from, within),
  time: (from, to, algorithm) => {
    const all: number[] = [];
    const resolution = clockResolution();
    const began = performance.now();
    const run = (most: number) => {
      while (all.length < most && performance.now() - began < TIMING.ms)
        all.push(known().solve(from, to, algorithm).ms);
    };
    run(TIMING.median);
    // A clock that is too coarse for a median is not for a mean of many.
    const mean = median(all) < STEPS * resolution;
    if (mean) run(TIMING.mean);
    return { ms: mean ? meanOf(all, resolution) : median(all), runs: all.length, mean, resolution };
  },
});
