// A recording that can be looked at after any number of its events, forwards and back.
//
// What is known of a node follows from its last event so far, so one number for each node (`last`) is
// the whole state of a search. An event that happens writes it; taking the event back needs what the node
// was before (`before`). Far seeks begin at a snapshot.
import { CLOSE, type Events, EXPAND, GENERATE, NONE, STATE_AFTER, UNTOUCHED, UPDATE } from "./events";
import { type Counts, Tally } from "./tally";

export { CLOSE, CLOSED, type Events, EXPAND, GENERATE, NONE, OPEN, UNTOUCHED, UPDATE } from "./events";
export type { Counts } from "./tally";

/** Nodes first to end - 1; nothing if first >= end. */
export interface Span {
  first: number;
  end: number;
}

/** What is known of the touched nodes after a multiple of the stride. */
interface Snapshot {
  last: Uint32Array;
  states: Uint8Array;
}

const STRIDE = 262_144;
/** How many events are read between two breaths of the page. */
const PIECE = 131_072;
/** Snapshots get sparser rather than take more memory than this. */
const SNAPSHOT_BYTES = 128 * 1024 * 1024;
/** Copying a snapshot of this many nodes takes about as long as one event. */
const NODES_PER_EVENT = 16;

export class Timeline {
  readonly events: Events;
  readonly length: number;
  /** By node, at the position: UNTOUCHED, OPEN or CLOSED. */
  readonly states: Uint8Array;
  /** By node: 1 + the index of its last event so far, 0 if there was none. */
  readonly last: Uint32Array;
  /** How many expansions there are in the whole recording. */
  readonly expansions: number;

  #position = 0;
  /** By event: what `last` and the state of its node were before, as 4 * last + state. */
  readonly #before: Uint32Array;
  /** By expansion: the index of its event. */
  readonly #expandedAt: Uint32Array;
  readonly #tally: Tally;
  /** All nodes that are ever touched. */
  readonly #touched: Span;
  /** Snapshot i is that after (i + 1) * stride events. */
  readonly #snapshots: Snapshot[] = [];
  readonly #stride: number;

  /** Reads the recording from end to end. Nodes are numbered from 0 to `nodes` - 1. */
  constructor(events: Events, nodes: number, reading: "at once" | "later" = "at once") {
    this.events = events;
    this.length = events.length;
    const { touched, expansions } = survey(events, nodes);
    this.#touched = touched;
    this.expansions = expansions;
    this.#expandedAt = new Uint32Array(expansions);
    this.states = new Uint8Array(nodes);
    this.last = new Uint32Array(nodes);
    this.#before = new Uint32Array(this.length);
    this.#tally = new Tally(events, this.#before);
    const most = Math.max(1, Math.floor(SNAPSHOT_BYTES / (5 * Math.max(1, touched.end - touched.first))));
    this.#stride = Math.max(STRIDE, Math.ceil(this.length / (most + 1)));
    if (reading === "at once") for (const _ of this.#read());
  }

  /** The same in pieces of a few milliseconds, so that a page can go on meanwhile. */
  static async open(events: Events, nodes: number): Promise<Timeline> {
    const timeline = new Timeline(events, nodes, "later");
    for (const _ of timeline.#read()) await new Promise((later) => setTimeout(later));
    return timeline;
  }

  /** Lets everything happen once, a piece at a time, and goes back to the beginning. */
  *#read(): Generator<void> {
    const { first, end } = this.#touched;
    let expanded = 0;
    while (this.#position < this.length) {
      const snapshot = (this.#snapshots.length + 1) * this.#stride;
      const to = Math.min(this.length, this.#position + PIECE, snapshot);
      expanded = this.#firstTime(to, expanded);
      this.#tally.extend(to);
      if (to === snapshot && to < this.length) {
        this.#snapshots.push({ last: this.last.slice(first, end), states: this.states.slice(first, end) });
      }
      if (to < this.length) yield;
    }
    this.#restore(0);
  }

  /** How many events have happened. */
  get position(): number {
    return this.#position;
  }

  /** The cost of the best path to a node so far; NaN if it is untouched. */
  g(node: number): number {
    const event = this.last[node];
    return event ? this.events.g[event - 1] : NaN;
  }

  /** What the open list orders it by; NaN if it is untouched. */
  f(node: number): number {
    const event = this.last[node];
    return event ? this.events.f[event - 1] : NaN;
  }

  /** The estimate: what f has more than g; NaN if it is untouched. */
  h(node: number): number {
    return this.f(node) - this.g(node);
  }

  /** From where it was reached; NONE for a start and for an untouched node. */
  parent(node: number): number {
    const event = this.last[node];
    return event ? this.events.parents[event - 1] : NONE;
  }

  /** The node of the last expansion, or NONE. */
  get current(): number {
    const expansion = this.expansionAt(this.#position);
    return expansion ? this.events.cells[this.#expandedAt[expansion - 1]] : NONE;
  }

  get counts(): Counts {
    return this.#tally.at(this.#position);
  }

  /** Goes to where this many events have happened. Returns which nodes may have changed. */
  seek(position: number): Span {
    const to = Math.min(this.length, Math.max(0, Math.trunc(position) || 0));
    const nearest = Math.min(this.#snapshots.length, Math.round(to / this.#stride));
    const copying = (this.#touched.end - this.#touched.first) / NODES_PER_EVENT;
    const byCopy = copying + Math.abs(to - nearest * this.#stride) < Math.abs(to - this.#position);
    const copied = byCopy ? this.#restore(nearest) : null;
    const walked = to < this.#position ? this.#backwards(to) : this.#forwards(to);
    return copied ?? walked;
  }

  /** How many expansions have started after this many events. */
  expansionAt(position: number): number {
    return countUpTo(this.#expandedAt, position - 1);
  }

  /**
   * Where this many expansions are over: just after the last event of that expansion. With 0, just
   * before the first.
   */
  positionOf(expansion: number): number {
    const at = Math.max(0, Math.trunc(expansion) || 0);
    return at < this.expansions ? this.#expandedAt[at] : this.length;
  }

  /**
   * The nodes from a start (or from a goal, where a search goes out from both ends) to a node, as it
   * was reached: each parent as it was at the time. Empty for an untouched node.
   */
  path(node: number): Uint32Array {
    const { cells, parents } = this.events;
    const nodes: number[] = [];
    let event = this.last[node] ?? 0;
    while (event) {
      nodes.push(cells[event - 1]);
      event = this.#reached(event);
      const parent = parents[event - 1];
      // Always an earlier event, so this ends although nodes may be reached from each other.
      let before = this.last[parent] ?? 0;
      while (before >= event) before = this.#before[before - 1] >>> 2;
      event = before;
    }
    return Uint32Array.from(nodes.reverse());
  }

  /** The event that reached the node from the parent that this event names; else this event. */
  #reached(event: number): number {
    const { kinds, parents } = this.events;
    const parent = parents[event - 1];
    for (let at = event; at; at = this.#before[at - 1] >>> 2) {
      const reaches = kinds[at - 1] === GENERATE || kinds[at - 1] === UPDATE;
      if (reaches && parents[at - 1] === parent) return at;
    }
    return event;
  }

  /** Lets events happen for the first time, and writes down what is needed to find and undo them. */
  #firstTime(to: number, expanded: number): number {
    const { cells, kinds } = this.events;
    const { last, states } = this;
    const [before, expandedAt] = [this.#before, this.#expandedAt];
    for (let i = this.#position; i < to; i++) {
      const node = cells[i];
      before[i] = 4 * last[node] + states[node];
      last[node] = i + 1;
      states[node] = STATE_AFTER[kinds[i]];
      if (kinds[i] === EXPAND) expandedAt[expanded++] = i;
    }
    this.#position = to;
    return expanded;
  }

  /** To the beginning, or to the snapshot of that number. */
  #restore(number: number): Span {
    const { first, end } = this.#touched;
    if (number === 0) {
      this.last.fill(0, first, end);
      this.states.fill(UNTOUCHED, first, end);
    } else {
      const { last, states } = this.#snapshots[number - 1];
      this.last.set(last, first);
      this.states.set(states, first);
    }
    this.#position = number * this.#stride;
    return { first, end };
  }

  /** Lets events happen. */
  #forwards(to: number): Span {
    const { cells, kinds } = this.events;
    const { last, states } = this;
    let [first, end] = [last.length, 0];
    for (let i = this.#position; i < to; i++) {
      const node = cells[i];
      last[node] = i + 1;
      states[node] = STATE_AFTER[kinds[i]];
      if (node < first) first = node;
      if (node >= end) end = node + 1;
    }
    this.#position = to;
    return { first, end };
  }

  /** Takes events back. */
  #backwards(to: number): Span {
    const { cells } = this.events;
    const { last, states } = this;
    const before = this.#before;
    let [first, end] = [last.length, 0];
    for (let i = this.#position - 1; i >= to; i--) {
      const node = cells[i];
      last[node] = before[i] >>> 2;
      states[node] = before[i] & 3;
      if (node < first) first = node;
      if (node >= end) end = node + 1;
    }
    this.#position = to;
    return { first, end };
  }
}

/** Which nodes a recording touches, and how often it expands one. Throws if it cannot be right. */
function survey(events: Events, nodes: number): { touched: Span; expansions: number } {
  const { length, cells, kinds } = events;
  let [first, end, expansions] = [nodes, 0, 0];
  for (let i = 0; i < length; i++) {
    const node = cells[i];
    if (node < first) first = node;
    if (node >= end) end = node + 1;
    if (kinds[i] === EXPAND) expansions++;
    else if (kinds[i] > CLOSE) throw new RangeError(`event ${i} is of the unknown kind ${kinds[i]}`);
  }
  if (end > nodes) throw new RangeError(`an event is on node ${end - 1} of ${nodes} nodes`);
  return { touched: { first: Math.min(first, end), end }, expansions };
}

/** How many of the numbers, which rise, are at most `most`. */
function countUpTo(rising: ArrayLike<number>, most: number): number {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rising[middle] <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}
