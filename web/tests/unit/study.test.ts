import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { MapModel } from "../../src/map/model";
import { NONE, Timeline } from "../../src/player/timeline";
import { judge } from "../../src/study/predict";
import { lineAt, momentAt, PROGRAMS } from "../../src/study/pseudocode";
import { agrees, buckets, comesFirst, type Entry, OpenList, structureOf, type Tree } from "../../src/study/structures";
import { LANGUAGES } from "../../src/words";
import { recording } from "./recordings";

/** Dijkstra over a map of random steps, recorded as the engine does: what a search really pushes and pops. */
function searched(side: number, seed: number) {
  let random = seed;
  const next = () => {
    random = (Math.imul(random, 1103515245) + 12345) & 0x7fffffff;
    return random;
  };
  const map = new MapModel(side, side);
  const costs = Array.from({ length: side * side }, () => 1 + (next() % 5));
  const [g, closed] = [new Map([[0, 0]]), new Set<number>()];
  const events: Parameters<typeof recording>[0] = [{ kind: 1, cell: 0, parent: NONE, g: 0, f: 0 }];
  const pushed = new Map([[0, 0]]);
  while (g.size > closed.size) {
    const open = [...g.keys()].filter((cell) => !closed.has(cell));
    const cell = open.reduce((best, one) => {
      const [a, b] = [g.get(one)!, g.get(best)!];
      return a < b || (a === b && pushed.get(one)! > pushed.get(best)!) ? one : best;
    });
    closed.add(cell);
    events.push({ kind: 0, cell, parent: NONE, g: g.get(cell)!, f: g.get(cell)! });
    const [x, y] = [cell % side, Math.floor(cell / side)];
    for (const [dx, dy] of [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ]) {
      const to = map.cell(x + dx, y + dy);
      if (to === null || closed.has(to)) continue;
      const cost = g.get(cell)! + costs[to];
      const known = g.get(to);
      if (known !== undefined && known <= cost) continue;
      g.set(to, cost);
      pushed.set(to, events.length);
      events.push({ kind: known === undefined ? 1 : 2, cell: to, parent: cell, g: cost, f: cost });
    }
    events.push({ kind: 3, cell, parent: NONE, g: g.get(cell)!, f: g.get(cell)! });
  }
  return recording(events);
}

describe("an open list as its structure", () => {
  it("holds what is open, after every event, forwards and back", () => {
    for (const seed of [1, 2, 3]) {
      const events = searched(7, seed);
      const [timeline, list] = [new Timeline(events, 49), new OpenList(events)];
      for (const position of [...Array(events.length + 1).keys(), 20, 3, events.length, 0]) {
        timeline.seek(position);
        list.seek(position);
        expect(agrees(list, timeline.states)).toBe(true);
      }
    }
  });

  it("is a heap and a pairing heap whose least is what the search takes next", () => {
    const events = searched(9, 5);
    const list = new OpenList(events);
    const ordered = (tree: Tree): boolean =>
      tree.children.every((child) => !comesFirst(child.entry, tree.entry) && ordered(child));
    const size = (tree: Tree): number => tree.children.reduce((sum, child) => sum + size(child), 1);
    let pops = 0;
    for (let position = 0; position < events.length; position++) {
      list.seek(position);
      const { heap, tree } = list;
      for (let at = 1; at < heap.length; at++) expect(comesFirst(heap[at], heap[(at - 1) >> 2])).toBe(false);
      if (tree) expect([ordered(tree), size(tree)]).toEqual([true, list.entries.size]);
      if (events.kinds[position] !== 0) continue;
      pops++;
      const first = heap.filter((entry) => !list.outdated(entry)).reduce((a, b) => (comesFirst(b, a) ? b : a));
      expect([first.node, tree?.entry.node]).toEqual([events.cells[position], events.cells[position]]);
    }
    expect(pops).toBe(81);
  });

  it("has buckets by whole f, the newest of each on top", () => {
    const entry = (node: number, f: number): Entry => ({ node, g: 0, f, event: node });
    const found = buckets([entry(1, 7.4), entry(2, 5), entry(3, 7)]);
    expect(found.map(({ f, entries }) => [f, entries.map(({ node }) => node)])).toEqual([
      [5, [2]],
      [7, [3, 1]],
    ]);
  });

  it("is that of the algorithm", () => {
    const all = [
      structureOf("dfs", "heap"),
      structureOf("bfs", "auto"),
      structureOf("astar", "node-array"),
      structureOf("astar", "bucket"),
      structureOf("jps", "auto"),
    ];
    expect(all).toEqual(["stack", "queue", "array", "bucket", "heap"]);
  });
});

describe("pseudocode", () => {
  const events = recording([
    { kind: 1, cell: 0, parent: NONE },
    { kind: 0, cell: 0, parent: NONE },
    { kind: 2, cell: 1, parent: 0 },
    { kind: 3, cell: 0, parent: NONE },
  ]);

  it("is at the line of the last event, and at the end only where nothing was cut", () => {
    const moments = [0, 1, 2, 3, 4].map((position) => momentAt(events, position, true));
    expect(moments).toEqual(["begin", "generate", "expand", "update", "found"]);
    expect(momentAt(events, 4, false)).toBe("failed");
    expect(momentAt({ ...events, missed: 9 }, 4, true)).toBe("close");
  });

  it("is read from the engine's text, whole", () => {
    const text = readFileSync(new URL("../../../crates/wayline/src/question/pseudocode.md", import.meta.url), "utf8");
    const names = [...text.matchAll(/^## (.*)$/gm)].flatMap(([, names]) => names.split(", "));
    expect(Object.keys(PROGRAMS)).toEqual(names);
    expect(names).toContain("jps-bare");
    for (const [name, lines] of Object.entries(PROGRAMS)) {
      for (const { moment, level, text: line } of lines)
        expect(text, name).toContain(`\n${moment.padEnd(10)}${"  ".repeat(level)}${line}\n`);
      const at = (["begin", "found", "failed"] as const).map((moment) => lineAt(lines, moment));
      expect(new Set(at).size, name).toBe(3);
      expect(Math.min(...at), name).toBe(0);
    }
    expect(PROGRAMS.dijkstra.map(({ text }) => text).join()).not.toContain("f =");
    // What our search never does, another program's trace of it may.
    expect(lineAt(PROGRAMS.bfs, "update")).toBe(lineAt(PROGRAMS.bfs, "expand"));
  });

  it("says the same in other languages, line by line", async () => {
    const lines = new Set(Object.values(PROGRAMS).flatMap((lines) => lines.map(({ text }) => text)));
    for (const name of ["de"] as const) {
      const { pseudocode } = await LANGUAGES[name].book();
      expect(Object.keys(pseudocode).sort()).toEqual([...lines].sort());
      for (const [english, own] of Object.entries(pseudocode)) {
        expect(own.endsWith(":"), own).toBe(english.endsWith(":"));
        expect(own).not.toBe(english);
      }
    }
  });
});

describe("a prediction", () => {
  const events = recording([
    { kind: 1, cell: 0, parent: NONE, f: 4 },
    { kind: 0, cell: 0, parent: NONE, f: 4 },
    { kind: 1, cell: 1, parent: 0, f: 5 },
    { kind: 1, cell: 2, parent: 0, f: 5 },
    { kind: 1, cell: 3, parent: 0, f: 9 },
    { kind: 0, cell: 2, parent: 0, f: 5 },
  ]);
  const name = (node: number) => `#${node}`;
  const timeline = new Timeline(events, 6);
  timeline.seek(5);

  it("is right, as good, or wrong, and says why", () => {
    expect(judge(timeline, 2, name)).toMatchObject({ right: true, next: 2, text: "Right: #2, f 5.00." });
    expect(judge(timeline, 1, name)).toMatchObject({ right: true, text: expect.stringContaining("tie rule takes #2") });
    expect(judge(timeline, 3, name)).toMatchObject({ right: false, text: "#3 has f 9.00: it was #2, f 5.00." });
    expect(judge(timeline, 5, name)).toMatchObject({ right: false, text: expect.stringContaining("not open") });
    expect(judge(timeline, 2, name).position).toBe(6);
    timeline.seek(6);
    expect(judge(timeline, 2, name)).toMatchObject({ next: NONE, right: false });
  });
});
