import { describe, expect, it } from "vitest";
import { borders, roundStep } from "../../src/render/contours";

describe("contours", () => {
  it("have round steps", () => {
    expect([1, 9, 14, 47, 99, 480].map((span) => roundStep(span))).toEqual([0.1, 1, 2, 5, 10, 50]);
  });

  it("lie between neighbours on two sides of a round number, and nowhere beside what was not reached", () => {
    const levels = [0, 0, 1, -1, 0, 1];
    const found: string[] = [];
    const draw = (x: number, y: number, upright: boolean) => found.push(`${x},${y} ${upright ? "|" : "-"}`);
    borders({ width: 3, height: 2 }, (cell) => levels[cell], [0, 0, 3, 2], draw);
    expect(found).toEqual(["2,0 |", "2,1 |"]);
  });
});
