import { describe, expect, it } from "vitest";
import {
  CLOSE,
  CLOSED,
  type Events,
  EXPAND,
  GENERATE,
  NONE,
  OPEN,
  Timeline,
  UNTOUCHED,
  UPDATE,
} from "../../src/player/timeline";
import { dice, type Entry, recording } from "./recordings";

/** Events in any order at all: whatever a search does is among them. */
function anything(length: number, nodes: number, random: () => number): Events {
  const entries: Entry[] = [];
  for (let i = 0; i < length; i++) {
    entries.push({
      kind: Math.floor(random() * 4),
      cell: Math.floor(random() * nodes),
      parent: random() < 0.1 ? NONE : Math.floor(random() * nodes),
      g: Math.floor(random() * 100),
      f: Math.floor(random() * 100),
    });
  }
  return recording(entries);
}

/** What is known after this many events, computed in the plainest way. */
function replay(events: Events, nodes: number, position: number) {
  const states = new Array<number>(nodes).fill(UNTOUCHED);
  const last = new Array<number>(nodes).fill(0);
  const paths = new Array<number[]>(nodes).fill([]);
  const reached = new Map<string, number[]>();
  const counts = { expanded: 0, generated: 0, updated: 0, reopened: 0, closed: 0, open: 0, largestOpen: 0 };
  let current = NONE;
  for (let i = 0; i < position; i++) {
    const [kind, node, parent] = [events.kinds[i], events.cells[i], events.parents[i]];
    // The path there: by the parent as it is now, unless this was reached from that parent before.
    const key = `${node} from ${parent}`;
    const through = [...(paths[parent] ?? []), node];
    if (kind === GENERATE || kind === UPDATE) reached.set(key, through);
    paths[node] = reached.get(key) ?? through;
    if (kind === EXPAND) [current, counts.expanded] = [node, counts.expanded + 1];
    if (kind === GENERATE) counts.generated++;
    if (kind === UPDATE) counts.updated++;
    if (kind === UPDATE && states[node] === CLOSED) counts.reopened++;
    states[node] = kind === GENERATE || kind === UPDATE ? OPEN : CLOSED;
    last[node] = i + 1;
    counts.open = states.filter((state) => state === OPEN).length;
    counts.closed = states.filter((state) => state === CLOSED).length;
    counts.largestOpen = Math.max(counts.largestOpen, counts.open);
  }
  return { states, last, counts, current, paths };
}

function expectSame(timeline: Timeline, nodes: number) {
  const { events, position } = timeline;
  const truth = replay(events, nodes, position);
  expect([...timeline.states]).toEqual(truth.states);
  expect([...timeline.last]).toEqual(truth.last);
  expect(timeline.counts).toEqual(truth.counts);
  expect(timeline.current).toBe(truth.current);
  for (let node = 0; node < nodes; node++) {
    expect([...timeline.path(node)]).toEqual(truth.paths[node]);
    const event = truth.last[node] - 1;
    if (event < 0) {
      expect([timeline.g(node), timeline.f(node), timeline.h(node)]).toEqual([NaN, NaN, NaN]);
      expect(timeline.parent(node)).toBe(NONE);
    } else {
      expect(timeline.g(node)).toBe(events.g[event]);
      expect(timeline.f(node)).toBe(events.f[event]);
      expect(timeline.h(node)).toBe(events.f[event] - events.g[event]);
      expect(timeline.parent(node)).toBe(events.parents[event]);
    }
  }
}

describe("Timeline", () => {
  it("is after any seeks what a replay from the beginning is", () => {
    const random = dice(1);
    for (let round = 0; round < 60; round++) {
      const nodes = 1 + Math.floor(random() * 12);
      const events = anything(Math.floor(random() * 80), nodes, random);
      const timeline = new Timeline(events, nodes);
      expect(timeline.position).toBe(0);
      for (let i = 0; i < 12; i++) {
        const before = [...timeline.last];
        const to = Math.floor(random() * (events.length + 1));
        const { first, end } = timeline.seek(to);
        expect(timeline.position).toBe(to);
        expectSame(timeline, nodes);
        before.forEach((event, node) => {
          if (event !== timeline.last[node]) expect(node >= first && node < end).toBe(true);
        });
      }
    }
  });

  it("keeps to that over many snapshots", () => {
    const random = dice(2);
    const nodes = 50;
    const events = anything(700_000, nodes, random);
    const timeline = new Timeline(events, nodes);
    const stops = Array.from({ length: 30 }, () => Math.floor(random() * events.length));
    for (const stop of [...stops, 262_144, 262_143, 393_216, 524_288, 700_000, 699_999, 0]) {
      timeline.seek(stop);
      const last = new Uint32Array(nodes);
      const kinds = [0, 0, 0, 0];
      for (let i = 0; i < stop; i++) {
        last[events.cells[i]] = i + 1;
        kinds[events.kinds[i]]++;
      }
      const states = Array.from(
        last,
        (event) => [UNTOUCHED, CLOSED, OPEN, OPEN, CLOSED][event && 1 + events.kinds[event - 1]],
      );
      expect(timeline.last).toEqual(last);
      expect([...timeline.states]).toEqual(states);
      const { expanded, generated, updated, open, closed } = timeline.counts;
      expect([expanded, generated, updated]).toEqual(kinds.slice(0, 3));
      expect(open).toBe(states.filter((state) => state === OPEN).length);
      expect(closed).toBe(states.filter((state) => state === CLOSED).length);
      expect(timeline.expansionAt(stop)).toBe(expanded);
    }
  });

  it("counts a reopened node as updated, reopened and open", () => {
    const timeline = new Timeline(
      recording([
        { kind: GENERATE, cell: 0, parent: NONE },
        { kind: EXPAND, cell: 0, parent: NONE },
        { kind: GENERATE, cell: 1, parent: 0 },
        { kind: CLOSE, cell: 0, parent: NONE },
        { kind: EXPAND, cell: 1, parent: 0 },
        { kind: UPDATE, cell: 0, parent: 1 },
        { kind: CLOSE, cell: 1, parent: 0 },
      ]),
      2,
    );
    timeline.seek(Infinity);
    expect(timeline.counts).toEqual({
      expanded: 2,
      generated: 2,
      updated: 1,
      reopened: 1,
      closed: 1,
      open: 1,
      largestOpen: 1,
    });
    expect([...timeline.states]).toEqual([OPEN, CLOSED]);
    expect([...timeline.path(0)]).toEqual([0, 1, 0]);
    timeline.seek(5);
    expect(timeline.counts.reopened).toBe(0);
    expect([...timeline.states]).toEqual([CLOSED, CLOSED]);
  });

  it("keeps the two frontiers of a search from both ends apart", () => {
    // 0 - 1 - 2 - 3 - 4, from 0 and from 4: 2 is reached by both, closed by the second.
    const timeline = new Timeline(
      recording([
        { kind: GENERATE, cell: 0, parent: NONE },
        { kind: GENERATE, cell: 4, parent: NONE },
        { kind: EXPAND, cell: 0, parent: NONE },
        { kind: GENERATE, cell: 1, parent: 0 },
        { kind: CLOSE, cell: 0, parent: NONE },
        { kind: EXPAND, cell: 1, parent: 0 },
        { kind: GENERATE, cell: 2, parent: 1 },
        { kind: CLOSE, cell: 1, parent: 0 },
        { kind: EXPAND, cell: 4, parent: NONE },
        { kind: GENERATE, cell: 3, parent: 4 },
        { kind: CLOSE, cell: 4, parent: NONE },
        { kind: EXPAND, cell: 3, parent: 4 },
        { kind: GENERATE, cell: 2, parent: 3 },
        { kind: CLOSE, cell: 3, parent: 4 },
        { kind: CLOSE, cell: 2, parent: 1 },
      ]),
      5,
    );
    timeline.seek(14);
    expect([...timeline.path(2)]).toEqual([4, 3, 2]);
    timeline.seek(15);
    expect([...timeline.path(2)]).toEqual([0, 1, 2]);
    expect(timeline.counts.open).toBe(0);
  });

  it("steps by expansion", () => {
    const timeline = new Timeline(
      recording([
        { kind: GENERATE, cell: 0, parent: NONE },
        { kind: EXPAND, cell: 0, parent: NONE },
        { kind: GENERATE, cell: 1, parent: 0 },
        { kind: CLOSE, cell: 0, parent: NONE },
        { kind: EXPAND, cell: 1, parent: 0 },
        { kind: CLOSE, cell: 1, parent: 0 },
      ]),
      2,
    );
    expect(timeline.expansions).toBe(2);
    expect([-1, 0, 1, 2, 9, NaN].map((n) => timeline.positionOf(n))).toEqual([1, 1, 4, 6, 6, 1]);
    expect([0, 1, 2, 3, 4, 5, 6].map((n) => timeline.expansionAt(n))).toEqual([0, 0, 1, 1, 1, 2, 2]);
    for (let n = 0; n <= 2; n++) expect(timeline.expansionAt(timeline.positionOf(n))).toBe(n);
  });

  it("takes no events, and positions that are none", () => {
    const empty = new Timeline(recording([]), 4);
    const { first, end } = empty.seek(3);
    expect(first >= end).toBe(true);
    expect(empty.position).toBe(0);
    expect(empty.current).toBe(NONE);
    expect(empty.positionOf(1)).toBe(0);
    expect([...empty.path(2)]).toEqual([]);
    const one = new Timeline(recording([{ kind: GENERATE, cell: 0, parent: NONE }]), 1);
    for (const [asked, got] of [
      [NaN, 0],
      [Infinity, 1],
      [-5, 0],
      [0.9, 0],
      [1.5, 1],
    ]) {
      one.seek(asked);
      expect(one.position).toBe(got);
    }
    expect([...one.path(77)]).toEqual([]);
  });

  it("refuses a recording of another map", () => {
    expect(() => new Timeline(recording([{ kind: GENERATE, cell: 4, parent: NONE }]), 4)).toThrow("node 4 of 4");
    expect(() => new Timeline(recording([{ kind: 9, cell: 0, parent: NONE }]), 4)).toThrow("unknown kind 9");
  });
});
