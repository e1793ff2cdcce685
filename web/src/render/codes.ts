// What each cell looks like, as one byte: the renderer's model. Both renderers (WebGL and 2D canvas)
// only look codes up in a table of 256 colours, so that all decisions are made here, and tested here.

import type { Layer } from "../app";
import type { MapModel } from "../map/model";
import { CLOSED, OPEN, type Timeline, UNTOUCHED } from "../player/timeline";
import { heat, mixed, type Palette, type Rgb } from "./palette";

/** Kinds of ground: plain, then slower and slower; the last byte's worth of colours is heat. */
const GROUNDS = 6;
const WALL = 63;
const HEAT = 64;
const HEATS = 192;
/** Codes below 64: ground + 8 * mark. */
const MARKS = 8;
const LEARNT = 3;

/** From which multiplier on ground is of the next kind. */
const STEPS = [1, 1.01, 2.5, 4, 7, 20];
export function groundOf(multiplier: number): number {
  let ground = 0;
  while (ground + 1 < GROUNDS && multiplier >= STEPS[ground + 1]) ground++;
  // Faster than plain, such as roads: shown as plain with a light tint would mislead; it is rare.
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
    // A million cells at sixty frames a second: the usual case is a loop of two additions.
    const { bytes } = this;
    const ground = this.#ground;
    const marks = Uint8Array.of(0, layers.has("open") ? MARKS * OPEN : 0, layers.has("closed") ? MARKS * CLOSED : 0);
    if (!timeline) for (let cell = first; cell < end; cell++) bytes[cell] = ground[cell];
    else if (headings === 1) {
      const { states } = timeline;
      for (let cell = first; cell < end; cell++) bytes[cell] = ground[cell] + marks[states[cell]];
    } else {
      const { states } = timeline;
      for (let cell = first; cell < end; cell++) bytes[cell] = ground[cell] + marks[states[busiest(timeline, cell)]];
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
  const marks: Rgb[] = [palette.floor, palette.open, palette.closed, palette.learnt];
  marks.forEach((mark, index) => {
    for (let ground = 0; ground < GROUNDS; ground++) {
      // Slower ground is closer to the ground's colour; under a mark just a shade of it shows.
      put(ground + MARKS * index, mixed(mark, palette.weight, (ground / GROUNDS) * (index === 0 ? 1 : 0.45)));
    }
  });
  put(WALL, palette.wall);
  for (let step = 0; step < HEATS; step++) put(HEAT + step, heat(step / (HEATS - 1)));
  return table;
}
