// From places on the globe to the plane that is drawn: x to the right, y down, the longer side 1000 units.

/** The sides of what is drawn, in radians and in the projection's own measure. */
export interface Bounds {
  west: number;
  east: number;
  top: number;
  bottom: number;
}

export interface Projected {
  bounds: Bounds;
  /** By node. */
  x: Float32Array;
  y: Float32Array;
  width: number;
  height: number;
  /** Any other place, by the same projection. */
  place(latitude: number, longitude: number): [number, number];
  /** The way back: latitude and longitude. */
  globe(x: number, y: number): [number, number];
}

export const SIDE = 1000;
const RADIANS = Math.PI / 180;

/** Miller's y: as Mercator's with the poles pulled in, so that the whole world fits on a page. */
const miller = (latitude: number) => 1.25 * Math.log(Math.tan(Math.PI / 4 + 0.4 * latitude * RADIANS));
const fromMiller = (y: number) => (2.5 * Math.atan(Math.exp(0.8 * y)) - 0.625 * Math.PI) / RADIANS;
const LIMIT = 85;
const mercator = (latitude: number) =>
  Math.log(Math.tan(Math.PI / 4 + 0.5 * Math.max(-LIMIT, Math.min(LIMIT, latitude)) * RADIANS));
const fromMercator = (y: number) => (2 * Math.atan(Math.exp(y)) - 0.5 * Math.PI) / RADIANS;

/** What of the world is drawn: no airport is farther north or south. */
const WORLD = { south: -58, north: 82 };

/** `positions` are latitude and longitude by turns. With `bounds`, a drawing that grows stays where it is. */
export function project(positions: Float64Array, world: boolean, bounds?: Bounds): Projected {
  const nodes = positions.length / 2;
  const [toY, fromY] = world ? [miller, fromMiller] : [mercator, fromMercator];
  const { west, east, top, bottom } = bounds ?? around(positions, world, toY);
  const scale = SIDE / Math.max(east - west, top - bottom);
  const place = (latitude: number, longitude: number): [number, number] => [
    (longitude * RADIANS - west) * scale,
    (top - toY(latitude)) * scale,
  ];
  const [x, y] = [new Float32Array(nodes), new Float32Array(nodes)];
  for (let node = 0; node < nodes; node++) [x[node], y[node]] = place(positions[2 * node], positions[2 * node + 1]);
  return {
    bounds: { west, east, top, bottom },
    x,
    y,
    width: (east - west) * scale,
    height: (top - bottom) * scale,
    place,
    globe: (x, y) => [fromY(top - y / scale), (x / scale + west) / RADIANS],
  };
}

/** All places with a margin, or the world. */
function around(positions: Float64Array, world: boolean, toY: (latitude: number) => number): Bounds {
  const nodes = positions.length / 2;
  let [west, east, top, bottom] = world
    ? [-Math.PI, Math.PI, toY(WORLD.north), toY(WORLD.south)]
    : [Infinity, -Infinity, -Infinity, Infinity];
  if (!world)
    for (let node = 0; node < nodes; node++) {
      const [x, y] = [positions[2 * node + 1] * RADIANS, toY(positions[2 * node])];
      west = Math.min(west, x);
      east = Math.max(east, x);
      top = Math.max(top, y);
      bottom = Math.min(bottom, y);
    }
  if (nodes === 0 && !world) [west, east, top, bottom] = [0, 0.00028, 0.00016, 0];
  // One place alone has room around it, too.
  const margin = world ? 0 : 0.06 * Math.max(east - west, top - bottom, 1e-6);
  [west, east, top, bottom] = [west - margin, east + margin, top + margin, bottom - margin];
  return { west, east, top, bottom };
}

/** Kilometres along a great circle. */
export function kilometres(a: readonly [number, number], b: readonly [number, number]): number {
  const [la, lb] = [a[0] * RADIANS, b[0] * RADIANS];
  const dx = (b[1] - a[1]) * RADIANS;
  const h = Math.sin((lb - la) / 2) ** 2 + Math.cos(la) * Math.cos(lb) * Math.sin(dx / 2) ** 2;
  return 2 * 6371 * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Places between two along their great circle, the ends left out; one for each step of this many kilometres. */
export function greatCircle(
  a: readonly [number, number],
  b: readonly [number, number],
  step: number,
): [number, number][] {
  const angle = kilometres(a, b) / 6371;
  const pieces = Math.min(64, Math.ceil((angle * 6371) / step));
  const unit = ([latitude, longitude]: readonly [number, number]) => {
    const [p, l] = [latitude * RADIANS, longitude * RADIANS];
    return [Math.cos(p) * Math.cos(l), Math.cos(p) * Math.sin(l), Math.sin(p)];
  };
  const [u, v] = [unit(a), unit(b)];
  const places: [number, number][] = [];
  for (let piece = 1; piece < pieces; piece++) {
    const t = piece / pieces;
    const [s, e] = [Math.sin((1 - t) * angle), Math.sin(t * angle)];
    const [x, y, z] = [0, 1, 2].map((axis) => (s * u[axis] + e * v[axis]) / Math.sin(angle));
    places.push([Math.atan2(z, Math.hypot(x, y)) / RADIANS, Math.atan2(y, x) / RADIANS]);
  }
  return places;
}
