import { describe, expect, it } from "vitest";
import { floodCells, rectangleCells, type Shape, strokeCells } from "../../src/map/brush";
import { History } from "../../src/map/history";
import { MapModel, onlyDanger, type Paint } from "../../src/map/model";
import { dice } from "./recordings";

function drawn(map: MapModel, cells: Uint32Array): string[] {
  const marks = new Set(cells);
  return Array.from({ length: map.height }, (_, y) =>
    Array.from({ length: map.width }, (_, x) => (marks.has(y * map.width + x) ? "#" : ".")).join(""),
  );
}

function ofRows(...rows: string[]): MapModel {
  const cells = [...rows.join("")];
  const blocked = Uint8Array.from(cells, (letter) => (letter === "#" ? 1 : 0));
  const ground = Float32Array.from(cells, (letter) => Number(letter) || 1);
  return new MapModel(rows[0].length, rows.length, blocked, ground);
}

function snapshot(map: MapModel) {
  return { blocked: map.blocked.slice(), multipliers: map.multipliers.slice(), danger: map.danger.slice() };
}

describe("MapModel", () => {
  it("knows how much is free and whether all is plain", () => {
    const map = ofRows("..#", "2#.");
    expect([map.freeCells, map.weighted, map.version]).toEqual([4, true, 0]);
    const history = new History();
    history.paint(map, Uint32Array.of(3), { kind: "wall" });
    expect([map.freeCells, map.weighted, map.version]).toEqual([3, false, 1]);
    history.undo(map);
    expect([map.freeCells, map.weighted, map.version]).toEqual([4, true, 2]);
  });

  it("keeps what fits when it is resized", () => {
    const map = MapModel.resized(ofRows("..#", "2#."), 2, 3);
    expect([...map.blocked]).toEqual([0, 0, 0, 1, 0, 0]);
    expect([...map.multipliers]).toEqual([1, 1, 2, 1, 1, 1]);
    expect([map.freeCells, map.weighted]).toEqual([5, true]);
    const wide = MapModel.resized(map, 5, 1);
    expect([...wide.blocked]).toEqual([0, 0, 0, 0, 0]);
    expect(wide.weighted).toBe(false);
  });

  it("refuses what is not a map", () => {
    expect(() => new MapModel(0, 4)).toThrow("0x4 is not a size");
    expect(() => new MapModel(5000, 4)).toThrow("1 to 4096");
    expect(() => new MapModel(2, 2, new Uint8Array(3))).toThrow("has 4 cells, not 3");
    expect(() => new MapModel(1, 1, undefined, Float32Array.of(0))).toThrow("not a multiplier");
    expect(() => new MapModel(1, 1, undefined, Float32Array.of(NaN))).toThrow("not a multiplier");
    const map = new MapModel(2, 2);
    const edit = new History().paint(new MapModel(9, 9), Uint32Array.of(80), { kind: "wall" });
    expect(() => map.apply(edit)).toThrow("larger map");
    expect(map.freeCells).toBe(4);
  });

  it("finds cells by place", () => {
    const map = new MapModel(3, 2);
    expect([map.cell(2, 1), map.cell(2.9, 0.2), map.cell(3, 0), map.cell(-0.1, 0)]).toEqual([5, 2, null, null]);
  });
});

describe("brushes", () => {
  it("are round or square, and of the size asked for", () => {
    const map = new MapModel(8, 7);
    expect(drawn(map, strokeCells(map, { x: 3, y: 3 }, { x: 3, y: 3 }, 1))).toEqual([
      "........",
      "........",
      "........",
      "...#....",
      "........",
      "........",
      "........",
    ]);
    expect(drawn(map, strokeCells(map, { x: 3, y: 3 }, { x: 3, y: 3 }, 5))).toEqual([
      "........",
      "..###...",
      ".#####..",
      ".#####..",
      ".#####..",
      "..###...",
      "........",
    ]);
    expect(drawn(map, strokeCells(map, { x: 3, y: 3 }, { x: 3, y: 3 }, 4, "square"))).toEqual([
      "........",
      "........",
      "..####..",
      "..####..",
      "..####..",
      "..####..",
      "........",
    ]);
  });

  it("go along a line without a gap", () => {
    const map = new MapModel(7, 4);
    expect(drawn(map, strokeCells(map, 0, { x: 6, y: 3 }, 1))).toEqual(["#......", ".##....", "...##..", ".....##"]);
  });

  it("cover exactly what the brush covers at each cell of the line", () => {
    const random = dice(3);
    for (let round = 0; round < 300; round++) {
      const map = new MapModel(1 + Math.floor(random() * 30), 1 + Math.floor(random() * 30));
      const place = () => ({ x: Math.floor(random() * 60) - 15, y: Math.floor(random() * 60) - 15 });
      const [a, b, size] = [place(), place(), 1 + Math.floor(random() * 20)];
      const shape: Shape = random() < 0.5 ? "round" : "square";
      const steps = Math.max(Math.abs(b.x - a.x), Math.abs(b.y - a.y));
      const expected = new Set<number>();
      const centre = (size - 1) / 2;
      for (let step = 0; step <= steps; step++) {
        const x = Math.round(a.x + ((b.x - a.x) * step) / (steps || 1)) - Math.floor(centre);
        const y = Math.round(a.y + ((b.y - a.y) * step) / (steps || 1)) - Math.floor(centre);
        for (let dy = 0; dy < size; dy++) {
          for (let dx = 0; dx < size; dx++) {
            const away = (dx - centre) ** 2 + (dy - centre) ** 2;
            const cell = map.cell(x + dx, y + dy);
            if (cell !== null && (shape === "square" || away <= (size * size) / 4)) expected.add(cell);
          }
        }
      }
      expect([...strokeCells(map, a, b, size, shape)]).toEqual([...expected].sort((p, q) => p - q));
    }
  });

  it("take places that are far outside", () => {
    const map = new MapModel(4, 1);
    expect([...strokeCells(map, { x: -1e15, y: 0 }, { x: 1e15, y: 0 }, 1)]).toEqual([0, 1, 2, 3]);
    expect([...strokeCells(map, { x: -1e15, y: -Infinity }, { x: -1e15, y: 5 }, 20)]).toEqual([]);
    expect([...strokeCells(map, { x: NaN, y: 0 }, 1, NaN)]).toEqual([0, 1]);
  });

  it("fill rectangles", () => {
    const map = new MapModel(4, 3);
    expect(drawn(map, rectangleCells(map, { x: 9, y: -4 }, { x: 2, y: 1 }))).toEqual(["..##", "..##", "...."]);
    expect(rectangleCells(map, { x: 4, y: 0 }, { x: 9, y: 9 })).toHaveLength(0);
  });

  it("pour into cells of one sort", () => {
    const map = ofRows("..#22", ".##.2", "#...2");
    const poured = (x: number, y: number) => drawn(map, floodCells(map, { x, y }));
    expect(poured(0, 0)).toEqual(["##...", "#....", "....."]);
    expect(poured(2, 0)).toEqual(["..#..", ".##..", "....."]);
    expect(poured(4, 2)).toEqual(["...##", "....#", "....#"]);
    expect(poured(3, 1)).toEqual([".....", "...#.", ".###."]);
    expect(floodCells(map, { x: -1, y: 0 })).toHaveLength(0);
  });
});

describe("History", () => {
  it("gives each call what really changed, and undoes the stroke at once", () => {
    const map = new MapModel(4, 1);
    const history = new History();
    history.begin();
    expect([...history.paint(map, Uint32Array.of(1, 0), { kind: "wall" }).cells]).toEqual([0, 1]);
    expect([...history.paint(map, Uint32Array.of(1, 2, 2), { kind: "wall" }).cells]).toEqual([2]);
    expect(history.paint(map, Uint32Array.of(1, 99), { kind: "wall" }).cells).toHaveLength(0);
    history.commit();
    expect([...map.blocked]).toEqual([1, 1, 1, 0]);
    expect([...history.undo(map)!.cells]).toEqual([0, 1, 2]);
    expect([...map.blocked]).toEqual([0, 0, 0, 0]);
    expect([history.canUndo, history.canRedo, history.undo(map)]).toEqual([false, true, null]);
    expect([...history.redo(map)!.blockedAfter]).toEqual([1, 1, 1]);
    expect([...map.blocked]).toEqual([1, 1, 1, 0]);
  });

  it("goes back and forth through anything that was painted", () => {
    const random = dice(4);
    const paints: Paint[] = [
      { kind: "wall" },
      { kind: "free" },
      { kind: "ground", multiplier: 2.5 },
      { kind: "ground", multiplier: 9 },
      { kind: "danger", danger: 7 },
      { kind: "danger", danger: 0 },
    ];
    for (let round = 0; round < 50; round++) {
      const map = new MapModel(6, 6);
      const history = new History();
      const states = [snapshot(map)];
      for (let step = 0; step < 12; step++) {
        history.begin();
        const pieces = Math.floor(random() * 4);
        for (let piece = 0; piece < pieces; piece++) {
          const cells = Uint32Array.from({ length: 8 }, () => Math.floor(random() * 36));
          history.paint(map, cells, paints[Math.floor(random() * paints.length)]);
        }
        history.commit();
        const [now, before] = [snapshot(map), states.at(-1)!];
        if (JSON.stringify(now) !== JSON.stringify(before)) states.push(now);
      }
      let at = states.length - 1;
      for (let move = 0; move < 60; move++) {
        const back = random() < 0.5;
        const done = back ? history.undo(map) : history.redo(map);
        if (done) at += back ? -1 : 1;
        else expect(at).toBe(back ? 0 : states.length - 1);
        expect(snapshot(map)).toEqual(states[at]);
        const fresh = new MapModel(6, 6, map.blocked, map.multipliers);
        expect([map.freeCells, map.weighted]).toEqual([fresh.freeCells, fresh.weighted]);
        expect(map.dangerous).toBe(map.danger.some((danger) => danger > 0));
      }
    }
  });

  it("lays danger over whatever there is, and erases it with the rest", () => {
    const map = ofRows("#2..");
    const history = new History();
    const all = Uint32Array.of(0, 1, 2);
    const edit = history.paint(map, all, { kind: "danger", danger: 5 });
    expect([[...map.danger], [...map.blocked], [...map.multipliers]]).toEqual([
      [5, 5, 5, 0],
      [1, 0, 0, 0],
      [1, 2, 1, 1],
    ]);
    expect(onlyDanger(edit)).toBe(true);
    expect(onlyDanger(history.paint(map, Uint32Array.of(2), { kind: "wall" }))).toBe(false);
    history.paint(map, all, { kind: "free" });
    expect([map.dangerous, map.freeCells]).toEqual([false, 4]);
    history.undo(map);
    expect([...map.danger]).toEqual([5, 5, 5, 0]);
  });

  it("forgets the oldest steps, never the newest, and what was undone when something is painted", () => {
    const map = new MapModel(10, 10);
    const history = new History(16 * 5);
    for (let cell = 0; cell < 8; cell++) history.paint(map, Uint32Array.of(cell), { kind: "wall" });
    let steps = 0;
    while (history.undo(map)) steps++;
    expect(steps).toBe(5);
    expect(map.freeCells).toBe(97);
    history.paint(
      map,
      Uint32Array.from({ length: 100 }, (_, cell) => cell),
      { kind: "wall" },
    );
    expect([history.canRedo, history.canUndo]).toEqual([false, true]);
    history.undo(map);
    expect(map.freeCells).toBe(97);
    history.clear();
    expect([history.canRedo, history.canUndo]).toEqual([false, false]);
  });

  it("refuses ground that is none, and changes nothing", () => {
    const map = new MapModel(2, 1);
    const history = new History();
    for (const multiplier of [0, -1, NaN, 256]) {
      expect(() => history.paint(map, Uint32Array.of(0), { kind: "ground", multiplier })).toThrow("not a multiplier");
    }
    expect([map.version, history.canUndo]).toEqual([0, false]);
  });

  it("undoes a stroke that has not ended", () => {
    const map = new MapModel(2, 1);
    const history = new History();
    history.begin();
    history.paint(map, Uint32Array.of(0), { kind: "wall" });
    expect(history.canUndo).toBe(true);
    history.undo(map);
    expect(map.freeCells).toBe(2);
  });
});
