// Traces for Posthoc (https://posthoc-app.pathfinding.ai), in the form that `wayline solve --trace` writes:
// version 1.4.0 of its format, an event a line. A cell keeps its id throughout, and no id is zero, which
// the viewer takes for none. Reading is in posthoc-read.ts.
import { CLOSE, type Events, EXPAND, GENERATE, NONE, UPDATE } from "../player/events";

export interface Trace {
  width: number;
  height: number;
  from: number;
  to: number;
  events: Events;
  /** The last cell of the path, the one before it, and what the path costs; null if there is none. */
  end: { cell: number; parent: number; cost: number } | null;
}

/** What a trace calls the kinds of events. */
export const KIND_NAMES: Readonly<Record<number, string>> = {
  [EXPAND]: "expanding",
  [GENERATE]: "generating",
  [UPDATE]: "updating",
  [CLOSE]: "closing",
};

/** The views: a square for each cell, in colours that every eye can tell apart. */
const HEAD = `version: 1.4.0
views:
  main:
    - $: rect
      x: \${{ $.x }}
      y: \${{ $.y }}
      width: 1
      height: 1
      fill: "\${{ $.type === 'source' ? '#009E73' : $.type === 'destination' ? '#882255' : $.type === 'expanding' ? '#F0E442' : $.type === 'closing' ? '#0072B2' : $.type === 'end' ? '#D55E00' : '#56B4E9' }}"
pivot:
  x: \${{ $.x + 0.5 }}
  y: \${{ $.y + 0.5 }}
  scale: 1
events:
`;

/** How many events make one piece of text. */
const PIECE = 10_000;

/** The end of a path of cells (of its turns, if it goes at any angle). */
export function endOf(path: Uint32Array, cost: number | null): Trace["end"] {
  if (path.length === 0 || cost === null) return null;
  return { cell: path[path.length - 1], parent: path.length > 1 ? path[path.length - 2] : NONE, cost };
}

/** In pieces, since all of it may be longer than one string can be: for `new Blob(pieces)`. */
export function writePosthoc(trace: Trace): string[] {
  const { width, from, to, events, end } = trace;
  const place = (cell: number) => `x: ${cell % width}, y: ${Math.floor(cell / width)}`;
  // The engine's own numbers, which begin behind a border.
  const id = (cell: number) => (Math.floor(cell / width) + 1) * (width + 1) + (cell % width) + 1;
  const ids = (cell: number, parent: number) =>
    parent === NONE ? `id: ${id(cell)}` : `id: ${id(cell)}, pId: ${id(parent)}`;
  const pieces = [HEAD];
  pieces.push(`- {type: source, ${ids(from, NONE)}, ${place(from)}}\n`);
  pieces.push(`- {type: destination, ${ids(to, NONE)}, ${place(to)}}\n`);
  for (let start = 0; start < events.length; start += PIECE) {
    // Joined at once: text that grows by adding to it is kept in crumbs.
    const lines: string[] = [];
    for (let i = start; i < Math.min(start + PIECE, events.length); i++) {
      const cell = events.cells[i];
      const head = `- {type: ${KIND_NAMES[events.kinds[i]]}, ${ids(cell, events.parents[i])}`;
      lines.push(`${head}, ${place(cell)}, g: ${single(events.g[i])}, f: ${single(events.f[i])}}\n`);
    }
    pieces.push(lines.join(""));
  }
  if (events.missed > 0) pieces.push(`# and ${events.missed} events more, not kept\n`);
  if (end) pieces.push(`- {type: end, ${ids(end.cell, end.parent)}, ${place(end.cell)}, g: ${exact(end.cost)}}\n`);
  return pieces;
}

/** The fewest digits that are read as the same number of 32 bits. */
function single(value: number): string {
  if (Number.isInteger(value)) return String(value);
  if (!Number.isFinite(value)) return ".inf";
  for (let unit = 10; unit <= 1e8; unit *= 10) {
    const shorter = Math.round(value * unit) / unit;
    if (Math.fround(shorter) === value) return String(shorter);
  }
  return String(Number(value.toPrecision(9)));
}

/** To eight decimals, as the command does. */
function exact(cost: number): string {
  return Number.isFinite(cost) ? String(Number(cost.toFixed(8))) : ".inf";
}
