// Everything above the cells that is lines and shapes: marks inside cells, parents, values, the path,
// the ends, bodies, the cursor. Shapes repeat what colours say, for people who see colours differently.
import type { Layer } from "../app";
import type { MapModel } from "../map/model";
import { NONE, OPEN, type Timeline, UNTOUCHED } from "../player/timeline";
import { decimal } from "../words";
import { groundOf } from "./codes";
import { drawContours } from "./contours";
import { css, type Palette } from "./palette";
import type { View } from "./view";

/** What is above the cells. */
export interface Scene {
  map: MapModel;
  timeline: Timeline | null;
  headings: 1 | 4;
  layers: ReadonlySet<Layer>;
  /** Cells from start to goal: drawn from turn to turn. */
  path: Uint32Array;
  ends: readonly [number, number] | null;
  cursor: number;
  /** The keyboard's cursor is drawn, the pointer's is not. */
  keyboard: boolean;
  /** Cells that the brush would paint. */
  brush: Uint32Array | null;
  /** Only jump points are events: cells between them are not. */
  jumps: boolean;
  /** How dangerous cells are and costs to the goal from everywhere, drawn first, and the path by these. */
  field?: Record<"drawUnder" | "drawOver", (context: CanvasRenderingContext2D, view: View, palette: Palette) => void>;
  /** Drawn last: bodies. */
  bodies?: (context: CanvasRenderingContext2D, view: View, palette: Palette) => void;
}

type Context = CanvasRenderingContext2D;

/** Marks inside cells are drawn from this many pixels a cell on, and for this many cells at most. */
const MARKS_FROM = 9;
const VALUES_FROM = 38;
const MOST_MARKS = 40_000;

export function drawOverlay(context: Context, scene: Scene, view: View, palette: Palette): void {
  const { timeline, layers } = scene;
  scene.field?.drawUnder(context, view, palette);
  if (timeline && layers.has("contours") && scene.headings === 1)
    drawContours(context, scene.map, timeline, seenCells(scene.map, view), view, palette);
  // Numbers are read, so the path runs below them; else it is what one looks for, and lies on top.
  const numbers = layers.has("values") && view.scale >= VALUES_FROM;
  if (numbers) drawProgress(context, scene, view, palette, true);
  if (view.scale >= MARKS_FROM) drawMarks(context, scene, view, palette);
  else if (scene.jumps && layers.has("jumps") && timeline) drawMarks(context, scene, view, palette, true);
  if (!numbers) drawProgress(context, scene, view, palette);
  scene.field?.drawOver(context, view, palette);
  if (scene.brush) drawBrush(context, scene.brush, scene.map.width, view, palette);
  if (scene.ends && !scene.bodies) {
    drawEnd(context, scene.ends[0], scene.map.width, view, palette.start, "circle", numbers);
    drawEnd(context, scene.ends[1], scene.map.width, view, palette.goal, "diamond", numbers);
  }
  scene.bodies?.(context, view, palette);
  if (scene.keyboard && scene.cursor !== NONE) drawCursor(context, scene, view, palette);
}

/** How far the search has come, or the path it found. */
function drawProgress(context: Context, scene: Scene, view: View, palette: Palette, thin = false): void {
  const { timeline } = scene;
  // A search that is still playing has not found its path yet; nor has a recording at the place where it was cut.
  const [over, cut] = [!timeline || timeline.position >= timeline.length, (timeline?.events.missed ?? 0) > 0];
  if (timeline && (!over || cut)) drawCurrent(context, scene, timeline, view, palette);
  if (!over) return;
  context.globalAlpha = cut ? 0.45 : 1;
  drawPath(context, scene.path, scene.map.width, view, palette.path, palette, thin);
  context.globalAlpha = 1;
}

/** The cells in view: the first and the end of columns and rows. */
export function seenCells(map: MapModel, view: View): [left: number, top: number, right: number, bottom: number] {
  return [
    Math.max(0, Math.floor(view.x)),
    Math.max(0, Math.floor(view.y)),
    Math.min(map.width, Math.ceil(view.x + view.width / view.scale)),
    Math.min(map.height, Math.ceil(view.y + view.height / view.scale)),
  ];
}

function drawMarks(context: Context, scene: Scene, view: View, palette: Palette, onlyJumps = false): void {
  const { map, timeline, headings, layers } = scene;
  const [left, top, right, bottom] = seenCells(map, view);
  if (!onlyJumps && (right - left) * (bottom - top) > MOST_MARKS) return;
  const { scale } = view;
  const jumps = scene.jumps && layers.has("jumps");
  let marked = 0;
  context.lineWidth = Math.max(1, scale / 14);
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const cell = y * map.width + x;
      if (map.blocked[cell]) continue;
      const [px, py] = view.pixel(x, y);
      const ground = map.weighted && !onlyJumps ? groundOf(map.multipliers[cell]) : 0;
      if (ground > 0) drawHatch(context, px, py, scale, ground, palette);
      if (!timeline) continue;
      const node = headings === 1 ? cell : mostTouched(timeline, cell);
      const state = timeline.states[node];
      if (state === UNTOUCHED) continue;
      if (jumps) {
        // Far away thousands of them are dots, and then too many to be told apart.
        if (++marked > MOST_MARKS) return;
        if (scale < 3) drawSpeck(context, px, py, palette);
        else drawDiamond(context, px + scale / 2, py + scale / 2, Math.max(2.5, scale * 0.3), palette);
      } else if (state === OPEN && layers.has("open") && scale < VALUES_FROM && !onlyJumps)
        drawDot(context, px, py, scale, palette);
      const values = layers.has("values") && scale >= VALUES_FROM;
      if (layers.has("parents") && !onlyJumps) drawParent(context, timeline, node, scene, view, palette, values);
      if (values && !onlyJumps) drawValues(context, timeline, node, px, py, scale, palette);
    }
  }
}

function mostTouched(timeline: Timeline, cell: number): number {
  for (let heading = 0; heading < 4; heading++)
    if (timeline.states[cell * 4 + heading] === OPEN) return cell * 4 + heading;
  for (let heading = 0; heading < 4; heading++) if (timeline.states[cell * 4 + heading]) return cell * 4 + heading;
  return cell * 4;
}

/** The slower the ground, the more strokes. */
function drawHatch(context: Context, x: number, y: number, scale: number, ground: number, palette: Palette): void {
  context.strokeStyle = css(palette.ink, 0.35);
  context.beginPath();
  for (let stroke = 1; stroke <= ground; stroke++) {
    const at = (stroke / (ground + 1)) * scale;
    context.moveTo(x + at - scale * 0.12, y + scale * 0.78);
    context.lineTo(x + at + scale * 0.12, y + scale * 0.22);
  }
  context.stroke();
}

function drawDot(context: Context, x: number, y: number, scale: number, palette: Palette): void {
  context.fillStyle = css(palette.onOpen, 0.6);
  context.beginPath();
  context.arc(x + scale / 2, y + scale / 2, scale * 0.13, 0, 7);
  context.fill();
}

function drawDiamond(context: Context, x: number, y: number, size: number, palette: Palette): void {
  context.beginPath();
  context.moveTo(x, y - size);
  context.lineTo(x + size, y);
  context.lineTo(x, y + size);
  context.lineTo(x - size, y);
  context.closePath();
  context.fillStyle = css(palette.current);
  context.strokeStyle = css(palette.ink);
  context.lineWidth = 1;
  context.fill();
  context.stroke();
}

function drawSpeck(context: Context, x: number, y: number, palette: Palette): void {
  context.fillStyle = css(palette.path);
  context.fillRect(x - 0.5, y - 0.5, 2, 2);
}

function drawParent(
  context: Context,
  timeline: Timeline,
  node: number,
  scene: Scene,
  view: View,
  palette: Palette,
  small: boolean,
): void {
  const parent = timeline.parent(node);
  if (parent === NONE) return;
  const {
    map: { width },
    headings,
  } = scene;
  const [from, to] = [
    middle(Math.floor(node / headings), width, view),
    middle(Math.floor(parent / headings), width, view),
  ];
  const long = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (long === 0) return;
  // Short of the parent, with a head: where it was reached from. Beside values, all of it is in the cell's middle.
  const reach = small ? 0 : Math.min(1, (view.scale * 0.62) / long);
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  if (small) {
    const [dx, dy] = [Math.cos(angle) * view.scale * 0.13, Math.sin(angle) * view.scale * 0.13];
    const [mx, my] = [from[0], from[1] - view.scale * 0.02];
    [from[0], from[1], to[0], to[1]] = [mx - dx, my - dy, mx + dx, my + dy];
  }
  const [x, y] = small ? to : [from[0] + (to[0] - from[0]) * reach, from[1] + (to[1] - from[1]) * reach];
  const head = Math.max(2.5, view.scale * (small ? 0.1 : 0.16));
  // On a mark, what is readable there; else as on the floor.
  const open = timeline.states[node] === OPEN;
  const marked = scene.layers.has(open ? "open" : "closed");
  context.strokeStyle = css(marked ? (open ? palette.onOpen : palette.onClosed) : palette.ink, 0.8);
  context.lineWidth = Math.max(1, view.scale / 20);
  context.beginPath();
  context.moveTo(from[0], from[1]);
  context.lineTo(x, y);
  for (const side of [-1, 1]) {
    context.moveTo(x, y);
    context.lineTo(x - head * Math.cos(angle + side * 0.6), y - head * Math.sin(angle + side * 0.6));
  }
  context.stroke();
}

function drawValues(
  context: Context,
  timeline: Timeline,
  node: number,
  x: number,
  y: number,
  scale: number,
  palette: Palette,
): void {
  const text = (value: number) => (Number.isNaN(value) ? "" : value >= 1000 ? value.toFixed(0) : decimal(value, 1));
  // Two of them side by side, however many digits they have.
  const [g, h] = [text(timeline.g(node)), text(timeline.h(node))];
  const size = Math.min(0.22, 1.45 / Math.max(6, g.length + h.length + 1));
  context.font = `${scale * size}px system-ui, sans-serif`;
  const open = timeline.states[node] === OPEN;
  const current = node === timeline.current && timeline.position < timeline.length;
  context.fillStyle = css(open || current ? palette.onOpen : palette.onClosed);
  // What lies below, such as a path, ends before a letter begins.
  context.strokeStyle = css(current ? palette.current : open ? palette.open : palette.closed);
  context.lineWidth = scale * 0.045;
  context.lineJoin = "round";
  const write = (number: string, across: number, down: number) => {
    context.strokeText(number, x + scale * across, y + scale * down);
    context.fillText(number, x + scale * across, y + scale * down);
  };
  context.textBaseline = "top";
  context.textAlign = "left";
  write(g, 0.08, 0.08);
  context.textAlign = "right";
  write(h, 0.92, 0.08);
  context.textAlign = "center";
  context.textBaseline = "bottom";
  context.font = `600 ${Math.round(scale * 0.26)}px system-ui, sans-serif`;
  write(text(timeline.f(node)), 0.5, 0.94);
}

/** The node being expanded, and the best path to it so far. */
function drawCurrent(context: Context, scene: Scene, timeline: Timeline, view: View, palette: Palette): void {
  const { current } = timeline;
  if (current === NONE) return;
  const {
    headings,
    map: { width },
  } = scene;
  const path = timeline.path(current).map((node) => Math.floor(node / headings));
  drawPath(context, path, width, view, palette.current, palette);
  const [px, py] = view.pixel(
    Math.floor(current / headings) % width,
    Math.floor(Math.floor(current / headings) / width),
  );
  const size = Math.max(5, view.scale);
  context.fillStyle = css(palette.current);
  context.strokeStyle = css(palette.ink);
  context.lineWidth = 1.5;
  context.beginPath();
  context.rect(px + (view.scale - size) / 2, py + (view.scale - size) / 2, size, size);
  context.fill();
  context.stroke();
}

export function drawPath(
  context: Context,
  path: Uint32Array,
  width: number,
  view: View,
  rgb: readonly [number, number, number],
  palette: Palette,
  /** What lies over it is to be read. */
  thin = false,
): void {
  if (path.length < 2) return;
  context.beginPath();
  for (let index = 0; index < path.length; index++) {
    const [x, y] = middle(path[index], width, view);
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
  context.lineJoin = context.lineCap = "round";
  const wide = thin ? 3 : Math.max(2.2, Math.min(view.scale * 0.32, 9));
  // An edge of another brightness keeps the line visible on every colour.
  context.strokeStyle = css(palette.edge);
  context.lineWidth = wide + 2;
  context.stroke();
  context.strokeStyle = css(rgb);
  context.lineWidth = wide;
  context.stroke();
}

export function drawEnd(
  context: Context,
  cell: number,
  width: number,
  view: View,
  rgb: readonly [number, number, number],
  shape: "circle" | "diamond",
  /** The numbers of its cell are to be read. */
  small = false,
): void {
  const [x, y] = middle(cell, width, view);
  const size = Math.max(7, view.scale * (small ? 0.17 : 0.46));
  context.beginPath();
  if (shape === "circle") context.arc(x, y, size, 0, 7);
  else {
    for (const [dx, dy] of [
      [0, -1.25],
      [1.25, 0],
      [0, 1.25],
      [-1.25, 0],
    ] as const)
      context.lineTo(x + dx * size, y + dy * size);
    context.closePath();
  }
  context.fillStyle = css(rgb);
  context.strokeStyle = "#fff";
  context.lineWidth = 2;
  context.fill();
  context.stroke();
  if (size < 7) return;
  context.fillStyle = "#fff";
  context.font = `700 ${Math.round(size * 1.1)}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(shape === "circle" ? "A" : "B", x, y + 1);
}

function drawBrush(context: Context, cells: Uint32Array, width: number, view: View, palette: Palette): void {
  context.fillStyle = css(palette.current, 0.45);
  const size = Math.max(1, view.scale);
  for (const cell of cells) {
    const [x, y] = view.pixel(cell % width, Math.floor(cell / width));
    context.fillRect(x, y, size, size);
  }
}

function drawCursor(context: Context, scene: Scene, view: View, palette: Palette): void {
  const [x, y] = view.pixel(scene.cursor % scene.map.width, Math.floor(scene.cursor / scene.map.width));
  const size = Math.max(8, view.scale);
  const inset = (view.scale - size) / 2;
  for (const [colour, wide] of [
    [palette.edge, 5],
    [palette.goal, 2.5],
  ] as const) {
    context.strokeStyle = css(colour);
    context.lineWidth = wide;
    context.strokeRect(x + inset, y + inset, size, size);
  }
}

export function middle(cell: number, width: number, view: View): [number, number] {
  return view.pixel((cell % width) + 0.5, Math.floor(cell / width) + 0.5);
}
