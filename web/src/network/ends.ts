// What a network begins with: nothing, and ends that are far apart.
import type { NetworkParts } from "wayline/networks";
import type { Model } from "./model";

/** Without positions, more nodes than this on a circle are a blot. */
export const MOST_UNPLACED = 300;

export const EMPTY: NetworkParts = {
  unit: "",
  ids: [],
  names: [],
  positions: new Float64Array(),
  from: new Uint32Array(),
  to: new Uint32Array(),
  costs: new Float64Array(),
  firstPoint: new Uint32Array(1),
  points: new Float64Array(),
  edgeNames: [],
  nameOfEdge: new Uint32Array(),
  leftOut: [],
};

/** The ends in a drawing of this many nodes: those it had, or else the first and the newest. */
export function endsOf([from, to]: readonly number[], nodes: number): [number, number] | null {
  if (nodes === 0) return null;
  const known = (node: number) => node >= 0 && node < nodes;
  const start = known(from) ? from : 0;
  return [start, known(to) && to !== start ? to : nodes - 1];
}

/** The nodes nearest to two opposite corners of the plane: ends of a long route. */
export function farApart(model: Model): [number, number] | null {
  if (model.nodes === 0) return null;
  const { x, y, width, height } = model.plane;
  const nearest = (px: number, py: number) => {
    let best = 0;
    const far = (node: number) => (x[node] - px) ** 2 + (y[node] - py) ** 2;
    for (let node = 1; node < model.nodes; node++) if (far(node) < far(best)) best = node;
    return best;
  };
  return [nearest(0.12 * width, 0.82 * height), nearest(0.88 * width, 0.18 * height)];
}
