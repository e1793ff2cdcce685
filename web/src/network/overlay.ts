// What lies over the search: what can be reached, closed edges, the route, the ends, names. Drawn whole each time.
import type { View } from "../render/view";
import { say } from "../words";
import type { NetworkApp, Pane } from "./app";
import { along, type CostLabel, FONT, type Labels, onPlane, trace } from "./draw";
import type { Ink } from "./ink";
import type { Label } from "./labels";

type Context = CanvasRenderingContext2D;

/** What the pointer is about to do: draw an edge, or move a node. */
export interface Draft {
  from: number;
  x: number;
  y: number;
  to: number;
}

export interface Shown {
  pane: Pane;
  ink: Ink;
  density: number;
  labels: Labels;
  reach: readonly Path2D[] | null;
  draft: Draft | null;
}

/** The nodes of a pane's route, once its search is over: before that nobody knows it. */
export function routeOf(app: NetworkApp, { answer, timeline }: Pane): Uint32Array | null {
  if (!answer?.found || !app.ends) return null;
  if (timeline && timeline.position < timeline.length) return null;
  return answer.edges;
}

/** What to do with an empty graph, in the middle of it. */
function drawInvitation(context: Context, { width, height }: View, ink: Ink, density: number): void {
  context.setTransform(density, 0, 0, density, 0, 0);
  context.fillStyle = ink.node;
  context.font = `16px ${FONT.slice(FONT.indexOf(" ") + 1)}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(say("network.clickAnywhere"), width / 2, height / 2);
  context.textAlign = "left";
}

export function drawOverlay(context: Context, app: NetworkApp, shown: Shown): void {
  const { model, view } = app;
  const { ink, density, pane } = shown;
  const { scale } = view;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  if (model.nodes === 0) drawInvitation(context, view, ink, density);
  onPlane(context, view, density);
  context.lineCap = "round";
  context.lineJoin = "round";
  if (shown.reach) drawReach(context, app, shown.reach, ink);
  const route = routeOf(app, pane);
  if (route) {
    const line = new Path2D();
    for (const edge of route) trace(line, model, edge);
    for (const [colour, width] of [
      [ink.casing, 7],
      [ink.path, 4],
    ] as const) {
      context.strokeStyle = colour;
      context.lineWidth = width / scale;
      context.stroke(line);
    }
  }
  drawClosed(context, app, ink);
  drawSelected(context, app, ink);
  // From here on in pixels: what keeps its size.
  context.setTransform(density, 0, 0, density, 0, 0);
  if (model.few) drawArrows(context, app, ink, route);
  drawCosts(context, app, shown.labels.costs, ink);
  drawDraft(context, app, shown);
  drawMarks(context, app, pane, ink);
  drawLabels(context, shown.labels.names, ink);
}

function drawReach(context: Context, { model, view, reachFrom }: NetworkApp, bands: readonly Path2D[], ink: Ink): void {
  const width = model.few ? 8 : model.world ? 1.6 : Math.max(2.4, Math.min(6, 2 * Math.sqrt(view.scale)));
  context.lineWidth = width / view.scale;
  // The nearest on top.
  for (const band of [3, 2, 1, 0]) {
    context.strokeStyle = ink.reach[band];
    context.globalAlpha = model.world ? 0.65 : 0.92;
    context.stroke(bands[band]);
  }
  context.globalAlpha = 1;
  if (reachFrom < 0) return;
  context.beginPath();
  context.arc(model.plane.x[reachFrom], model.plane.y[reachFrom], 6 / view.scale, 0, 7);
  context.fillStyle = ink.text;
  context.fill();
}

function drawClosed(context: Context, { model, view, edits }: NetworkApp, ink: Ink): void {
  if (edits.closed.size === 0) return;
  const closed = new Path2D();
  // One direction of two that is closed leaves the line open: an arrow shows which.
  for (const edge of edits.closed)
    if (model.opposite[edge] < 0 || edits.closed.has(model.opposite[edge])) trace(closed, model, edge);
  context.strokeStyle = ink.page;
  context.lineWidth = 5 / view.scale;
  context.stroke(closed);
  context.strokeStyle = ink.shut;
  context.lineWidth = 3 / view.scale;
  context.setLineDash([2 / view.scale, 5 / view.scale]);
  context.stroke(closed);
  context.setLineDash([]);
}

function drawSelected(context: Context, { model, view, selected }: NetworkApp, ink: Ink): void {
  if (!selected) return;
  context.strokeStyle = ink.selected;
  context.lineWidth = 4 / view.scale;
  context.beginPath();
  if (selected.kind === "edge") {
    trace(context, model, selected.edge);
    context.globalAlpha = 0.85;
  } else context.arc(model.plane.x[selected.node], model.plane.y[selected.node], 11 / view.scale, 0, 7);
  context.stroke();
  context.globalAlpha = 1;
}

/** Where an edge leads in one direction only. */
function drawArrows(context: Context, app: NetworkApp, ink: Ink, route: Uint32Array | null): void {
  const { model, view } = app;
  for (let edge = 0; edge < model.edges; edge++) {
    const back = model.opposite[edge];
    const bent = back >= 0 && model.parts.costs[back] !== model.parts.costs[edge];
    const both = back >= 0 && !bent && !app.isClosed(back);
    if (both || app.isClosed(edge)) continue;
    const [x, y, angle] = along(model, edge, 0.72);
    const [px, py] = view.pixel(x, y);
    context.save();
    context.translate(px, py);
    context.rotate(angle);
    context.beginPath();
    context.moveTo(7, 0);
    context.lineTo(-6, -6);
    context.lineTo(-6, 6);
    context.closePath();
    context.fillStyle = route?.includes(edge) ? ink.path : ink.node;
    context.strokeStyle = ink.casing;
    context.lineWidth = 1.5;
    context.stroke();
    context.fill();
    context.restore();
  }
}

function drawCosts(context: Context, app: NetworkApp, costs: readonly CostLabel[], ink: Ink): void {
  context.font = FONT;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const box of costs) {
    context.fillStyle = ink.halo;
    context.globalAlpha = 0.9;
    context.beginPath();
    context.roundRect(box.left, box.top, box.right - box.left, box.bottom - box.top, 5);
    context.fill();
    context.globalAlpha = 1;
    context.fillStyle = app.edits.costs.has(box.edge) || box.text === "closed" ? ink.shut : ink.text;
    context.fillText(box.text, (box.left + box.right) / 2, (box.top + box.bottom) / 2 + 0.5);
  }
}

function drawDraft(context: Context, { model, view }: NetworkApp, { draft, ink }: Shown): void {
  if (!draft) return;
  const { x, y } = model.plane;
  context.beginPath();
  context.moveTo(...view.pixel(x[draft.from], y[draft.from]));
  context.lineTo(...(draft.to >= 0 ? view.pixel(x[draft.to], y[draft.to]) : view.pixel(draft.x, draft.y)));
  context.strokeStyle = ink.selected;
  context.setLineDash([6, 5]);
  context.lineWidth = 2.5;
  context.stroke();
  context.setLineDash([]);
}

function drawMarks(context: Context, app: NetworkApp, { timeline }: Pane, ink: Ink): void {
  const { model, view, ends, cursor, keyboard } = app;
  const { x, y } = model.plane;
  const spot = (node: number) => view.pixel(x[node], y[node]);
  const current = timeline && timeline.position < timeline.length ? timeline.current : -1;
  if (current >= 0 && current < model.nodes) {
    context.beginPath();
    context.arc(...spot(current), model.few ? 9 : 5, 0, 7);
    context.fillStyle = ink.current;
    context.strokeStyle = "#1a1a1a";
    context.lineWidth = 1.5;
    context.fill();
    context.stroke();
  }
  if (cursor >= 0 && cursor < model.nodes) {
    context.beginPath();
    context.arc(...spot(cursor), keyboard ? 12 : 9, 0, 7);
    context.strokeStyle = ink.text;
    context.lineWidth = keyboard ? 3 : 1.5;
    context.stroke();
  }
  if (!ends) return;
  for (const [which, node] of [...ends.entries()].reverse()) {
    const [px, py] = spot(node);
    context.beginPath();
    if (which === 0) context.arc(px, py, 10, 0, 7);
    else {
      context.moveTo(px, py - 13);
      context.lineTo(px + 13, py);
      context.lineTo(px, py + 13);
      context.lineTo(px - 13, py);
      context.closePath();
    }
    context.fillStyle = which === 0 ? ink.start : ink.goal;
    context.strokeStyle = "#ffffff";
    context.lineWidth = 2;
    context.fill();
    context.stroke();
    context.fillStyle = "#ffffff";
    context.font = `bold ${FONT}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(which === 0 ? "A" : "B", px, py + 0.5);
  }
}

function drawLabels(context: Context, labels: readonly Label[], ink: Ink): void {
  context.font = FONT;
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.lineWidth = 3;
  context.strokeStyle = ink.halo;
  context.fillStyle = ink.text;
  for (const { text, x, y } of labels) {
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
  }
}
