// What is under the pointer: the nearest node, the nearest edge. Squares of the plane say which are near.
import type { Model } from "./model";

/** This many things fit into a square on average. */
const CROWD = 4;

export class Picker {
  readonly #model: Model;
  readonly #columns: number;
  readonly #rows: number;
  readonly #side: number;
  /** The corner of the first square: lines may leave the plane. */
  #left = 0;
  #top = 0;
  readonly #nodes: number[][];
  readonly #edges: number[][];

  constructor(model: Model) {
    this.#model = model;
    let [right, bottom] = [model.plane.width, model.plane.height];
    const cover = (px: number, py: number) => {
      if (Number.isNaN(px)) return;
      this.#left = Math.min(this.#left, px);
      this.#top = Math.min(this.#top, py);
      right = Math.max(right, px);
      bottom = Math.max(bottom, py);
    };
    for (let i = 0; i < model.line.length; i += 2) cover(model.line[i], model.line[i + 1]);
    for (let node = 0; node < model.nodes; node++) cover(model.plane.x[node], model.plane.y[node]);
    const [width, height] = [right - this.#left, bottom - this.#top];
    const squares = Math.max(1, (model.nodes + model.edges) / CROWD);
    this.#side = Math.max(Math.sqrt((width * height) / squares), Math.max(width, height) / 512);
    this.#columns = Math.floor(width / this.#side) + 1;
    this.#rows = Math.floor(height / this.#side) + 1;
    const all = this.#columns * this.#rows;
    this.#nodes = Array.from({ length: all }, () => []);
    this.#edges = Array.from({ length: all }, () => []);
    const { x, y } = model.plane;
    for (let node = 0; node < model.nodes; node++) this.#nodes[this.#square(x[node], y[node])].push(node);
    for (let edge = 0; edge < model.edges; edge++) this.#putEdge(edge);
  }

  /** The nearest node within this many units, or -1. */
  node(px: number, py: number, within = Infinity): number {
    const { x, y } = this.#model.plane;
    let [best, nearest] = [-1, within];
    const look = (node: number) => {
      const distance = Math.hypot(x[node] - px, y[node] - py);
      if (distance < nearest || (distance === nearest && best < 0)) [best, nearest] = [node, distance];
    };
    this.#around(this.#nodes, px, py, () => nearest, look);
    return best;
  }

  /** The nearest edge within this many units, or -1. Of two directions that lie on each other the first. */
  edge(px: number, py: number, within: number): number {
    let [best, nearest] = [-1, within];
    const look = (edge: number) => {
      const distance = this.#distance(edge, px, py);
      if (distance < nearest || (distance === nearest && edge < best)) [best, nearest] = [edge, distance];
    };
    this.#around(this.#edges, px, py, () => nearest, look);
    return best;
  }

  #distance(edge: number, px: number, py: number): number {
    const { line, lineStart } = this.#model;
    let least = Infinity;
    for (let i = lineStart[edge]; i + 1 < lineStart[edge + 1]; i++) {
      const distance = toSegment(px, py, line[2 * i], line[2 * i + 1], line[2 * i + 2], line[2 * i + 3]);
      if (distance < least) least = distance;
    }
    return least;
  }

  #square(px: number, py: number): number {
    const column = Math.floor((px - this.#left) / this.#side);
    const row = Math.floor((py - this.#top) / this.#side);
    // The last ones end where the plane does, give or take a rounding.
    return Math.min(row, this.#rows - 1) * this.#columns + Math.min(column, this.#columns - 1);
  }

  /** Into every square that a piece of it may touch. */
  #putEdge(edge: number): void {
    const { line, lineStart } = this.#model;
    let last = -1;
    for (let i = lineStart[edge]; i + 1 < lineStart[edge + 1]; i++) {
      const [ax, ay, bx, by] = [line[2 * i], line[2 * i + 1], line[2 * i + 2], line[2 * i + 3]];
      if (Number.isNaN(ax) || Number.isNaN(bx)) continue;
      const pieces = Math.ceil((2 * Math.hypot(bx - ax, by - ay)) / this.#side) + 1;
      for (let piece = 0; piece <= pieces; piece++) {
        const square = this.#square(ax + ((bx - ax) * piece) / pieces, ay + ((by - ay) * piece) / pieces);
        if (square === last) continue;
        last = square;
        this.#edges[square].push(edge);
      }
    }
  }

  /** Looks at squares in rings around a point, until all that are left are too far. */
  #around(squares: number[][], px: number, py: number, nearest: () => number, look: (thing: number) => void): void {
    const column = Math.floor((px - this.#left) / this.#side);
    const row = Math.floor((py - this.#top) / this.#side);
    // From outside of the plane, too.
    const most = Math.max(
      Math.abs(column),
      Math.abs(row),
      Math.abs(this.#columns - column),
      Math.abs(this.#rows - row),
    );
    for (let ring = 0; ring <= most; ring++) {
      // A square of this ring is at least so far; lines are noted where their points are, half a square off.
      if ((ring - 1.5) * this.#side > nearest()) return;
      for (let r = row - ring; r <= row + ring; r++) {
        if (r < 0 || r >= this.#rows) continue;
        const rim = r === row - ring || r === row + ring;
        for (let c = column - ring; c <= column + ring; c += rim || ring === 0 ? 1 : 2 * ring)
          if (c >= 0 && c < this.#columns) for (const thing of squares[r * this.#columns + c]) look(thing);
      }
    }
  }
}

/** From a point to the piece of a line between two others; infinite where it has a gap. */
export function toSegment(px: number, py: number, ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / length));
  const distance = Math.hypot(px - ax - t * dx, py - ay - t * dy);
  return Number.isNaN(distance) ? Infinity : distance;
}
