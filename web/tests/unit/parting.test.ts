import { describe, expect, it } from "vitest";
import { firstParting } from "../../src/compare/parting";
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

describe("firstParting", () => {
  it("is the first expansion of another node", () => {
    const [a, b] = [search(1, 2, 3, 4), search(1, 2, 5, 4)];
    expect(firstParting([a, b])).toEqual({ expansion: 3, nodes: [3, 5] });
    expect(firstParting([a, a, b, a])).toEqual({ expansion: 3, nodes: [3, 3, 5, 3] });
    const timeline = new Timeline(a, 10);
    timeline.seek(timeline.positionOf(3));
    expect(timeline.current).toBe(3);
    expect(firstParting([timeline, new Timeline(b, 10)])).toEqual({ expansion: 3, nodes: [3, 5] });
  });

  it("counts the end of one as parting, unless its recording was cut off", () => {
    expect(firstParting([search(1, 2), search(1, 2, 3)])).toEqual({ expansion: 3, nodes: [NONE, 3] });
    expect(firstParting([search(), search(4)])).toEqual({ expansion: 1, nodes: [NONE, 4] });
    expect(firstParting([{ ...search(1, 2), missed: 5 }, search(1, 2, 3)])).toBeNull();
    expect(firstParting([{ ...search(1, 3), missed: 5 }, search(1, 2, 3)])).toEqual({ expansion: 2, nodes: [3, 2] });
  });

  it("is nothing for searches that are the same, whatever else they do between", () => {
    const other = recording([
      { kind: EXPAND, cell: 1, parent: NONE },
      { kind: EXPAND, cell: 2, parent: NONE },
    ]);
    expect(firstParting([search(1, 2), other])).toBeNull();
    expect(firstParting([search(), search()])).toBeNull();
    expect(firstParting([search(1)])).toBeNull();
    expect(firstParting([])).toBeNull();
  });
});
