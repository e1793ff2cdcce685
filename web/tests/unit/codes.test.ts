import { describe, expect, it } from "vitest";
import type { Layer } from "../../src/app";
import { History } from "../../src/map/history";
import { MapModel } from "../../src/map/model";
import { Timeline } from "../../src/player/timeline";
import { Codes, colours, groundOf, heatScale } from "../../src/render/codes";
import type { Palette, Rgb } from "../../src/render/palette";
import { recording } from "./recordings";

const rgb = (code: number, table: Uint8Array) => [...table.slice(code * 4, code * 4 + 3)];
const tone = (value: number): Rgb => [value, value, value];
const PALETTE = {
  floor: tone(250),
  wall: tone(1),
  open: [0, 0, 255],
  closed: [0, 0, 100],
  closedFirst: [0, 100, 0],
  learnt: [255, 0, 255],
  hills: tone(200),
  swamp: tone(180),
  trees: tone(160),
  water: tone(140),
  worse: tone(120),
  road: tone(220),
} as unknown as Palette;
const TABLE = colours(PALETTE);

const events = () =>
  recording([
    { kind: 1, cell: 0, parent: 0xffffffff, g: 0, f: 4 },
    { kind: 0, cell: 0, parent: 0xffffffff, g: 0, f: 4 },
    { kind: 1, cell: 1, parent: 0, g: 1, f: 5 },
    { kind: 3, cell: 0, parent: 0xffffffff, g: 0, f: 4 },
  ]);
const shown = (map: MapModel, layers: Layer[], timeline: Timeline | null = null, headings: 1 | 4 = 1) => ({
  map,
  layers: new Set(layers),
  timeline,
  headings,
});

describe("what cells look like", () => {
  it("shows walls, floor and ground that slows", () => {
    const codes = new Codes();
    codes.update(shown(new MapModel(4, 1, Uint8Array.of(0, 1, 0, 0), Float32Array.of(1, 1, 3, 9)), []));
    const [floor, wall, swamp, water] = [...codes.bytes].map((code) => rgb(code, TABLE));
    expect(floor).toEqual([250, 250, 250]);
    expect(wall).toEqual([1, 1, 1]);
    expect([swamp, water]).toEqual([tone(180), tone(140)]);
  });

  it("marks open and closed cells, as far as the layers are on", () => {
    const map = new MapModel(3, 1);
    const timeline = new Timeline(events(), 3);
    timeline.seek(4);
    const codes = new Codes();
    codes.update(shown(map, ["open", "closed"], timeline));
    const [closed, ...others] = [...codes.bytes].map((code) => rgb(code, TABLE));
    // Of four events the last one closed it: nearly the last shade.
    expect(closed[2]).toBeGreaterThan(closed[1]);
    expect(others).toEqual([
      [0, 0, 255],
      [250, 250, 250],
    ]);
    timeline.seek(2);
    codes.update(shown(map, ["open", "closed"], timeline));
    expect(rgb(codes.bytes[0], TABLE)[2], "closed earlier is another shade").toBeLessThan(closed[2]);
    timeline.seek(4);
    codes.update(shown(map, ["closed"], timeline));
    expect(rgb(codes.bytes[1], TABLE)).toEqual([250, 250, 250]);
    timeline.seek(0);
    codes.update(shown(map, ["open", "closed"], timeline));
    expect([...codes.bytes].every((code) => code === codes.bytes[2])).toBe(true);
  });

  it("shows values as heat over the range of the whole recording", () => {
    const timeline = new Timeline(events(), 3);
    timeline.seek(4);
    expect(heatScale(timeline, "g")).toEqual({ least: 0, span: 1 });
    expect(heatScale(timeline, "h")).toEqual({ least: 4, span: 1 });
    const codes = new Codes();
    codes.update(shown(new MapModel(3, 1), ["g"], timeline));
    expect(codes.bytes[0]).toBe(128);
    expect(codes.bytes[1]).toBe(255);
    expect(codes.bytes[2]).toBe(0);
  });

  it("shows the ground under marks", () => {
    const timeline = new Timeline(events(), 3);
    timeline.seek(4);
    const codes = new Codes();
    codes.update(shown(new MapModel(3, 1, undefined, Float32Array.of(1, 9, 1)), ["open", "closed"], timeline));
    const [, open] = [...codes.bytes].map((code) => rgb(code, TABLE));
    expect(open[0]).toBeGreaterThan(0);
    expect(open[2]).toBeLessThan(255);
  });

  it("shows of a body's four headings the one that says most", () => {
    const timeline = new Timeline(
      recording([
        { kind: 1, cell: 5, parent: 0xffffffff },
        { kind: 0, cell: 5, parent: 0xffffffff },
        { kind: 1, cell: 6, parent: 5 },
      ]),
      8,
    );
    const codes = new Codes();
    timeline.seek(2);
    codes.update(shown(new MapModel(2, 1), ["open", "closed"], timeline, 4));
    const [red, green, blue] = rgb(codes.bytes[1], TABLE);
    expect([red, green + blue], "a shade of closed").toEqual([0, 100]);
    timeline.seek(3);
    codes.update(shown(new MapModel(2, 1), ["open", "closed"], timeline, 4));
    expect(rgb(codes.bytes[1], TABLE)).toEqual([0, 0, 255]);
  });

  it("sees that the map was painted on, and updates only the cells asked for", () => {
    const map = new MapModel(4, 1);
    const codes = new Codes();
    codes.update(shown(map, []));
    const history = new History();
    history.begin();
    history.paint(map, Uint32Array.of(1, 3), { kind: "wall" });
    codes.update(shown(map, []), 0, 2);
    expect([...codes.bytes]).toEqual([0, 127, 0, 0]);
    codes.update(shown(map, []), 2, 4);
    expect(codes.bytes[3]).toBe(127);
  });

  it("sorts multipliers into kinds of ground", () => {
    const kinds = [0.5, 1, 2, 3, 5, 9, 50].map(groundOf);
    expect(kinds).toEqual([6, 0, 1, 2, 3, 4, 5]);
  });
});
