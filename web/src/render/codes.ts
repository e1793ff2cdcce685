// What each cell looks like, as one byte: the renderer's model. Both renderers (WebGL and 2D canvas)
// only look codes up in a table of 256 colours, so that all decisions are made here, and tested here.

import type { Layer } from "../app";
import type { MapModel } from "../map/model";
import { CLOSED, OPEN, type Timeline, UNTOUCHED } from "../player/timeline";
import { heat, mixed, type Palette, type Rgb } from "./palette";

/** Codes below 128: ground + 8 * mark; those above are heat. */
const MARKS = 8;
const WALL = 127;
const HEAT = 128;
const HEATS = 128;
/** Marks: none, open, learnt, and from here on closed, by when. */
const OPENED = 1;
const LEARNT = 2;
const FIRST_CLOSED = 3;
/** Closed cells are shaded by when they were: this many steps from first to last. */
const SHADES = 12;

/** From which multiplier on ground is of the next kind: plain, hills, swamp, trees, water, worse. */
const STEPS = [1, 1.01, 2.5, 4, 7, 20];
/** Faster than plain. */
const ROAD = 6;
export function groundOf(multiplier: number): number {
  if (multiplier < 1) return ROAD;
  let ground = 0;
  while (ground + 1 < STEPS.length && multiplier >= STEPS[ground + 1]) ground++;
  return ground;
}

export interface Shown {
  map: MapModel;
  timeline: Timeline | null;
  /** Nodes a cell: one, or four where nodes are placements of a body. */
  headings: 1 | 4;
  layers: ReadonlySet<Layer>;
  /** Cells about which a body's replanning knows something. */
  learnt?: Uint8Array | null;
}

export class Codes {
  bytes = new Uint8Array(0);
  /** What the map alone gives; a search only adds marks to it. */
  #ground = new Uint8Array(0);
  #groundOf: { map: MapModel | null; version: number } = { map: null, version: -1 };

  /** Updates the codes of cells `first` to `end`. */
  update(shown: Shown, first = 0, end = shown.map.width * shown.map.height): void {
    const { map, timeline, headings, layers, learnt } = shown;
    if (this.bytes.length !== map.width * map.height) this.bytes = new Uint8Array(map.width * map.height);
    this.#refreshGround(map);
    const value = layers.has("g") ? "g" : layers.has("h") ? "h" : layers.has("f") ? "f" : null;
    // A million cells at sixty frames a second: the usual case is a short loop.
    const { bytes } = this;
    const ground = this.#ground;
    if (!timeline) for (let cell = first; cell < end; cell++) bytes[cell] = ground[cell];
    else {
      const { states, last } = timeline;
      const { marks, shift } = marksOf(timeline.length, layers);
      if (headings === 1)
        for (let cell = first; cell < end; cell++)
          bytes[cell] = ground[cell] + marks[((last[cell] >>> shift) << 2) | states[cell]];
      else
        for (let cell = first; cell < end; cell++) {
          const node = busiest(timeline, cell);
          bytes[cell] = ground[cell] + marks[((last[node] >>> shift) << 2) | states[node]];
        }
    }
    if (learnt) {
      for (let cell = first; cell < end; cell++)
        if (learnt[cell] && bytes[cell] === ground[cell] && ground[cell] !== WALL) bytes[cell] += MARKS * LEARNT;
    }
    if (value && timeline) this.#warm(timeline, headings, value, first, end);
  }

  #refreshGround(map: MapModel): void {
    if (this.#groundOf.map === map && this.#groundOf.version === map.version) return;
    this.#groundOf = { map, version: map.version };
    const { blocked, multipliers, weighted } = map;
    this.#ground = blocked.map((wall, cell) => (wall ? WALL : weighted ? groundOf(multipliers[cell]) : 0));
  }

  #warm(timeline: Timeline, headings: 1 | 4, value: "g" | "h" | "f", first: number, end: number): void {
    const { least, span } = heatScale(timeline, value);
    const {
      states,
      last,
      events: { g, f },
    } = timeline;
    for (let cell = first; cell < end; cell++) {
      const node = headings === 1 ? cell : busiest(timeline, cell);
      if (states[node] === UNTOUCHED) continue;
      const event = last[node] - 1;
      const at = value === "g" ? g[event] : value === "f" ? f[event] : f[event] - g[event];
      this.bytes[cell] = HEAT + Math.max(0, Math.min(HEATS - 1, Math.floor(((at - least) / span) * HEATS)));
    }
  }
}

/** The time of a recording is cut into this many parts at most, by a shift. */
const PARTS = 64;

/**
 * The mark of a node by when its last event was and by its state: for closed ones the shade, out of the whole
 * recording, so that shades do not change while it plays.
 */
function marksOf(length: number, layers: ReadonlySet<Layer>): { marks: Uint8Array; shift: number } {
  let shift = 0;
  while (length >>> shift >= PARTS) shift++;
  const marks = new Uint8Array(4 * PARTS);
  for (let part = 0; part < PARTS; part++) {
    const shade = Math.min(SHADES - 1, Math.floor(((part << shift) * SHADES) / (length + 1)));
    if (layers.has("open")) marks[4 * part + OPEN] = MARKS * OPENED;
    if (layers.has("closed")) marks[4 * part + CLOSED] = MARKS * (FIRST_CLOSED + shade);
  }
  return { marks, shift };
}

/** Of a body's four headings on a cell, the one that says most: open before closed before untouched. */
function busiest(timeline: Timeline, cell: number): number {
  let best = cell * 4;
  for (let heading = 0; heading < 4; heading++) {
    const state = timeline.states[cell * 4 + heading];
    if (state === OPEN) return cell * 4 + heading;
    if (state > timeline.states[best]) best = cell * 4 + heading;
  }
  return best;
}

const scales = new WeakMap<Timeline, Map<string, { least: number; span: number }>>();

/** The range of a value over the whole recording, so that colours do not change while it plays. */
export function heatScale(timeline: Timeline, value: "g" | "h" | "f"): { least: number; span: number } {
  const known = scales.get(timeline) ?? new Map();
  scales.set(timeline, known);
  const before = known.get(value);
  if (before) return before;
  let [least, most] = [Infinity, -Infinity];
  const { g, f, length } = timeline.events;
  for (let event = 0; event < length; event++) {
    const at = value === "g" ? g[event] : value === "f" ? f[event] : f[event] - g[event];
    if (at < least) least = at;
    if (at > most) most = at;
  }
  const made = { least: Number.isFinite(least) ? least : 0, span: most > least ? most - least : 1 };
  known.set(value, made);
  return made;
}

/** The 256 colours, as red, green, blue, opacity. */
export function colours(palette: Palette): Uint8Array {
  const table = new Uint8Array(1024);
  const put = (code: number, [red, green, blue]: Rgb) => table.set([red, green, blue, 255], code * 4);
  const { floor, hills, swamp, trees, water, worse, road } = palette;
  const grounds: Rgb[] = [floor, hills, swamp, trees, water, worse, road];
  const closed = (shade: number) => mixed(palette.closedFirst, palette.closed, shade / (SHADES - 1));
  grounds.forEach((colour, ground) => {
    // Under a mark the ground still shows.
    const over = (mark: Rgb) => (ground === 0 ? mark : mixed(mark, colour, 0.38));
    put(ground, colour);
    put(ground + MARKS * OPENED, over(palette.open));
    put(ground + MARKS * LEARNT, over(palette.learnt));
    for (let shade = 0; shade < SHADES; shade++) put(ground + MARKS * (FIRST_CLOSED + shade), over(closed(shade)));
  });
  put(WALL, palette.wall);
  for (let step = 0; step < HEATS; step++) put(HEAT + step, heat(step / (HEATS - 1)));
  return table;
}
