// Where searches of the same map diverge: the first expansion that is not of the same node in all.
import { type Events, EXPAND, NONE } from "../player/events";

export interface Divergence {
  /** The number of the expansion, counted from 1: `Timeline.positionOf` takes it. */
  expansion: number;
  /** What each search expands then; NONE where it was over before. */
  nodes: number[];
}

/** Null if they never diverge, as far as is known: a recording that was cut off proves nothing by its end. */
export function firstDivergence(searches: readonly (Events | { events: Events })[]): Divergence | null {
  const recordings = searches.map((search) => ("events" in search ? search.events : search));
  if (recordings.length < 2) return null;
  const next = recordings.map(() => 0);
  for (let expansion = 1; ; expansion++) {
    const nodes = recordings.map(({ kinds, cells, length }, search) => {
      let at = next[search];
      while (at < length && kinds[at] !== EXPAND) at++;
      next[search] = at + 1;
      return at < length ? cells[at] : NONE;
    });
    if (nodes.some((node, search) => node === NONE && recordings[search].missed > 0)) return null;
    if (nodes.some((node) => node !== nodes[0])) return { expansion, nodes };
    if (nodes[0] === NONE) return null;
  }
}
