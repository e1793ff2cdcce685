// Draws a network: what never changes as paths on the plane, what a search did on top of it.
import { CLOSED, NONE, type Timeline, UNTOUCHED } from "../player/timeline";
import type { View } from "../render/view";
import { say } from "../words";
import type { NetworkApp } from "./app";
import type { Ink } from "./ink";
import { type Box, boxOf, type Label, overlaps, placeLabels, type Wanted } from "./labels";
import type { Model } from "./model";
import { WORLD } from "./world";

type Context = CanvasRenderingContext2D;

/** From here on coordinates are the plane's. */
export function onPlane(context: Context, { x, y, scale }: { x: number; y: number; scale: number }, density: number) {
  context.setTransform(scale * density, 0, 0, scale * density, -x * scale * density, -y * scale * density);
}

/** Adds the line of an edge to a path, up to a share of its length. */
export function trace(path: Path2D | Context, model: Model, edge: number, share = 1): void {
  const { line, lineStart } = model;
  const [first, end] = [lineStart[edge], lineStart[edge + 1]];
  if (share < 1) {
    tracePart(path, model, edge, share);
    return;
  }
  path.moveTo(line[2 * first], line[2 * first + 1]);
  let gap = false;
  for (let i = first + 1; i < end; i++) {
    if (Number.isNaN(line[2 * i])) gap = true;
    else if (gap) {
      path.moveTo(line[2 * i], line[2 * i + 1]);
      gap = false;
    } else path.lineTo(line[2 * i], line[2 * i + 1]);
  }
}

function tracePart(path: Path2D | Context, { line, lineStart }: Model, edge: number, share: number): void {
  const [first, end] = [lineStart[edge], lineStart[edge + 1]];
  const long = (i: number) => Math.hypot(line[2 * i + 2] - line[2 * i], line[2 * i + 3] - line[2 * i + 1]) || 0;
  let whole = 0;
  for (let i = first; i + 1 < end; i++) whole += long(i);
  let left = whole * share;
  path.moveTo(line[2 * first], line[2 * first + 1]);
  for (let i = first; i + 1 < end && left > 0; i++) {
    const length = long(i);
    if (length === 0) {
      path.moveTo(line[2 * i + 2], line[2 * i + 3]);
      continue;
    }
    const t = Math.min(1, left / length);
    const [ax, ay, bx, by] = [line[2 * i], line[2 * i + 1], line[2 * i + 2], line[2 * i + 3]];
    path.lineTo(ax + (bx - ax) * t, ay + (by - ay) * t);
    left -= length;
  }
}

/** A place on an edge, by the share of its length, and the direction there. */
export function along({ line, lineStart }: Model, edge: number, share: number): [x: number, y: number, angle: number] {
  const [first, end] = [lineStart[edge], lineStart[edge + 1]];
  const long = (i: number) => Math.hypot(line[2 * i + 2] - line[2 * i], line[2 * i + 3] - line[2 * i + 1]) || 0;
  let whole = 0;
  for (let i = first; i + 1 < end; i++) whole += long(i);
  let left = whole * share;
  for (let i = first; i + 1 < end; i++) {
    const length = long(i);
    if (left > length || length === 0) {
      left -= length;
      continue;
    }
    const [ax, ay, bx, by] = [line[2 * i], line[2 * i + 1], line[2 * i + 2], line[2 * i + 3]];
    const t = left / length;
    return [ax + (bx - ax) * t, ay + (by - ay) * t, Math.atan2(by - ay, bx - ax)];
  }
  return [line[2 * end - 2], line[2 * end - 1], 0];
}

/** So many nodes are drawn in one step. */
const STEP_NODES = 1500;

/** Edges by where they begin: one path for each part of the plane. */
class Tiles {
  readonly #model: Model;
  readonly #side: number;
  readonly #tiles = new Map<number, { path: Path2D; box: Box }>();

  constructor(model: Model) {
    this.#model = model;
    // Lines that lie over each other in one colour look the same only if they are stroked together.
    const whole = model.world || model.few;
    this.#side = Math.max(model.plane.width, model.plane.height) / (whole ? 0.5 : 8);
  }

  add(edge: number): void {
    const { line, lineStart } = this.#model;
    const [first, end] = [lineStart[edge], lineStart[edge + 1]];
    const key = 64 * Math.floor(line[2 * first + 1] / this.#side) + Math.floor(line[2 * first] / this.#side);
    const empty = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    const tile = this.#tiles.get(key) ?? { path: new Path2D(), box: empty };
    this.#tiles.set(key, tile);
    trace(tile.path, this.#model, edge);
    for (let i = first; i < end; i++) {
      const [x, y] = [line[2 * i], line[2 * i + 1]];
      if (Number.isNaN(x)) continue;
      tile.box.left = Math.min(tile.box.left, x);
      tile.box.top = Math.min(tile.box.top, y);
      tile.box.right = Math.max(tile.box.right, x);
      tile.box.bottom = Math.max(tile.box.bottom, y);
    }
  }

  within(sight: Box): Path2D[] {
    return [...this.#tiles.values()].filter(({ box }) => overlaps(box, sight)).map(({ path }) => path);
  }
}

/** What is drawn once for a network: an outline, edges by how fast they are. */
export class Base {
  readonly #model: Model;
  readonly #land: Path2D | null;
  readonly #seas: Path2D | null;
  /** Slow, faster, fastest; each in tiles, of which only those in sight are drawn. */
  readonly #edges: readonly [Tiles, Tiles, Tiles];

  constructor(model: Model) {
    this.#model = model;
    this.#land = model.world ? outline(model, WORLD.land) : null;
    this.#seas = model.world ? outline(model, WORLD.seas) : null;
    this.#edges = [new Tiles(model), new Tiles(model), new Tiles(model)];
    const speeds = model.world || model.few ? null : speedsOf(model);
    for (let edge = 0; edge < model.edges; edge++) {
      const back = model.opposite[edge];
      // Two directions along one line are drawn once.
      const bent = model.few && back >= 0 && model.parts.costs[back] !== model.parts.costs[edge];
      if (back >= 0 && back < edge && !bent) continue;
      const class_ = !speeds ? 0 : speeds[edge] > 0.72 ? 2 : speeds[edge] > 0.45 ? 1 : 0;
      this.#edges[class_].add(edge);
    }
  }

  /** Draws it in small steps, so that whoever draws may do something else in between. */
  *draw(context: Context, ink: Ink, scale: number, sight: Box): Generator<void> {
    const model = this.#model;
    const pixel = 1 / scale;
    if (this.#land && this.#seas) {
      context.lineWidth = pixel;
      context.strokeStyle = ink.coast;
      context.fillStyle = ink.land;
      context.fill(this.#land);
      context.stroke(this.#land);
      context.fillStyle = ink.sea;
      context.fill(this.#seas);
      context.stroke(this.#seas);
    }
    context.lineJoin = "round";
    context.lineCap = "round";
    const zoom = Math.max(1, Math.min(3, Math.sqrt(scale)));
    const widths = model.world ? [0.7] : model.few ? [2.2] : [0.9 * zoom, 1.5 * zoom, 2.2 * zoom];
    for (const [kind, width] of widths.entries()) {
      context.globalAlpha = model.world ? 0.28 : 1;
      context.strokeStyle = kind === 0 && !model.few && !model.world ? ink.edge : ink.main;
      context.lineWidth = width * pixel;
      for (const path of this.#edges[kind].within(sight)) {
        context.stroke(path);
        yield;
      }
    }
    context.globalAlpha = 1;
    yield* this.#nodes(context, ink, scale, sight);
  }

  *#nodes(context: Context, ink: Ink, scale: number, sight: Box): Generator<void> {
    const { plane, nodes, doc, world } = this.#model;
    const radius = world ? 2.2 : this.#model.few ? 6 : 0.5 * Math.sqrt(scale) + 0.4;
    // So many dots so small would only be grey.
    if (!world && !doc && scale < 3) return;
    context.fillStyle = ink.node;
    const [{ x, y }, edge] = [plane, (2 * radius) / scale];
    const seen = (node: number) =>
      x[node] > sight.left - edge &&
      x[node] < sight.right + edge &&
      y[node] > sight.top - edge &&
      y[node] < sight.bottom + edge;
    for (let first = 0; first < nodes; first += STEP_NODES) {
      context.beginPath();
      for (let node = first; node < Math.min(nodes, first + STEP_NODES); node++) {
        if (!seen(node)) continue;
        const size = (world ? radius * (0.7 + 0.35 * ((doc?.nodes[node].rank ?? 1) - 1)) : radius) / scale;
        context.moveTo(x[node] + size, y[node]);
        context.arc(x[node], y[node], size, 0, 7);
      }
      context.fill();
      yield;
    }
  }
}

function outline(model: Model, rings: readonly (readonly number[])[]): Path2D {
  const path = new Path2D();
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      const [x, y] = model.plane.place(ring[i + 1], ring[i]);
      if (i === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    }
    path.closePath();
  }
  return path;
}

/** By edge: how fast it is, as a share of the fastest; a few that are faster than all others do not count. */
function speedsOf({ line, lineStart, edges, parts }: Model): Float32Array {
  const speeds = new Float32Array(edges);
  for (let edge = 0; edge < edges; edge++) {
    let length = 0;
    for (let i = lineStart[edge]; i + 1 < lineStart[edge + 1]; i++)
      length += Math.hypot(line[2 * i + 2] - line[2 * i], line[2 * i + 3] - line[2 * i + 1]);
    speeds[edge] = length / Math.max(1e-9, parts.costs[edge]);
  }
  const top = speeds.slice().sort()[Math.floor(0.99 * (edges - 1))] || 1;
  return speeds.map((speed) => Math.min(1, speed / top));
}

/** How a node was reached: by an edge, either way, or by a shortcut, which stands for several; 0 for an end. */
function lineTo(model: Model, parent: number, node: number): number {
  if (parent === NONE) return 0;
  const edge = model.between(parent, node);
  const back = edge >= 0 ? edge : model.between(node, parent);
  return back >= 0 ? back + 1 : -parent - 1;
}

function traceLine(path: Path2D, model: Model, line: number, node: number): void {
  const { x, y } = model.plane;
  if (line > 0) trace(path, model, line - 1);
  else {
    path.moveTo(x[-line - 1], y[-line - 1]);
    path.lineTo(x[node], y[node]);
  }
}

/** What a search has done so far, drawn event by event: only what is new, while it goes forward. */
export class Tree {
  #timeline: Timeline | null = null;
  #position = 0;
  /** By node: the edge it was drawn with, plus one; or minus the parent, minus one, where a shortcut led to it. */
  #drawn = new Int32Array();

  /** Draws what is missing; `afresh` if the canvas was cleared, or shows something else. */
  draw(context: Context, app: NetworkApp, timeline: Timeline | null, ink: Ink, scale: number, afresh: boolean): void {
    const { model } = app;
    if (timeline !== this.#timeline || this.#drawn.length !== model.nodes || !timeline) {
      this.#timeline = timeline;
      this.#drawn = new Int32Array(model.nodes);
      afresh = true;
    }
    if (!timeline) return;
    if (afresh || timeline.position < this.#position) this.#all(context, model, timeline, ink, scale);
    else this.#more(context, model, timeline, ink, scale);
    this.#position = timeline.position;
  }

  /** Draws everything on an empty canvas, in small steps; what happens meanwhile is drawn by `draw` later. */
  *fresh(context: Context, model: Model, timeline: Timeline | null, ink: Ink, scale: number): Generator<void> {
    this.#timeline = timeline;
    this.#drawn = new Int32Array(model.nodes);
    this.#position = timeline?.position ?? 0;
    if (!timeline) return;
    for (let first = 0; first < model.nodes; first += STEP_NODES) {
      const touched: number[] = [];
      for (let node = first; node < Math.min(model.nodes, first + STEP_NODES); node++)
        if (timeline.states[node] !== UNTOUCHED) touched.push(node);
      if (touched.length === 0) continue;
      this.#strokes(context, model, timeline, touched, ink, scale);
      yield;
    }
  }

  /** Whether the canvas has to be cleared first: something was taken back. */
  behind(timeline: Timeline | null): boolean {
    return timeline !== this.#timeline || (timeline?.position ?? 0) < this.#position;
  }

  #all(context: Context, model: Model, timeline: Timeline, ink: Ink, scale: number): void {
    this.#drawn.fill(0);
    const touched: number[] = [];
    for (let node = 0; node < model.nodes; node++) if (timeline.states[node] !== UNTOUCHED) touched.push(node);
    this.#strokes(context, model, timeline, touched, ink, scale);
  }

  #more(context: Context, model: Model, timeline: Timeline, ink: Ink, scale: number): void {
    const touched = new Set<number>();
    const { cells } = timeline.events;
    for (let i = this.#position; i < timeline.position; i++) touched.add(cells[i]);
    if (touched.size > 0) this.#strokes(context, model, timeline, touched, ink, scale);
  }

  #strokes(
    context: Context,
    model: Model,
    timeline: Timeline,
    touched: Iterable<number>,
    ink: Ink,
    scale: number,
  ): void {
    const { x, y } = model.plane;
    const [gone, open, closed] = [new Path2D(), new Path2D(), new Path2D()];
    const [openNodes, closedNodes] = [new Path2D(), new Path2D()];
    const dots = model.world || model.few || scale >= 2;
    const radius = (model.few ? 8 : model.world ? 3.2 : Math.min(4, 0.8 * Math.sqrt(scale) + 0.6)) / scale;
    let lost = false;
    for (const node of touched) {
      const line = lineTo(model, timeline.parent(node), node);
      const before = this.#drawn[node];
      if (before && before !== line) {
        traceLine(gone, model, before, node);
        lost = true;
      }
      this.#drawn[node] = line;
      const done = timeline.states[node] === CLOSED;
      if (line) traceLine(done ? closed : open, model, line, node);
      if (!dots) continue;
      const on = done ? closedNodes : openNodes;
      on.moveTo(x[node] + radius, y[node]);
      on.arc(x[node], y[node], radius, 0, 7);
    }
    context.lineCap = "round";
    context.lineJoin = "round";
    const width = (model.few ? 4 : model.world ? 1.2 : Math.max(1.3, Math.min(3.4, 1.2 * Math.sqrt(scale)))) / scale;
    if (lost) {
      // A better parent was found: the edge from the one before is no part of the tree any more.
      context.globalCompositeOperation = "destination-out";
      context.lineWidth = width * 1.25;
      context.stroke(gone);
      context.globalCompositeOperation = "source-over";
    }
    context.lineWidth = width;
    for (const [colour, lines, nodes] of [
      [ink.open, open, openNodes],
      [ink.closed, closed, closedNodes],
    ] as const) {
      context.strokeStyle = context.fillStyle = colour;
      context.stroke(lines);
      if (dots) context.fill(nodes);
    }
  }
}

/** What isochrones show, in bands of cost: near, less near, far. Made once for an answer. */
export function reachPaths(app: NetworkApp): readonly Path2D[] {
  const { model, reached, within } = app;
  const bands = [new Path2D(), new Path2D(), new Path2D(), new Path2D()];
  if (!reached) return bands;
  const costs = new Map<number, number>();
  for (const [i, node] of reached.nodes.entries()) costs.set(node, reached.costs[i]);
  for (const [i, edge] of reached.edges.entries()) {
    const cost = costs.get(model.parts.from[edge]) ?? 0;
    // Flights are not stopped in the middle: one is somewhere, or is not.
    if (model.world && reached.shares[i] < 1) continue;
    const band = Math.min(3, Math.floor((4 * cost) / Math.max(1e-9, within)));
    trace(bands[band], model, edge, reached.shares[i]);
  }
  return bands;
}

const letters = new Map<string, number>();

/** Which names are shown where: ends first, then what the route passes, then by rank. */
export function labelsOf(context: Context, app: NetworkApp, view: View, route: readonly number[]): Labels {
  const { model, ends, cursor } = app;
  const { x, y } = model.plane;
  const wanted: Wanted[] = [];
  const seen = new Set<number>();
  const want = (node: number, away: number, always = false) => {
    if (node < 0 || seen.has(node) || (!model.doc && !model.parts.names[node])) return;
    seen.add(node);
    const [px, py] = view.pixel(x[node], y[node]);
    wanted.push({ text: model.label(node), x: px, y: py, away, always });
  };
  for (const end of ends ?? []) want(end, 12, true);
  if (cursor >= 0) want(cursor, 10);
  for (const node of route) want(node, 6);
  if (model.doc) {
    const all = model.doc.nodes.map((node, number) => ({ number, rank: node.rank ?? 1 }));
    for (const { number } of all.sort((a, b) => b.rank - a.rank)) want(number, model.world ? 4 : 8);
  }
  const widthOf = (text: string) => {
    const known = letters.get(text);
    if (known !== undefined) return known;
    const { width } = context.measureText(text);
    letters.set(text, width);
    return width;
  };
  context.font = FONT;
  const names = model.few
    ? placeLabels(wanted, view, widthOf, dotsOf(app, view), rootsOf(app, view))
    : placeLabels(wanted, view, widthOf);
  return { names, costs: model.few ? costsOf(app, view, widthOf, names.map(boxOf)) : [] };
}

export interface Labels {
  names: readonly Label[];
  costs: readonly CostLabel[];
}

/** What an edge costs, beside it: where few are drawn. */
export interface CostLabel extends Box {
  edge: number;
  text: string;
}

/** In the middle of their edges, or a little aside where a name is. */
function costsOf(app: NetworkApp, view: View, widthOf: (text: string) => number, taken: readonly Box[]): CostLabel[] {
  const { model } = app;
  const found: CostLabel[] = [];
  const points = Array.from({ length: model.edges }, (_, edge) =>
    Array.from({ length: 25 }, (_, i) => {
      const [x, y] = along(model, edge, i / 24);
      return view.pixel(x, y);
    }),
  );
  const crossed = (box: Box, edge: number, back: number) =>
    points.some(
      (line, other) =>
        other !== edge &&
        other !== back &&
        line.some(([x, y]) => x > box.left && x < box.right && y > box.top && y < box.bottom),
    );
  for (let edge = 0; edge < model.edges; edge++) {
    const back = model.opposite[edge];
    const bent = back >= 0 && model.parts.costs[back] !== model.parts.costs[edge];
    if (back >= 0 && back < edge && !bent && app.cost(back) === app.cost(edge)) continue;
    const text =
      app.isClosed(edge) && (back < 0 || app.isClosed(back)) ? say("network.closed") : app.text(app.cost(edge));
    const half = widthOf(text) / 2 + 4;
    const boxes = [0.5, 0.42, 0.58, 0.34, 0.66, 0.28, 0.72].map((share) => {
      const [x, y] = along(model, edge, share);
      const [px, py] = view.pixel(x, y);
      return { left: px - half, top: py - 9, right: px + half, bottom: py + 9 };
    });
    const free = boxes.filter((box) => ![...taken, ...found].some((other) => overlaps(box, other)));
    // On the line of another edge a cost could be that one's.
    const own = free.find((box) => !crossed(box, edge, back));
    found.push({ edge, text, ...(own ?? free[0] ?? boxes[0]) });
  }
  return found;
}

/** Where edges leave their nodes. */
function rootsOf({ model }: NetworkApp, view: View): Box[] {
  return Array.from({ length: model.edges }, (_, edge) => {
    const at = (share: number) => {
      const [x, y] = along(model, edge, share);
      return view.pixel(x, y);
    };
    const [[ax, ay], [bx, by]] = [at(0), at(1)];
    const length = Math.max(60, Math.hypot(bx - ax, by - ay));
    return [10, 16, 22].flatMap((far) =>
      [far / length, 1 - far / length].map((share) => {
        const [x, y] = at(share);
        return { left: x - 2, top: y - 2, right: x + 2, bottom: y + 2 };
      }),
    );
  }).flat();
}

function dotsOf({ model }: NetworkApp, view: View): Box[] {
  return Array.from({ length: model.nodes }, (_, node) => {
    const [x, y] = view.pixel(model.plane.x[node], model.plane.y[node]);
    return { left: x - 7, top: y - 7, right: x + 7, bottom: y + 7 };
  });
}

export const FONT = "12px system-ui, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif";
