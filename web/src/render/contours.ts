// Lines of equal g, as on a hiking map: where g, between the middles of cells, is a round number.
import type { MapModel } from "../map/model";
import { type Timeline, UNTOUCHED } from "../player/timeline";
import { heatScale } from "./codes";
import { css, type Palette } from "./palette";
import type { View } from "./view";

/** About this many lines over the whole recording. */
const LINES = 10;
/** Smaller cells have no room for lines. */
const LEAST_SCALE = 3;

/** A round number: 1, 2 or 5 times a power of ten, that makes about `lines` steps of a span. */
export function roundStep(span: number, lines = LINES): number {
  const rough = Math.max(span, 1e-6) / lines;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5].find((times) => times * power >= rough) ?? 10);
}

type Point = readonly [x: number, y: number, value: number];

/**
 * The lines on which values are whole, between the middles of cells that were reached: pieces of straight lines. Four
 * cells around a corner are parted at their mean, three are a triangle, and across a corridor a line is as wide as it.
 */
export function contourLines(
  map: { width: number; height: number },
  /** NaN where nothing is known. */
  value: (cell: number) => number,
  [left, top, right, bottom]: readonly [number, number, number, number],
  draw: (fromX: number, fromY: number, toX: number, toY: number) => void,
): void {
  const at = (x: number, y: number) =>
    x < 0 || y < 0 || x >= map.width || y >= map.height ? NaN : value(y * map.width + x);
  /** Whether three of the four cells around a corner were reached: then lines through it are drawn there. */
  const isArea = (x: number, y: number) =>
    [at(x, y), at(x + 1, y), at(x, y + 1), at(x + 1, y + 1)].filter((one) => !Number.isNaN(one)).length > 2;
  for (let y = Math.max(0, top - 1); y < bottom; y++) {
    for (let x = Math.max(0, left - 1); x < right; x++) {
      const values = [at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)] as const;
      if (alike(...values)) continue;
      const corners: Point[] = [
        [x + 0.5, y + 0.5, values[0]],
        [x + 1.5, y + 0.5, values[1]],
        [x + 1.5, y + 1.5, values[2]],
        [x + 0.5, y + 1.5, values[3]],
      ];
      const [here, east, , south] = corners;
      const known = corners.filter(([, , one]) => !Number.isNaN(one));
      if (known.length === 3) across(known[0], known[1], known[2], draw);
      else if (known.length === 4) {
        const mean: Point = [x + 1, y + 1, known.reduce((sum, [, , one]) => sum + one, 0) / 4];
        for (const [index, corner] of corners.entries()) across(corner, corners[(index + 1) % 4], mean, draw);
      }
      if (Number.isNaN(here[2])) continue;
      if (!Number.isNaN(east[2]) && !isArea(x, y) && !isArea(x, y - 1)) through(here, east, draw);
      if (!Number.isNaN(south[2]) && !isArea(x, y) && !isArea(x - 1, y)) through(here, south, draw);
    }
  }
}

/** Whether no line passes between what is known of four values: so it is nearly everywhere. */
function alike(a: number, b: number, c: number, d: number): boolean {
  const [low, high] = [least(least(a, b), least(c, d)), -least(least(-a, -b), least(-c, -d))];
  return !(Math.floor(low) < Math.floor(high));
}

/** The lesser of two values of which either may not be known. */
const least = (a: number, b: number): number => (Number.isNaN(b) || a < b ? a : b);

/** Where whole numbers lie between two values. */
function* wholes(...values: number[]): Generator<number> {
  for (let whole = Math.floor(Math.min(...values)) + 1; whole <= Math.floor(Math.max(...values)); whole++) yield whole;
}

/** The point between two others at which a value is reached. */
function between([ax, ay, a]: Point, [bx, by, b]: Point, value: number): [x: number, y: number] {
  const share = (value - a) / (b - a);
  return [ax + share * (bx - ax), ay + share * (by - ay)];
}

function across(a: Point, b: Point, c: Point, draw: (x: number, y: number, toX: number, toY: number) => void): void {
  for (const whole of wholes(a[2], b[2], c[2])) {
    const ends = [
      [a, b],
      [b, c],
      [c, a],
    ].filter(([p, q]) => p[2] < whole !== q[2] < whole);
    if (ends.length === 2) draw(...between(ends[0][0], ends[0][1], whole), ...between(ends[1][0], ends[1][1], whole));
  }
}

/** Across a corridor of one cell. */
function through(a: Point, b: Point, draw: (x: number, y: number, toX: number, toY: number) => void): void {
  for (const whole of wholes(a[2], b[2])) {
    const [x, y] = between(a, b, whole);
    if (a[1] === b[1]) draw(x, y - 0.5, x, y + 0.5);
    else draw(x - 0.5, y, x + 0.5, y);
  }
}

export function drawContours(
  context: CanvasRenderingContext2D,
  map: MapModel,
  timeline: Timeline,
  seen: readonly [number, number, number, number],
  view: View,
  palette: Palette,
): void {
  if (view.scale < LEAST_SCALE) return;
  const step = roundStep(heatScale(timeline, "g").span);
  const value = (cell: number) => (timeline.states[cell] === UNTOUCHED ? NaN : timeline.g(cell) / step + 1e-4);
  context.beginPath();
  contourLines(map, value, seen, (fromX, fromY, toX, toY) => {
    context.moveTo(...view.pixel(fromX, fromY));
    context.lineTo(...view.pixel(toX, toY));
  });
  context.lineCap = "round";
  context.strokeStyle = css(palette.edge);
  context.lineWidth = 3;
  context.stroke();
  context.strokeStyle = css(palette.ink);
  context.lineWidth = 1.4;
  context.stroke();
}
