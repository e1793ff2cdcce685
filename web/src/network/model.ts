// A network as it is drawn: places on a plane, edges as lines, who leads where. Nothing is searched here.

import type { NetworkParts } from "wayline/networks";
import { pointed, say } from "../words";
import { type Bounds, greatCircle, type Projected, project } from "./projection";

export type Unit = NetworkParts["unit"];

/** A small network that can be edited, part by part. */
export interface Doc {
  readonly unit: Unit;
  /** `at`: latitude and longitude; `rank`: the larger the earlier its name is shown. */
  readonly nodes: readonly { id: string; name: string; at: readonly [number, number]; rank?: number }[];
  readonly edges: readonly { from: number; to: number; cost: number; name: string }[];
}

/** Up to this many nodes and edges, a network is drawn with arrows and costs, and can be edited. */
export const SMALL = { nodes: 500, edges: 6000 };
const FEW_EDGES = 160;
/** Flights are drawn as great circles, in pieces of this many kilometres. */
const PIECE = 400;

export class Model {
  readonly parts: NetworkParts;
  readonly nodes: number;
  readonly edges: number;
  readonly plane: Projected;
  /** The line of edge i is line[2 * lineStart[i]] to line[2 * lineStart[i + 1] - 1]; NaN begins another piece. */
  readonly lineStart: Uint32Array;
  readonly line: Float32Array;
  /** By edge: the edge in the other direction, or -1. */
  readonly opposite: Int32Array;
  /** The edges that leave node i are outgoing[firstOut[i]] to outgoing[firstOut[i + 1] - 1]. */
  readonly firstOut: Uint32Array;
  readonly outgoing: Uint32Array;

  constructor(
    parts: NetworkParts,
    /** Over an outline of the world, with flights for edges. */
    readonly world: boolean,
    /** What it was made of, if it can be edited. */
    readonly doc: Doc | null,
    /** The sides of the plane, where it was drawn before. */
    bounds?: Bounds,
  ) {
    this.parts = parts;
    this.nodes = parts.ids.length;
    this.edges = parts.from.length;
    const positions = parts.positions ?? circle(this.nodes);
    this.plane = project(positions, world, bounds);
    [this.firstOut, this.outgoing] = rows(parts.from, this.nodes);
    this.opposite = this.#opposites();
    [this.lineStart, this.line] = this.#lines(positions);
  }

  /** Few enough edges for arrows and costs beside them. */
  get few(): boolean {
    return this.edges <= FEW_EDGES;
  }

  /** What people call a node. */
  label(node: number): string {
    const { names, ids } = this.parts;
    return names[node] || ids[node];
  }

  /** The whole name: "Helsinki (HEL)". */
  title(node: number): string {
    const { names, ids } = this.parts;
    return names[node] && names[node] !== ids[node] ? `${names[node]} (${ids[node]})` : ids[node];
  }

  edgeName(edge: number): string {
    return this.parts.edgeNames[this.parts.nameOfEdge[edge]] ?? "";
  }

  /** An edge from one node to another, or else the other way; -1 if there is neither. */
  between(a: number, b: number): number {
    const there = this.#leading(a, b);
    return there >= 0 ? there : this.#leading(b, a);
  }

  /** The edges of a node in both directions, each pair once. */
  edgesAt(node: number): number[] {
    const found = [...this.outgoing.subarray(this.firstOut[node], this.firstOut[node + 1])];
    for (let edge = 0; edge < this.edges; edge++)
      if (this.parts.to[edge] === node && this.opposite[edge] < 0) found.push(edge);
    return found;
  }

  /** Nodes that an edge joins to this one, whichever way it leads. */
  neighbours(node: number): number[] {
    const { from, to } = this.parts;
    return this.edgesAt(node).map((edge) => (from[edge] === node ? to[edge] : from[edge]));
  }

  #leading(a: number, b: number): number {
    for (let i = this.firstOut[a]; i < this.firstOut[a + 1]; i++)
      if (this.parts.to[this.outgoing[i]] === b) return this.outgoing[i];
    return -1;
  }

  #opposites(): Int32Array {
    const { from, to } = this.parts;
    const opposite = new Int32Array(this.edges).fill(-1);
    for (let edge = 0; edge < this.edges; edge++) {
      if (opposite[edge] >= 0) continue;
      for (let i = this.firstOut[to[edge]]; i < this.firstOut[to[edge] + 1]; i++) {
        const back = this.outgoing[i];
        if (to[back] !== from[edge] || opposite[back] >= 0 || back === edge) continue;
        opposite[edge] = back;
        opposite[back] = edge;
        break;
      }
    }
    return opposite;
  }

  #lines(positions: Float64Array): [Uint32Array, Float32Array] {
    const { from, to, firstPoint, points, costs } = this.parts;
    const { x, y, place, width } = this.plane;
    const start = new Uint32Array(this.edges + 1);
    const line: number[] = [];
    for (let edge = 0; edge < this.edges; edge++) {
      const [a, b] = [from[edge], to[edge]];
      line.push(x[a], y[a]);
      const at = (node: number) => [positions[2 * node], positions[2 * node + 1]] as const;
      if (this.world) {
        let last = x[a];
        for (const [latitude, longitude] of [...greatCircle(at(a), at(b), PIECE), at(b)]) {
          const [px, py] = place(latitude, longitude);
          // Over the edge of the map: on from the other one.
          if (Math.abs(px - last) > width / 2) line.push(Number.NaN, Number.NaN);
          line.push(px, py);
          last = px;
        }
      } else {
        for (let i = firstPoint[edge]; i < firstPoint[edge + 1]; i++)
          line.push(...place(points[2 * i], points[2 * i + 1]));
        const back = this.opposite[edge];
        const apart = this.few && back >= 0 && costs[back] !== costs[edge];
        if (apart && firstPoint[edge] === firstPoint[edge + 1]) line.push(...bow(x[a], y[a], x[b], y[b]));
        line.push(x[b], y[b]);
      }
      start[edge + 1] = line.length / 2;
    }
    return [start, Float32Array.from(line)];
  }
}

/** Two directions that cost different amounts are drawn apart, each with its own bend. */
function bow(ax: number, ay: number, bx: number, by: number): number[] {
  const [cx, cy] = [(ax + bx) / 2 - (by - ay) * 0.13, (ay + by) / 2 + (bx - ax) * 0.13];
  const points: number[] = [];
  for (let i = 1; i < 10; i++) {
    const t = i / 10;
    const [p, q, r] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
    points.push(p * ax + q * cx + r * bx, p * ay + q * cy + r * by);
  }
  return points;
}

/** Edges by the node they leave. */
function rows(from: Uint32Array, nodes: number): [Uint32Array, Uint32Array] {
  const first = new Uint32Array(nodes + 1);
  for (const node of from) first[node + 1]++;
  for (let node = 0; node < nodes; node++) first[node + 1] += first[node];
  const next = first.slice();
  const list = new Uint32Array(from.length);
  for (let edge = 0; edge < from.length; edge++) list[next[from[edge]]++] = edge;
  return [first, list];
}

/** Where nothing says where nodes are: on a circle, in their order. Degrees, small enough to be a plane. */
export function circle(nodes: number): Float64Array {
  const positions = new Float64Array(2 * nodes);
  for (let node = 0; node < nodes; node++) {
    const angle = (2 * Math.PI * node) / Math.max(1, nodes);
    positions[2 * node] = 0.01 * Math.cos(angle);
    positions[2 * node + 1] = 0.01 * Math.sin(angle);
  }
  return positions;
}

/** The parts of a document, as the engine takes them. */
export function partsOf(doc: Doc) {
  return [
    doc.nodes.map(({ id }) => id),
    doc.nodes.map(({ name }) => name),
    Float64Array.from(doc.nodes.flatMap(({ at }) => at)),
    Uint32Array.from(doc.edges, ({ from }) => from),
    Uint32Array.from(doc.edges, ({ to }) => to),
    Float64Array.from(doc.edges, ({ cost }) => cost),
    doc.edges.map(({ name }) => name),
    doc.unit,
  ] as const;
}

/** A network as a document, if it is small and its edges are straight; null otherwise. */
export function docOf(parts: NetworkParts): Doc | null {
  if (parts.ids.length > SMALL.nodes || parts.from.length > SMALL.edges || parts.points.length > 0) return null;
  const positions = parts.positions ?? circle(parts.ids.length);
  return {
    unit: parts.unit,
    nodes: parts.ids.map((id, node) => ({
      id,
      name: parts.names[node],
      at: [positions[2 * node], positions[2 * node + 1]] as const,
    })),
    edges: [...parts.from].map((from, edge) => ({
      from,
      to: parts.to[edge],
      cost: parts.costs[edge],
      name: parts.edgeNames[parts.nameOfEdge[edge]] ?? "",
    })),
  };
}

/** A cost in the words of its unit. */
export function costText(unit: Unit, cost: number): string {
  if (unit === "seconds") {
    if (cost < 100) return `${cost < 10 ? pointed(`${Number(cost.toFixed(1))}`) : Math.round(cost)} s`;
    const minutes = Math.round(cost / 60);
    if (minutes < 100) return `${minutes} min`;
    return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
  }
  const length = unit === "metres" ? cost / 1000 : cost;
  const number = length >= 100 ? String(Math.round(length)) : pointed(`${Number(length.toPrecision(3))}`);
  return unit === "" ? number : `${number} km`;
}

/** What is typed for a cost: minutes or kilometres where that is what people say. */
export const TYPED: Readonly<Record<Unit, { label: string; per: number }>> = {
  seconds: { label: say("network.minutes"), per: 60 },
  metres: { label: say("network.kilometres"), per: 1000 },
  kilometres: { label: say("network.kilometres"), per: 1 },
  "": { label: say("figures.cost2"), per: 1 },
};

/** A stretch of a route with one name. */
export interface Leg {
  name: string;
  from: number;
  to: number;
  cost: number;
  edges: number;
}

/** A route in legs: one for each street, or for each edge where edges have no names. */
export function legsOf(model: Model, path: Uint32Array, edges: Uint32Array, costs: (edge: number) => number): Leg[] {
  const legs: Leg[] = [];
  for (const [i, edge] of edges.entries()) {
    const name = model.edgeName(edge);
    const last = legs.at(-1);
    if (last && name !== "" && last.name === name) {
      last.to = path[i + 1];
      last.cost += costs(edge);
      last.edges++;
    } else legs.push({ name, from: path[i], to: path[i + 1], cost: costs(edge), edges: 1 });
  }
  return legs;
}
