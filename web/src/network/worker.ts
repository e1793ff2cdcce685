// The engine's module for networks, in a worker: one network at a time.
import init, { WaylineNetwork } from "wayline/networks";
import { serveCalls } from "../engine/calls";
import type { Calls } from "./client";

let network: WaylineNetwork | null = null;

/** How long a search is repeated for its median, in milliseconds, and how often at most. */
const TIMING = { ms: 120, runs: 9 };

/** The smallest step of the clock, in milliseconds. */
function resolution(): number {
  const step = () => {
    const began = performance.now();
    let now = began;
    while (now === began) now = performance.now();
    return now - began;
  };
  // Whatever else the machine does makes it longer, never shorter.
  return Math.min(step(), step(), step(), step(), step());
}

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
    const began = performance.now();
    while (all.length < TIMING.runs && performance.now() - began < TIMING.ms)
      all.push(known().solve(from, to, algorithm).ms);
    all.sort((a, b) => a - b);
    return { ms: all[Math.floor(all.length / 2)], runs: all.length, resolution: resolution() };
  },
});
