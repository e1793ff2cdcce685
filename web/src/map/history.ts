// Undo and redo: a stroke is one step, however many pieces it was painted in.
import { type Edit, keptMultiplier, type MapModel, type Paint } from "./model";

const MEGABYTE = 1024 * 1024;
/** What an edit keeps of a cell. */
const CELL_BYTES = 14;

export class History {
  readonly #limit: number;
  #done: Edit[] = [];
  #undone: Edit[] = [];
  #bytes = 0;
  /** The pieces of the stroke under way, or null. */
  #stroke: Edit[] | null = null;

  /** The oldest steps are forgotten when all take more than `limit` bytes; the newest never is. */
  constructor(limit = 64 * MEGABYTE) {
    this.#limit = limit;
  }

  get canUndo(): boolean {
    return this.#done.length > 0 || (this.#stroke?.length ?? 0) > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** What is painted from here to `commit` is undone at once. */
  begin(): void {
    this.commit();
    this.#stroke = [];
  }

  /** Paints cells, and gives those that really changed. Outside of a stroke it is a step of its own. */
  paint(map: MapModel, cells: Uint32Array, paint: Paint): Edit {
    const edit = painted(map, cells, paint);
    if (edit.cells.length === 0) return edit;
    map.apply(edit);
    if (this.#stroke) this.#stroke.push(edit);
    else this.#keep(edit);
    return edit;
  }

  /** Ends the stroke. One that changed nothing in the end is not a step. */
  commit(): void {
    const stroke = this.#stroke;
    this.#stroke = null;
    if (!stroke?.length) return;
    const edit = merged(stroke);
    if (edit.cells.length > 0) this.#keep(edit);
  }

  /** Takes the last step back: the edit whose `before` now holds, or null if there is none. */
  undo(map: MapModel): Edit | null {
    this.commit();
    const edit = this.#done.pop();
    if (!edit) return null;
    map.revert(edit);
    this.#undone.push(edit);
    return edit;
  }

  /** Does the last undone step again: the edit whose `after` now holds, or null if there is none. */
  redo(map: MapModel): Edit | null {
    this.commit();
    const edit = this.#undone.pop();
    if (!edit) return null;
    map.apply(edit);
    this.#done.push(edit);
    return edit;
  }

  /** For another map. */
  clear(): void {
    [this.#done, this.#undone, this.#bytes, this.#stroke] = [[], [], 0, null];
  }

  #keep(edit: Edit): void {
    for (const gone of this.#undone) this.#bytes -= size(gone);
    this.#undone = [];
    this.#done.push(edit);
    this.#bytes += size(edit);
    let forgotten = 0;
    while (this.#bytes > this.#limit && forgotten < this.#done.length - 1) {
      this.#bytes -= size(this.#done[forgotten++]);
    }
    this.#done.splice(0, forgotten);
  }
}

function size(edit: Edit): number {
  return edit.cells.length * CELL_BYTES;
}

/** The edit that painting would be: only what is not so already. A wall has no ground. */
function painted(map: MapModel, cells: Uint32Array, paint: Paint): Edit {
  const blocked = paint.kind === "wall" ? 1 : 0;
  const multiplier = paint.kind === "ground" ? keptMultiplier(paint.multiplier) : 1;
  const changes = (cell: number, index: number, all: Uint32Array) =>
    cell < map.blocked.length &&
    (map.blocked[cell] !== blocked || map.multipliers[cell] !== multiplier) &&
    (index === 0 || all[index - 1] !== cell);
  const changed = (isSorted(cells) ? cells : cells.slice().sort()).filter(changes);
  return {
    cells: changed,
    blockedBefore: Uint8Array.from(changed, (cell) => map.blocked[cell]),
    blockedAfter: new Uint8Array(changed.length).fill(blocked),
    multiplierBefore: Float32Array.from(changed, (cell) => map.multipliers[cell]),
    multiplierAfter: new Float32Array(changed.length).fill(multiplier),
  };
}

function isSorted(cells: Uint32Array): boolean {
  for (let i = 1; i < cells.length; i++) if (cells[i] < cells[i - 1]) return false;
  return true;
}

/** Several edits, one after the other, as one: what cells were before the first and after the last. */
function merged(edits: Edit[]): Edit {
  if (edits.length === 1) return edits[0];
  const total = edits.reduce((sum, edit) => sum + edit.cells.length, 0);
  const all = blank(total);
  let at = 0;
  for (const edit of edits) {
    for (const part of PARTS) all[part].set(edit[part], at);
    at += edit.cells.length;
  }
  // In the order of cells, and changes of the same cell in the order they were made.
  const order = Float64Array.from(all.cells, (cell, index) => cell * total + index).sort();
  const one = blank(total);
  let kept = 0;
  for (let i = 0; i < total; ) {
    const first = order[i] % total;
    const cell = all.cells[first];
    let last = first;
    for (; i < total && all.cells[order[i] % total] === cell; i++) last = order[i] % total;
    const [blocked, multiplier] = [all.blockedBefore[first], all.multiplierBefore[first]];
    if (all.blockedAfter[last] === blocked && all.multiplierAfter[last] === multiplier) continue;
    one.cells[kept] = cell;
    one.blockedBefore[kept] = blocked;
    one.blockedAfter[kept] = all.blockedAfter[last];
    one.multiplierBefore[kept] = multiplier;
    one.multiplierAfter[kept] = all.multiplierAfter[last];
    kept++;
  }
  return {
    cells: one.cells.slice(0, kept),
    blockedBefore: one.blockedBefore.slice(0, kept),
    blockedAfter: one.blockedAfter.slice(0, kept),
    multiplierBefore: one.multiplierBefore.slice(0, kept),
    multiplierAfter: one.multiplierAfter.slice(0, kept),
  };
}

const PARTS = ["cells", "blockedBefore", "blockedAfter", "multiplierBefore", "multiplierAfter"] as const;

function blank(cells: number): Edit {
  return {
    cells: new Uint32Array(cells),
    blockedBefore: new Uint8Array(cells),
    blockedAfter: new Uint8Array(cells),
    multiplierBefore: new Float32Array(cells),
    multiplierAfter: new Float32Array(cells),
  };
}
