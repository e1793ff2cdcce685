import { describe, expect, it } from "vitest";
import { csvOf, differs, type Row, summarise } from "../../src/queries/run";
import { powers, ticks } from "../../src/queries/scatter";
import { readScenario, spread } from "../../src/queries/scenario";

const FILE = "version 1\n0\ta b.map\t5\t3\t0\t0\t4\t2\t4.828\r\n1\ta b.map\t5\t3\t1\t1\t2\t1\t1\n\n";

describe("scenarios", () => {
  it("are read, names with blanks and either end of line included", () => {
    expect(readScenario(FILE)).toEqual({
      map: "a b.map",
      width: 5,
      height: 3,
      queries: [
        { from: [0, 0], to: [4, 2], cost: 4.828 },
        { from: [1, 1], to: [2, 1], cost: 1 },
      ],
    });
    expect(readScenario("version 1.0\n0 x.map 5 3 0 0 4 2 4.8").queries).toHaveLength(1);
  });

  it("that are wrong are refused, with the line", () => {
    const reading = (text: string) => () => readScenario(text);
    expect(reading("map x")).toThrow("version 1");
    expect(reading("version 1\n")).toThrow("no queries");
    expect(reading("version 1\n0\tx.map\t5\t3\t0\t0\t4\t2")).toThrow("Line 2");
    expect(reading("version 1\n0\tx.map\t5\t3\t0\t-1\t4\t2\t1")).toThrow("Line 2");
    expect(reading("version 1\n0\tx.map\t5\t3\t0\t0\t5\t2\t1")).toThrow("outside of the map of 5x3");
    expect(reading(`${FILE.trimEnd()}\n0\tx.map\t6\t3\t0\t0\t4\t2\t1`)).toThrow("another size");
  });

  it("are spread from the first to the last", () => {
    const all = Array.from({ length: 101 }, (_, at) => at);
    expect(spread(all, 5)).toEqual([0, 25, 50, 75, 100]);
    expect([spread(all, 1), spread(all, 500).length]).toEqual([[0], 101]);
  });
});

describe("answers to many queries", () => {
  const query = { from: [0, 0] as const, to: [4, 2] as const, cost: 4.828 };
  const row = (more: Partial<Row>): Row => ({
    algorithm: "astar",
    query,
    outcome: "found",
    cost: 4.8284,
    expanded: 7,
    ms: 0.5,
    ...more,
  });

  it("are summed up by algorithm", () => {
    const rows = [
      row({}),
      row({ ms: 1.5, expanded: 9 }),
      row({ algorithm: "greedy", cost: 6 }),
      row({ outcome: "limit" }),
    ];
    expect(summarise(rows)).toEqual([
      { algorithm: "astar", queries: 3, found: 2, differing: 0, medianMs: 0.5, slowestMs: 1.5, medianExpanded: 7 },
      { algorithm: "greedy", queries: 1, found: 1, differing: 1, medianMs: 0.5, slowestMs: 0.5, medianExpanded: 7 },
    ]);
    expect([differs(row({ cost: 4.8284 })), differs(row({ cost: 4.9 }))]).toEqual([false, true]);
  });

  it("are written as CSV", () => {
    expect(csvOf([row({ ms: 0.123456 }), row({ outcome: "unreachable", cost: null })])).toBe(
      "algorithm,from_x,from_y,to_x,to_y,scenario_cost,outcome,cost,expanded,ms\n" +
        "astar,0,0,4,2,4.828,found,4.8284,7,0.1235\n" +
        "astar,0,0,4,2,4.828,unreachable,,7,0.5\n",
    );
  });

  it("have axes of whole powers of ten", () => {
    expect(powers([0.02, 3], 0.001)).toEqual([-2, 1]);
    expect(powers([1, 1], 1)).toEqual([0, 1]);
    expect(powers([0], 0.001)).toEqual([-3, -2]);
    expect(ticks(0, 2)).toEqual([1, 10, 100]);
    expect(ticks(Math.log10(0.026), 0).map((value) => value.toPrecision(2))).toEqual(["0.026", "0.10", "1.0"]);
  });
});
