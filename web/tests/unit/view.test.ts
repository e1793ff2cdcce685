import { describe, expect, it } from "vitest";
import { View } from "../../src/render/view";

function view(): View {
  const made = new View(() => {});
  made.resize(800, 600);
  made.fit(100, 50);
  return made;
}

describe("a small pane", () => {
  it("shows a large map whole, and zooms out as far as that", () => {
    const view = new View(() => {});
    view.resize(195, 170);
    view.fit(1000, 1000);
    const corners = [view.pixel(0, 0), view.pixel(1000, 1000)].flat();
    for (const at of corners) expect(at >= 0 && at <= 195).toBe(true);
    const whole = view.scale;
    view.zoom(4);
    view.zoom(0.01);
    expect(view.scale).toBeCloseTo(whole);
  });
});

describe("the view", () => {
  it("shows the whole map in the middle", () => {
    const it = view();
    const [left, top] = it.pixel(0, 0);
    const [right, bottom] = it.pixel(100, 50);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(top).toBeGreaterThanOrEqual(0);
    expect(left).toBeCloseTo(800 - right);
    expect(top).toBeCloseTo(600 - bottom);
  });

  it("keeps the point under the pointer when it zooms", () => {
    const it = view();
    const before = it.at(300, 200);
    it.zoom(1.7, 300, 200);
    it.zoom(0.9, 300, 200);
    for (const [axis, value] of it.at(300, 200).entries()) expect(value).toBeCloseTo(before[axis]);
  });

  it("never loses the map, however far it is moved", () => {
    const it = view();
    for (const [dx, dy] of [
      [1e6, 1e6],
      [-1e6, -1e6],
      [1e6, -1e6],
    ] as const) {
      it.pan(dx, dy);
      const [left, top] = it.at(0, 0);
      expect(left).toBeLessThan(100);
      expect(top).toBeLessThan(50);
      const [right, bottom] = it.at(800, 600);
      expect(right).toBeGreaterThan(0);
      expect(bottom).toBeGreaterThan(0);
    }
  });

  it("moves no more than needed to reveal a cell", () => {
    const it = view();
    const before = [it.x, it.y];
    it.reveal(50, 25);
    expect([it.x, it.y]).toEqual(before);
    it.zoom(8);
    it.reveal(99, 49);
    const [x, y] = it.pixel(99.5, 49.5);
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(800);
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(600);
  });

  it("stays fitted through a change of size, and stays put if it was moved", () => {
    const it = view();
    it.resize(400, 300);
    expect(it.pixel(100, 50)[0]).toBeLessThanOrEqual(400);
    it.pan(40, 0);
    const middle = it.at(200, 150);
    it.resize(500, 300);
    expect(it.at(250, 150)[0]).toBeCloseTo(middle[0]);
  });
});
