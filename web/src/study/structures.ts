// What an open list looks like inside, after any number of events: the pushes and pops are those that were
// recorded, the structure is built from them here.
import { CLOSED, type Events, EXPAND, GENERATE, OPEN, UPDATE } from "../player/events";

export interface Entry {
  readonly node: number;
  readonly g: number;
  readonly f: number;
  /** The event that put it there. */
  readonly event: number;
}

export type Structure = "array" | "heap" | "pairing" | "bucket" | "stack" | "queue";

/** What a search keeps its open nodes in. */
export function structureOf(algorithm: string, open: string): Structure {
  if (algorithm === "dfs") return "stack";
  if (algorithm === "bfs") return "queue";
  if (open === "array" || open === "node-array") return "array";
  return open === "pairing" || open === "bucket" ? open : "heap";
}

/** Least f first; of equal ones the newest. */
export function comesFirst(a: Entry, b: Entry): boolean {
  return a.f !== b.f ? a.f < b.f : a.event > b.event;
}

/** A node of a pairing heap. */
export interface Tree {
  entry: Entry;
  children: Tree[];
}

/** Children of a node of the heap. */
export const ARITY = 4;

export class OpenList {
  /** By node, in the order they were put there: what is open now. */
  readonly entries = new Map<number, Entry>();
  /** A four-ary heap, with outdated entries, which are skipped when they come up. */
  readonly heap: Entry[] = [];
  /** A pairing heap. */
  tree: Tree | null = null;
  #position = 0;

  constructor(readonly events: Events) {}

  /** Goes to where this many events have happened; back means from the beginning. */
  seek(position: number): void {
    if (position < this.#position) this.#clear();
    const { kinds, cells, g, f } = this.events;
    for (let event = this.#position; event < position; event++) {
      const node = cells[event];
      if (kinds[event] === EXPAND) this.#take(node);
      else if (kinds[event] === GENERATE || kinds[event] === UPDATE)
        this.#put({ node, g: g[event], f: f[event], event });
    }
    this.#position = position;
  }

  /** Whether an entry of the heap is one that a better one has replaced. */
  outdated(entry: Entry): boolean {
    return this.entries.get(entry.node) !== entry;
  }

  #clear(): void {
    this.entries.clear();
    this.heap.length = 0;
    this.tree = null;
    this.#position = 0;
  }

  #put(entry: Entry): void {
    if (this.entries.has(entry.node)) this.tree = removed(this.tree, entry.node);
    this.entries.delete(entry.node);
    this.entries.set(entry.node, entry);
    this.heap.push(entry);
    siftUp(this.heap, this.heap.length - 1);
    this.tree = merged(this.tree, { entry, children: [] });
  }

  #take(node: number): void {
    this.entries.delete(node);
    while (this.heap.length > 0 && this.heap[0].node !== node && this.outdated(this.heap[0])) removeAt(this.heap, 0);
    const at = this.heap.findIndex((entry) => entry.node === node);
    if (at >= 0) removeAt(this.heap, at);
    this.tree = removed(this.tree, node);
  }
}

function siftUp(heap: Entry[], from: number): void {
  let at = from;
  while (at > 0) {
    const parent = Math.floor((at - 1) / ARITY);
    if (!comesFirst(heap[at], heap[parent])) return;
    [heap[at], heap[parent]] = [heap[parent], heap[at]];
    at = parent;
  }
}

function removeAt(heap: Entry[], at: number): void {
  const last = heap.pop();
  if (!last || at >= heap.length) return;
  heap[at] = last;
  siftUp(heap, at);
  for (let here = at; ; ) {
    let best = here;
    for (let child = ARITY * here + 1; child <= ARITY * here + ARITY && child < heap.length; child++)
      if (comesFirst(heap[child], heap[best])) best = child;
    if (best === here) return;
    [heap[here], heap[best]] = [heap[best], heap[here]];
    here = best;
  }
}

function merged(a: Tree | null, b: Tree | null): Tree | null {
  if (!a || !b) return a ?? b;
  const [root, child] = comesFirst(b.entry, a.entry) ? [b, a] : [a, b];
  root.children.push(child);
  return root;
}

/** Without a node: its children are paired, and the pairs merged from the last to the first. */
function removed(tree: Tree | null, node: number): Tree | null {
  if (!tree) return null;
  if (tree.entry.node === node) return paired(tree.children);
  const waiting = [tree];
  for (let parent = waiting.pop(); parent; parent = waiting.pop()) {
    const at = parent.children.findIndex(({ entry }) => entry.node === node);
    if (at >= 0) {
      const [cut] = parent.children.splice(at, 1);
      return merged(tree, paired(cut.children));
    }
    waiting.push(...parent.children);
  }
  return tree;
}

function paired(children: Tree[]): Tree | null {
  const pairs: (Tree | null)[] = [];
  for (let at = 0; at < children.length; at += 2) pairs.push(merged(children[at], children[at + 1] ?? null));
  return pairs.reduceRight<Tree | null>((all, pair) => merged(all, pair), null);
}

/** The open nodes by whole f, least first; of each the newest first, as on a stack. */
export function buckets(entries: Iterable<Entry>): { f: number; entries: Entry[] }[] {
  const found = new Map<number, Entry[]>();
  for (const entry of entries) {
    const f = Math.floor(entry.f + 1e-4);
    const known = found.get(f);
    if (known) known.unshift(entry);
    else found.set(f, [entry]);
  }
  return [...found].map(([f, entries]) => ({ f, entries })).sort((a, b) => a.f - b.f);
}

/** The states that `entries` has to agree with. */
export function agrees(list: OpenList, states: Uint8Array): boolean {
  let open = 0;
  for (const state of states) if (state === OPEN) open++;
  return open === list.entries.size && [...list.entries.keys()].every((node) => states[node] !== CLOSED);
}
