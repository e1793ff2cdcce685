import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CLOSE, EXPAND, GENERATE, NONE, Timeline, UPDATE } from "../../src/player/timeline";
import { endOf, type Trace, writePosthoc } from "../../src/share/posthoc";
import { readPosthoc, TraceError } from "../../src/share/posthoc-read";
import { dice, type Entry, recording } from "./recordings";

/** Written by the command: wayline solve --trace. */
const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}.trace.yaml`, import.meta.url), "utf8");

/** Costs of an event are kept to 24 bits: compare no more of them. */
const rounded = (text: string) => text.replace(/\d+\.\d+/g, (number) => String(Math.fround(Number(number))));

const HEAD = "version: 1.4.0\nevents:\n";

describe("traces", () => {
  it("that the command wrote are read", () => {
    const trace = readPosthoc(fixture("astar"));
    expect([trace.width, trace.height, trace.from, trace.to]).toEqual([4, 3, 0, 11]);
    expect(trace.end).toEqual({ cell: 11, parent: 10, cost: 5 });
    const timeline = new Timeline(trace.events, 12);
    timeline.seek(Infinity);
    // What the command said of this search.
    const { expanded, generated, updated, reopened, largestOpen } = timeline.counts;
    expect({ expanded, generated: generated + updated, reopened, largestOpen }).toEqual({
      expanded: 7,
      generated: 9,
      reopened: 0,
      largestOpen: 2,
    });
    expect([...timeline.path(11)]).toEqual([0, 4, 8, 9, 10, 11]);
    expect(timeline.g(11)).toBe(5);
  });

  it("are written as the command writes them", () => {
    for (const name of ["astar", "bidirectional"]) {
      const [text, trace] = [fixture(name), readPosthoc(fixture(name))];
      const again = writePosthoc(trace).join("");
      expect(rounded(again)).toBe(rounded(text));
      expect(readPosthoc(again)).toEqual(trace);
    }
  });

  it("come back as they were", () => {
    const random = dice(11);
    for (let round = 0; round < 100; round++) {
      const [width, height] = [1 + Math.floor(random() * 9), 1 + Math.floor(random() * 9)];
      const any = () => Math.floor(random() * width * height);
      const seen = [0, width * height - 1];
      const entries: Entry[] = Array.from({ length: Math.floor(random() * 60) }, () => {
        const [cell, parent] = [any(), random() < 0.2 ? NONE : seen[Math.floor(random() * seen.length)]];
        seen.push(cell);
        const g = random() < 0.05 ? Infinity : random() * 10 ** Math.floor(random() * 8);
        return { kind: Math.floor(random() * 4), cell, parent, g, f: g * 1.5 };
      });
      const events = { ...recording(entries), missed: Math.floor(random() * 3) };
      const end = random() < 0.5 ? null : endOf(Uint32Array.of(seen[0], seen[1]), 12.25);
      const trace: Trace = { width, height, from: 0, to: width * height - 1, events, end };
      expect(readPosthoc(writePosthoc(trace).join(""))).toEqual(trace);
    }
  });

  it("are written in pieces", () => {
    const events = recording(Array.from({ length: 25_000 }, (_, i) => ({ kind: GENERATE, cell: i % 9, parent: NONE })));
    const pieces = writePosthoc({ width: 3, height: 3, from: 0, to: 8, events, end: null });
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(1_000_000);
    expect(readPosthoc(pieces.join("")).events.length).toBe(25_000);
  });

  it("of others are read too: fields on lines of their own, JSON, ids of any kind, unknown events", () => {
    const yaml = `version: 1.4.0
events:
  - type: source  # where it begins
    id: "a"
    x: 0
    y: 1
  - type: comment   # nothing of ours
    id: z
  - { type: 'generating', id: a, x: 0, y: 1, pId: null, g: 0 } # {first}
  - {id: b, type: updating, pId: a, x: 3, y: 0, g: 1.5, f: .inf}
views:
  main: []
`;
    const json = JSON.stringify({
      version: "1.4.0",
      events: [
        { type: "source", id: "a", x: 0, y: 1 },
        { type: "generating", id: "a", x: 0, y: 1, pId: null, g: 0 },
        { type: "updating", id: "b", x: 3, y: 0, pId: "a", g: 1.5, f: ".inf" },
      ],
    });
    for (const text of [yaml, json, yaml.replaceAll("\n", "\r\n")]) {
      const { width, height, from, events } = readPosthoc(text);
      expect([width, height, from, events.length]).toEqual([4, 2, 4, 2]);
      expect([...events.kinds]).toEqual([GENERATE, UPDATE]);
      expect([...events.cells]).toEqual([4, 3]);
      expect([...events.parents]).toEqual([NONE, 4]);
      expect([...events.g, ...events.f]).toEqual([0, 1.5, 0, Infinity]);
    }
  });

  it("know the width of the map, though the search saw only a part of it", () => {
    const events = recording([
      { kind: EXPAND, cell: 1025, parent: NONE },
      { kind: CLOSE, cell: 2050, parent: 1025 },
    ]);
    const trace: Trace = { width: 1024, height: 1000, from: 1025, to: 2050, events, end: null };
    const read = readPosthoc(writePosthoc(trace).join(""));
    expect([read.width, read.height]).toEqual([1024, 3]);
    expect(read.events).toEqual(events);
  });

  it("that are none are refused, and nothing else is thrown", () => {
    const wrong: [string, string][] = [
      ["", "no events"],
      ["hello", "no events"],
      ["{", "not JSON"],
      ["{}", "no list of events"],
      ['{"events": [1]}', "Event 1 is not an object"],
      [`${HEAD}- hello`, "Line 3 is not an event"],
      [`${HEAD}  type: source`, "Line 3 is not an event"],
      [`${HEAD}- {type: source}`, "a type and an id"],
      [`${HEAD}- {type: source, id: 1}`, "expected x and y"],
      [`${HEAD}- {type: source, id: 1, x: 5000, y: 0}`, "0 to 4095"],
      [`${HEAD}- {type: source, id: 1, x: 0.5, y: 0}`, "expected x and y"],
      [`${HEAD}- {type: closing, id: 1, x: 0, y: 0, pId: 2}`, "parent 2"],
      [`${HEAD}- {type: closing, id: 1, x: 0, y: 0}\n- {type: closing, id: 1, x: 1, y: 0}`, "Line 4: the id 1"],
    ];
    for (const [text, sentence] of wrong) {
      expect(() => readPosthoc(text)).toThrow(TraceError);
      expect(() => readPosthoc(text)).toThrow(sentence);
    }
    const random = dice(12);
    const source = fixture("astar");
    const letters = [..."a019{}:,- \n#.\"'~"];
    for (let round = 0; round < 2000; round++) {
      const at = Math.floor(random() * source.length);
      const letter = letters[Math.floor(random() * letters.length)];
      const text = source.slice(0, at) + letter + source.slice(at + Math.floor(random() * 4));
      try {
        const { events, width, height } = readPosthoc(text);
        new Timeline(events, width * height);
      } catch (error) {
        expect(error).toBeInstanceOf(TraceError);
      }
    }
  });
});
