// The engine's module for crowds, in a worker: one world at a time.
import init, { WaylineCrowd } from "wayline/crowds";
import { serveCalls } from "../engine/calls";
import type { Calls } from "./app";

let crowd: WaylineCrowd | null = null;

function keep(made: WaylineCrowd) {
  crowd?.free();
  crowd = made;
  return { width: made.width, height: made.height, blocked: made.blocked() };
}

function known(): WaylineCrowd {
  if (!crowd) throw new Error("no map is open");
  return crowd;
}

serveCalls<Calls>(init(), {
  generate: (spec) => keep(WaylineCrowd.generate(spec)),
  read: (bytes) => keep(WaylineCrowd.read(bytes)),
  add: (cells) => known().add(cells),
  sendGroup: (units, cell) => {
    known().sendGroup(units, cell);
    return known().goals();
  },
  sendEach: (units, cells) => {
    known().sendEach(units, cells);
    return known().goals();
  },
  setBlocked: (cells, blocked) => known().setBlocked(cells, blocked),
  tick: (count) => Array.from({ length: count }, () => known().tick()),
});
