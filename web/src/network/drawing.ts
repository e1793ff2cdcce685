// A small graph is drawn: nodes added, moved, named, connected, deleted. Each makes another document.
import { say } from "../words";
import type { NetworkApp } from "./app";
import { type Doc, SMALL } from "./model";

function documentOf(app: NetworkApp): Doc {
  const { doc } = app.model;
  if (!doc) throw new Error(say("network.thisNetworkIsTooLarge"));
  return doc;
}

/** The letters that nodes are named by: A to Z, then A1, B1, … */
export function nextName(taken: readonly string[]): string {
  const known = new Set(taken);
  for (let round = 0; ; round++)
    for (let letter = 0; letter < 26; letter++) {
      const name = String.fromCharCode(65 + letter) + (round || "");
      if (!known.has(name)) return name;
    }
}

/** A cost for a new edge: as the others cost for their lengths, or 1. */
function usualCost(app: NetworkApp, doc: Doc, a: number, b: number): number {
  const { x, y } = app.model.plane;
  const length = (from: number, to: number) => Math.hypot(x[from] - x[to], y[from] - y[to]);
  const all = doc.edges.reduce((sum, { from, to }) => sum + length(from, to), 0);
  if (all === 0) return doc.unit === "seconds" ? 300 : 1;
  const rate = doc.edges.reduce((sum, { cost }) => sum + cost, 0) / all;
  const step = doc.unit === "seconds" ? 60 : 1;
  return Math.max(step, step * Math.round((rate * length(a, b)) / step));
}

export async function addNode(app: NetworkApp, x: number, y: number): Promise<void> {
  const doc = documentOf(app);
  if (doc.nodes.length >= SMALL.nodes) throw new Error(say("network.aDrawingHasAtMost", { most: SMALL.nodes }));
  const id = nextName(doc.nodes.map((node) => node.id));
  const at = app.model.plane.globe(x, y);
  await app.redraw({ ...doc, nodes: [...doc.nodes, { id, name: id, at }] });
  app.select({ kind: "node", node: doc.nodes.length });
  app.announce(say("network.added", { id }));
}

export async function moveNode(app: NetworkApp, node: number, x: number, y: number): Promise<void> {
  const doc = documentOf(app);
  const at = app.model.plane.globe(x, y);
  await app.redraw({ ...doc, nodes: doc.nodes.map((one, number) => (number === node ? { ...one, at } : one)) });
  app.announce(say("network.moved", { node: app.model.label(node) }));
}

export async function renameNode(app: NetworkApp, node: number, name: string): Promise<void> {
  const doc = documentOf(app);
  await app.redraw({ ...doc, nodes: doc.nodes.map((one, number) => (number === node ? { ...one, name } : one)) });
  app.select({ kind: "node", node });
}

/** In both directions; the panel makes it one-way. */
export async function connect(app: NetworkApp, from: number, to: number): Promise<void> {
  const doc = documentOf(app);
  const there = doc.edges.findIndex((edge) => edge.from === from && edge.to === to);
  if (there >= 0) {
    app.select({ kind: "edge", edge: there });
    app.announce(say("network.theyAreConnectedAlready"));
    return;
  }
  if (doc.edges.length + 2 > SMALL.edges) throw new Error(say("network.aDrawingHasAtMost2", { most: SMALL.edges }));
  const cost = usualCost(app, doc, from, to);
  const back = doc.edges.some((edge) => edge.from === to && edge.to === from);
  const made = { from, to, cost, name: "" };
  await app.redraw({ ...doc, edges: [...doc.edges, made, ...(back ? [] : [{ ...made, from: to, to: from }])] });
  app.select({ kind: "edge", edge: doc.edges.length });
  app.announce(
    say("network.connectedAnd", { from: app.model.label(from), to: app.model.label(to), cost: app.text(cost) }),
  );
}

/** Takes edges out; those after them move up. */
async function without(app: NetworkApp, doc: Doc, gone: (edge: number) => boolean, node = -1): Promise<void> {
  const edgeNow = new Map<number, number>();
  for (const edge of doc.edges.keys()) if (!gone(edge)) edgeNow.set(edge, edgeNow.size);
  const nodeNow = (old: number) => (node < 0 || old < node ? old : old === node ? -1 : old - 1);
  const edges = doc.edges
    .filter((_, edge) => !gone(edge))
    .map((edge) => ({ ...edge, from: nodeNow(edge.from), to: nodeNow(edge.to) }));
  const nodes = doc.nodes.filter((_, number) => number !== node);
  await app.redraw({ ...doc, nodes, edges }, nodeNow, (edge) => edgeNow.get(edge) ?? -1);
}

export async function deleteNode(app: NetworkApp, node: number): Promise<void> {
  const doc = documentOf(app);
  const name = app.model.label(node);
  await without(app, doc, (edge) => doc.edges[edge].from === node || doc.edges[edge].to === node, node);
  app.announce(say("network.deleted", { name }));
}

/** Both directions of it. */
export async function deleteEdge(app: NetworkApp, edge: number): Promise<void> {
  const doc = documentOf(app);
  const back = app.model.opposite[edge];
  await without(app, doc, (one) => one === edge || one === back);
  app.announce(say("network.deletedTheEdge"));
}
