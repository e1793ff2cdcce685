import { describe, expect, it } from "vitest";
import type { Answer } from "wayline";
import { DEFAULT_OPTIONS, Pane } from "../../src/pane";

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
    pane.fail("Given up.");
    expect([pane.answer, pane.timeline, pane.error]).toEqual([null, null, "Given up."]);
    pane.forget();
    expect([pane.answer, pane.error]).toEqual([null, null]);
  });

  it("is written by its methods only", () => {
    const pane = new Pane({});
    expect(() => Object.assign(pane, { answer: {} })).toThrow(TypeError);
  });
});
