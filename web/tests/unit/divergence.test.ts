import { describe, expect, it } from "vitest";
import { firstDivergence } from "../../src/compare/divergence";
import { CLOSE, EXPAND, GENERATE, NONE, Timeline } from "../../src/player/timeline";
import { recording } from "./recordings";

/** A search that expands these nodes, each with other events around it. */
function search(...nodes: number[]) {
  return recording(
    nodes.flatMap((cell) => [
      { kind: GENERATE, cell: (cell * 7) % 10, parent: NONE },
      { kind: EXPAND, cell, parent: NONE },
      { kind: CLOSE, cell, parent: NONE },
    ]),
  );
}

describe("firstDivergence", () => {
  it("is the first expansion of another node", () => {
    const [a, b] = [search(1, 2, 3, 4), search(1, 2, 5, 4)];
    expect(firstDivergence([a, b])).toEqual({ expansion: 3, nodes: [3, 5] });
    expect(firstDivergence([a, a, b, a])).toEqual({ expansion: 3, nodes: [3, 3, 5, 3] });
    const timeline = new Timeline(a, 10);
    timeline.seek(timeline.positionOf(3));
    expect(timeline.current).toBe(3);
    expect(firstDivergence([timeline, new Timeline(b, 10)])).toEqual({ expansion: 3, nodes: [3, 5] });
  });

  it("counts the end of one as parting, unless its recording was cut off", () => {
    expect(firstDivergence([search(1, 2), search(1, 2, 3)])).toEqual({ expansion: 3, nodes: [NONE, 3] });
    expect(firstDivergence([search(), search(4)])).toEqual({ expansion: 1, nodes: [NONE, 4] });
    expect(firstDivergence([{ ...search(1, 2), missed: 5 }, search(1, 2, 3)])).toBeNull();
    expect(firstDivergence([{ ...search(1, 3), missed: 5 }, search(1, 2, 3)])).toEqual({ expansion: 2, nodes: [3, 2] });
  });

  it("is nothing for searches that are the same, whatever else they do between", () => {
    const other = recording([
      { kind: EXPAND, cell: 1, parent: NONE },
      { kind: EXPAND, cell: 2, parent: NONE },
    ]);
    expect(firstDivergence([search(1, 2), other])).toBeNull();
    expect(firstDivergence([search(), search()])).toBeNull();
    expect(firstDivergence([search(1)])).toBeNull();
    expect(firstDivergence([])).toBeNull();
  });
});
