// What was changed of a network, with everything before it: costs, closed edges, and the document itself where it
// can be drawn on.
import type { Doc } from "./model";

export interface Change {
  edge: number;
  cost?: number;
  closed?: boolean;
}

interface State {
  readonly doc: Doc | null;
  readonly costs: ReadonlyMap<number, number>;
  readonly closed: ReadonlySet<number>;
}

const MOST_STEPS = 200;

export class Edits {
  doc: Doc | null = null;
  costs = new Map<number, number>();
  closed = new Set<number>();
  #unchanged: (edge: number) => number = () => 0;
  #done: State[] = [];
  #undone: State[] = [];

  /** A new network: nothing is changed, nothing can be undone. `costs` is what edges cost without changes. */
  begin(doc: Doc | null, costs: (edge: number) => number): void {
    this.doc = doc;
    this.#unchanged = costs;
    this.costs = new Map();
    this.closed = new Set();
    this.#done = [];
    this.#undone = [];
  }

  /** An edge costs this much from now on. */
  setCost(edge: number, cost: number): void {
    if (cost === this.#unchanged(edge)) this.costs.delete(edge);
    else this.costs.set(edge, cost);
  }

  /** Before a change: it can be undone to here. */
  remember(): void {
    this.#done.push(this.#state());
    if (this.#done.length > MOST_STEPS) this.#done.shift();
    this.#undone = [];
  }

  /** Another document; edges that are still there have other numbers, or -1. */
  renumber(doc: Doc, edgeNow: (edge: number) => number): void {
    this.doc = doc;
    this.costs = new Map(
      [...this.costs].map(([edge, cost]) => [edgeNow(edge), cost] as const).filter(([edge]) => edge >= 0),
    );
    this.closed = new Set([...this.closed].map(edgeNow).filter((edge) => edge >= 0));
  }

  get canUndo(): boolean {
    return this.#done.length > 0;
  }
  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** Goes back; returns what is there now, and what has to change for it if the document is the same. */
  undo(): { doc: Doc | null; changes: Change[] } | null {
    return this.#go(this.#done, this.#undone);
  }
  redo(): { doc: Doc | null; changes: Change[] } | null {
    return this.#go(this.#undone, this.#done);
  }

  #go(from: State[], to: State[]): { doc: Doc | null; changes: Change[] } | null {
    const next = from.pop();
    if (!next) return null;
    const now = this.#state();
    to.push(now);
    if (next.doc !== now.doc) {
      this.doc = next.doc;
      this.costs = new Map(next.costs);
      this.closed = new Set(next.closed);
      // Says that the document is another one.
      return { doc: now.doc, changes: [] };
    }
    const edges = new Set([...now.costs.keys(), ...next.costs.keys(), ...now.closed, ...next.closed]);
    const changes = [...edges].map((edge) => ({
      edge,
      cost: next.costs.get(edge) ?? this.#unchanged(edge),
      closed: next.closed.has(edge),
    }));
    return { doc: now.doc, changes };
  }

  #state(): State {
    return { doc: this.doc, costs: new Map(this.costs), closed: new Set(this.closed) };
  }
}
