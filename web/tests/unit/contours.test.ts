import { describe, expect, it } from "vitest";
import { contourLines, roundStep } from "../../src/render/contours";

type Line = [number, number, number, number];

function lines(width: number, height: number, value: (x: number, y: number) => number): Line[] {
  const found: Line[] = [];
  const at = (cell: number) => value(cell % width, Math.floor(cell / width));
  contourLines({ width, height }, at, [0, 0, width, height], (...line) => found.push(line));
  return found;
}

describe("contours", () => {
  it("have round steps", () => {
    expect([1, 9, 14, 47, 99, 480].map((span) => roundStep(span))).toEqual([0.1, 1, 2, 5, 10, 50]);
  });

  it("are straight where values rise evenly", () => {
    // A line at every second column, from the middle of the first row to that of the last.
    const found = lines(6, 3, (x) => x / 2 + 0.25);
    expect(new Set(found.flatMap(([x, , toX]) => [x, toX]))).toEqual(new Set([2, 4]));
    const [ys, most] = [found.flatMap(([, y, , toY]) => [y, toY]), 2.5];
    expect([Math.min(...ys), Math.max(...ys)]).toEqual([0.5, most]);
    expect(found.reduce((sum, [, y, , toY]) => sum + Math.abs(toY - y), 0)).toBeCloseTo(4);
  });

  it("go around a start at its distance", () => {
    const distance = (x: number, y: number) => {
      const [across, down] = [Math.abs(x), Math.abs(y)];
      return Math.max(across, down) + (Math.SQRT2 - 1) * Math.min(across, down);
    };
    const found = lines(41, 41, (x, y) => distance(x - 20, y - 20) / 5 + 1e-4);
    expect(found.length).toBeGreaterThan(100);
    for (const [x, y] of found) {
      const far = distance(x - 20.5, y - 20.5) / 5;
      expect(Math.abs(far - Math.round(far))).toBeLessThan(0.05);
    }
  });

  it("cross corridors, and end where nothing was reached", () => {
    expect(lines(4, 1, (x) => x * 0.6)).toEqual([[expect.closeTo(0.5 + 1 / 0.6), 0, expect.closeTo(0.5 + 1 / 0.6), 1]]);
    expect(lines(4, 2, (x, y) => (y === 1 ? Number.NaN : x * 0.6))).toHaveLength(1);
    expect(lines(3, 3, () => Number.NaN)).toEqual([]);
    // Three cells around a corner: a line from one side of the triangle to the other.
    const corner = lines(2, 2, (x, y) => (x === 1 && y === 1 ? Number.NaN : x + y + 0.5));
    expect(corner).toEqual([[1, 0.5, 0.5, 1]]);
  });
});
