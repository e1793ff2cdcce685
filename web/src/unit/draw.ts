// Units as shapes: the cells they cover, the heading as an arrow, and where they collide.
import type { App } from "../app";
import { NONE } from "../player/timeline";
import { drawEnd } from "../render/overlay";
import { css, type Palette, type Rgb } from "../render/palette";
import type { View } from "../render/view";
import type { Unit } from "./unit";

type Context = CanvasRenderingContext2D;
/** East, north, west, south. */
const AHEAD = [
  [1, 0],
  [0, -1],
  [-1, 0],
  [0, 1],
] as const;

export function drawUnit(context: Context, app: App, unit: Unit, view: View, palette: Palette): void {
  if (!app.ends) return;
  const [start, goal] = app.ends;
  const { width } = app.map;
  const place = unit.walk.place;
  if (unit.goalHeading === null) drawEnd(context, goal, width, view, palette.goal, "diamond");
  else drawBody(context, app, unit, goal, unit.goalHeading, view, palette.goal, 0.55);
  drawBody(context, app, unit, start, unit.heading, view, palette.start, place ? 0.35 : 0.95);
  if (place) drawBetween(context, app, unit, place, view, palette);
  const { cursor, tool } = app;
  if (cursor !== NONE && tool === "move" && !unit.walking && cursor !== start && cursor !== goal) {
    drawBody(context, app, unit, cursor, unit.goalHeading ?? unit.heading, view, palette.closed, 0.3);
  }
}

/** A body at rest; cells where it collides are crossed out. */
function drawBody(
  context: Context,
  app: App,
  unit: Unit,
  cell: number,
  heading: number,
  view: View,
  rgb: Rgb,
  opacity: number,
): void {
  const { width, height } = app.map;
  const [x, y] = [cell % width, Math.floor(cell / width)];
  const collides = unit.collisions(cell, heading);
  drawShape(context, unit.offsets(heading), x, y, heading, view, rgb, opacity);
  const offsets = unit.offsets(heading);
  for (let part = 0; part < offsets.length; part += 2) {
    const [cx, cy] = [x + offsets[part], y + offsets[part + 1]];
    const outside = cx < 0 || cy < 0 || cx >= width || cy >= height;
    if (outside || collides.has(cy * width + cx)) cross(context, ...view.pixel(cx, cy), view.scale);
  }
}

function drawBetween(
  context: Context,
  app: App,
  unit: Unit,
  place: { from: number; to: number; share: number },
  view: View,
  palette: Palette,
): void {
  const { width } = app.map;
  const at = (placement: number) =>
    [Math.floor(placement / 4) % width, Math.floor(Math.floor(placement / 4) / width)] as const;
  const [from, to] = [at(place.from), at(place.to)];
  const heading = (place.share < 0.5 ? place.from : place.to) % 4;
  const x = from[0] + (to[0] - from[0]) * place.share;
  const y = from[1] + (to[1] - from[1]) * place.share;
  drawShape(context, unit.offsets(heading), x, y, heading, view, palette.path, 1);
}

function drawShape(
  context: Context,
  offsets: Int32Array,
  x: number,
  y: number,
  heading: number,
  view: View,
  rgb: Rgb,
  opacity: number,
): void {
  const { scale } = view;
  context.save();
  context.globalAlpha = opacity;
  context.fillStyle = css(rgb);
  context.strokeStyle = "#fff";
  context.lineWidth = Math.max(1, scale / 16);
  for (let part = 0; part < offsets.length; part += 2) {
    const [px, py] = view.pixel(x + offsets[part], y + offsets[part + 1]);
    context.fillRect(px, py, scale, scale);
    context.strokeRect(px + 0.5, py + 0.5, scale - 1, scale - 1);
  }
  // The heading, from the pivot.
  const [dx, dy] = AHEAD[heading];
  const [mx, my] = view.pixel(x + 0.5, y + 0.5);
  const long = Math.max(5, scale * 0.42);
  context.beginPath();
  context.moveTo(mx + dx * long, my + dy * long);
  context.lineTo(mx - dx * long * 0.5 - dy * long * 0.7, my - dy * long * 0.5 + dx * long * 0.7);
  context.lineTo(mx - dx * long * 0.5 + dy * long * 0.7, my - dy * long * 0.5 - dx * long * 0.7);
  context.closePath();
  context.fillStyle = "#fff";
  context.fill();
  context.restore();
}

function cross(context: Context, x: number, y: number, scale: number): void {
  context.strokeStyle = "#fff";
  for (const [colour, wide] of [
    ["#fff", Math.max(4, scale / 4)],
    ["#c1121f", Math.max(2, scale / 8)],
  ] as const) {
    context.strokeStyle = colour;
    context.lineWidth = wide;
    context.beginPath();
    context.moveTo(x + scale * 0.2, y + scale * 0.2);
    context.lineTo(x + scale * 0.8, y + scale * 0.8);
    context.moveTo(x + scale * 0.8, y + scale * 0.2);
    context.lineTo(x + scale * 0.2, y + scale * 0.8);
    context.stroke();
  }
}
