// Where the units of a crowd begin.
import { describe, expect, it } from "vitest";
import { crowds } from "../../src/crowd/app";

describe("a crowd", () => {
  const map = { width: 20, height: 10, blocked: new Uint8Array(200) };
  map.blocked.fill(1, 40, 60);

  it("begins in four groups, each on free cells of its own near a corner", () => {
    const placed = crowds(map, 42);
    expect(placed.length).toBe(42);
    expect(new Set(placed.map(([cell]) => cell)).size).toBe(42);
    expect(placed.every(([cell]) => map.blocked[cell] === 0)).toBe(true);
    expect(placed.filter(([, group]) => group === 0).length).toBe(11);
    expect(placed[0]).toEqual([0, 0]);
    expect(placed.find(([, group]) => group === 1)).toEqual([199, 1]);
  });

  it("has no more units than there are free cells", () => {
    expect(crowds(map, 1000).length).toBe(180);
  });
});
