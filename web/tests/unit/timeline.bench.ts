// How long a time line takes to make and to seek in, in the form that browsers get:
// npx esbuild tests/unit/timeline.bench.ts --bundle --format=esm | node --input-type=module
import { CLOSE, type Events, EXPAND, GENERATE, NONE, Timeline, UPDATE } from "../../src/player/timeline";
import { dice, recording } from "./recordings";

const WIDTH = 1024;
const NODES = WIDTH * WIDTH;
const LENGTH = 4_000_000;

/** A flood from the middle, every cell four times updated less often than it is looked at. */
function flood(): Events {
  const random = dice(5);
  const events = { ...recording([]), length: LENGTH };
  events.kinds = new Uint8Array(LENGTH);
  events.cells = new Uint32Array(LENGTH);
  events.parents = new Uint32Array(LENGTH);
  events.g = new Float32Array(LENGTH);
  events.f = new Float32Array(LENGTH);
  let at = 0;
  const tell = (kind: number, cell: number, parent: number) => {
    if (at === LENGTH) return;
    [events.kinds[at], events.cells[at], events.parents[at], events.g[at]] = [kind, cell, parent, at];
    at++;
  };
  const queue = [NODES / 2 + WIDTH / 2];
  const seen = new Uint8Array(NODES);
  seen[queue[0]] = 1;
  tell(GENERATE, queue[0], NONE);
  for (let head = 0; head < queue.length; head++) {
    const cell = queue[head];
    tell(EXPAND, cell, NONE);
    for (const step of [1, -1, WIDTH, -WIDTH, WIDTH + 1, WIDTH - 1, 1 - WIDTH, -WIDTH - 1]) {
      const next = cell + step;
      if (next < 0 || next >= NODES) continue;
      if (!seen[next]) {
        seen[next] = 1;
        queue.push(next);
        tell(GENERATE, next, cell);
      } else if (random() < 0.11) tell(UPDATE, next, cell);
    }
    tell(CLOSE, cell, NONE);
  }
  // The rest as depth-first iterations would do it: the same cells again.
  while (at < LENGTH) tell(at % 3, Math.floor(random() * NODES), NONE);
  return events;
}

/** Cells in no order at all: the most a memory can be made to wait. */
function scattered(): Events {
  const random = dice(6);
  const events = flood();
  for (let i = 0; i < LENGTH; i++) {
    events.cells[i] = Math.floor(random() * NODES);
    events.kinds[i] = Math.floor(random() * 4);
  }
  return events;
}

/** The least of three times: other programs share the machine. */
function least(prepare: () => void, run: () => void): number {
  let time = Infinity;
  for (let round = 0; round < 3; round++) {
    prepare();
    const began = performance.now();
    run();
    time = Math.min(time, performance.now() - began);
  }
  return time;
}

for (const [name, events] of [
  ["flood", flood()],
  ["scattered", scattered()],
] as const) {
  let timeline = new Timeline(events, NODES);
  const made = least(
    () => {},
    () => (timeline = new Timeline(events, NODES)),
  );
  const random = dice(7);
  const anywhere = () => Math.floor(random() * (LENGTH + 1));
  const times = Array.from({ length: 1000 }, () => {
    const [from, to] = [anywhere(), anywhere()];
    return least(
      () => timeline.seek(from),
      () => timeline.seek(to),
    );
  }).sort((a, b) => a - b);
  const [p50, p99, max] = [times[500], times[990], times[999]].map((time) => time.toFixed(2));
  console.log(`${name}: made in ${made.toFixed(0)} ms; a seek takes p50 ${p50}, p99 ${p99}, at most ${max} ms`);
}
