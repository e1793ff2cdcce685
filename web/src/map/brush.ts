// Which cells a brush, a rectangle or a bucket touches. They may reach beyond the map: what they
// give is clipped to it, and each cell comes once.
import type { MapModel } from "./model";

/** A cell by its column and row, which may be outside of the map, or by its number. */
export type Place = number | { x: number; y: number };
export type Shape = "round" | "square";

export const MOST_SIZE = 20;

/** What a brush of this many cells across covers on its way along a line, both ends included. */
export function strokeCells(map: MapModel, from: Place, to: Place, size: number, shape: Shape = "round"): Uint32Array {
  const [a, b] = [point(map, from), point(map, to)];
  const across = Math.min(MOST_SIZE, Math.max(1, Math.round(size) || 1));
  const tip = brushTip(across, shape);
  const before = Math.floor((across - 1) / 2);
  // The line has one cell for each column or row, whichever are more; those far outside are left out.
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const steps = Math.max(Math.abs(dx), Math.abs(dy));
  const near = within([0, steps], a.x, dx / (steps || 1), -across, map.width + across);
  const [first, last] = within(near, a.y, dy / (steps || 1), -across, map.height + across);
  // Whatever is covered of a row is of one piece: the brush is, and it goes on by one cell at a time.
  const left = new Int32Array(map.height).fill(map.width);
  const right = new Int32Array(map.height).fill(-1);
  for (let step = first; step <= last; step++) {
    const x = Math.round(a.x + (dx * step) / (steps || 1)) - before;
    const y = Math.round(a.y + (dy * step) / (steps || 1)) - before;
    for (let row = 0; row < across; row++) {
      if (y + row < 0 || y + row >= map.height) continue;
      const inset = tip[row];
      left[y + row] = Math.min(left[y + row], Math.max(0, x + inset));
      right[y + row] = Math.max(right[y + row], Math.min(map.width - 1, x + across - 1 - inset));
    }
  }
  return spans(map, left, right);
}

/** All cells of the rectangle between two corners, these included. */
export function rectangleCells(map: MapModel, from: Place, to: Place): Uint32Array {
  const [a, b] = [point(map, from), point(map, to)];
  const left = new Int32Array(map.height).fill(map.width);
  const right = new Int32Array(map.height).fill(-1);
  const top = Math.max(0, Math.min(a.y, b.y));
  const bottom = Math.min(map.height - 1, Math.max(a.y, b.y));
  for (let y = top; y <= bottom; y++) {
    left[y] = Math.max(0, Math.min(a.x, b.x));
    right[y] = Math.min(map.width - 1, Math.max(a.x, b.x));
  }
  return spans(map, left, right);
}

/** The cells of the same sort that are joined to this one by their sides: blocked, or like ground. */
export function floodCells(map: MapModel, at: Place): Uint32Array {
  const { x, y } = point(map, at);
  const start = map.cell(x, y);
  if (start === null) return new Uint32Array();
  const { blocked, multipliers, width } = map;
  const alike = (cell: number) =>
    blocked[cell] === blocked[start] && (blocked[start] === 1 || multipliers[cell] === multipliers[start]);
  const seen = new Uint8Array(blocked.length);
  const cells = new Uint32Array(blocked.length);
  let found = 0;
  const reach = (cell: number) => {
    if (seen[cell] || !alike(cell)) return;
    seen[cell] = 1;
    cells[found++] = cell;
  };
  reach(start);
  for (let i = 0; i < found; i++) {
    const cell = cells[i];
    const column = cell % width;
    if (column > 0) reach(cell - 1);
    if (column < width - 1) reach(cell + 1);
    if (cell >= width) reach(cell - width);
    if (cell + width < blocked.length) reach(cell + width);
  }
  return cells.slice(0, found).sort();
}

function point(map: MapModel, place: Place): { x: number; y: number } {
  if (typeof place === "number") return { x: place % map.width, y: Math.floor(place / map.width) };
  // Far enough to be outside of every map, near enough to count with.
  const whole = (value: number) => Math.min(1e9, Math.max(-1e9, Math.floor(value) || 0));
  return { x: whole(place.x), y: whole(place.y) };
}

/** By row of a brush: how many cells are left out at either side. */
function brushTip(across: number, shape: Shape): number[] {
  const centre = (across - 1) / 2;
  return Array.from({ length: across }, (_, row) => {
    if (shape === "square") return 0;
    const half = Math.sqrt((across * across) / 4 - (row - centre) ** 2);
    return Math.max(0, Math.ceil(centre - half));
  });
}

/** The steps of a range at which a coordinate that grows by `slope` is between two bounds. */
function within(range: [number, number], start: number, slope: number, low: number, high: number): [number, number] {
  if (slope === 0) return start < low || start > high ? [0, -1] : range;
  const [a, b] = [(low - start) / slope, (high - start) / slope];
  return [Math.max(range[0], Math.floor(Math.min(a, b))), Math.min(range[1], Math.ceil(Math.max(a, b)))];
}

/** The cells from left to right of every row; none where right < left. */
function spans(map: MapModel, left: Int32Array, right: Int32Array): Uint32Array {
  let total = 0;
  for (let y = 0; y < map.height; y++) total += Math.max(0, right[y] - left[y] + 1);
  const cells = new Uint32Array(total);
  let at = 0;
  for (let y = 0; y < map.height; y++) {
    for (let x = left[y]; x <= right[y]; x++) cells[at++] = y * map.width + x;
  }
  return cells;
}
