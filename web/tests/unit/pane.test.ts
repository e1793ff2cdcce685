import { describe, expect, it } from "vitest";
import type { AlgorithmInfo, Answer } from "wayline";
import { DEFAULT_OPTIONS, Pane, questionOf } from "../../src/pane";

const info = (more: Partial<AlgorithmInfo>) =>
  ({ informed: false, takesOpen: false, takesWeight: false, ...more }) as AlgorithmInfo;

describe("a question", () => {
  it("names no open list and no ties that are left to the engine", () => {
    const auto = questionOf({ ...DEFAULT_OPTIONS, algorithm: "auto" }, info({ informed: true, takesOpen: true }));
    expect(Object.keys(auto)).not.toContain("open");
    expect(Object.keys(auto)).not.toContain("ties");
    expect(auto.heuristic).toBe("auto");
    const named = questionOf({ ...DEFAULT_OPTIONS, open: "heap", ties: "low-g" }, info({ takesOpen: true }));
    expect([named.open, named.ties]).toEqual(["heap", "low-g"]);
  });

  it("has nothing that the algorithm does not use", () => {
    const { heuristic, open, weight } = questionOf({ ...DEFAULT_OPTIONS, open: "heap" }, info({}));
    expect([heuristic, open, weight]).toEqual([undefined, undefined, undefined]);
  });
});

describe("a pane", () => {
  it("has every option, and changes only those that are named", () => {
    const pane = new Pane({ algorithm: "jps" });
    expect(pane.options).toEqual({ ...DEFAULT_OPTIONS, algorithm: "jps" });
    pane.change({ moves: 4 });
    expect(pane.options).toEqual({ ...DEFAULT_OPTIONS, algorithm: "jps", moves: 4 });
  });

  it("has an answer or an error, never both", () => {
    const pane = new Pane({});
    const answer = { found: true } as Answer;
    pane.take(answer, null);
    expect([pane.answer, pane.error]).toEqual([answer, null]);
    pane.setTiming({ ms: 1, runs: 5, mean: false, preparation: null, resolution: 0.1 });
    pane.take(answer, null);
    expect(pane.timing, "another answer is not timed yet").toBeNull();
    pane.fail("Stopped.");
    expect([pane.answer, pane.timeline, pane.error]).toEqual([null, null, "Stopped."]);
    pane.forget();
    expect([pane.answer, pane.error]).toEqual([null, null]);
  });

  it("is written by its methods only", () => {
    const pane = new Pane({});
    expect(() => Object.assign(pane, { answer: {} })).toThrow(TypeError);
  });
});
