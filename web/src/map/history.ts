// Undo and redo: a stroke is one step, however many pieces it was painted in.
import { type Edit, keptMultiplier, type MapModel, type Paint } from "./model";

const MEGABYTE = 1024 * 1024;
/** What an edit keeps of a cell. */
const CELL_BYTES = 16;

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

/** What a cell is once it is painted. A wall has no ground; danger lies over whatever there is. */
function after(map: MapModel, cell: number, paint: Paint): [blocked: number, multiplier: number, danger: number] {
  const { blocked, multipliers, danger } = map;
  switch (paint.kind) {
    case "wall":
      return [1, 1, danger[cell]];
    case "free":
      return [0, 1, 0];
    case "ground":
      return [0, keptMultiplier(paint.multiplier), danger[cell]];
    case "danger":
      return [blocked[cell], multipliers[cell], paint.danger];
  }
}

/** The edit that painting would be: only what is not so already. */
function painted(map: MapModel, cells: Uint32Array, paint: Paint): Edit {
  const changes = (cell: number, index: number, all: Uint32Array) => {
    if (cell >= map.blocked.length || (index > 0 && all[index - 1] === cell)) return false;
    const [blocked, multiplier, danger] = after(map, cell, paint);
    return map.blocked[cell] !== blocked || map.multipliers[cell] !== multiplier || map.danger[cell] !== danger;
  };
  const changed = (isSorted(cells) ? cells : cells.slice().sort()).filter(changes);
  const edit = blank(changed.length);
  edit.cells.set(changed);
  for (const [i, cell] of changed.entries()) {
    [edit.blockedBefore[i], edit.multiplierBefore[i], edit.dangerBefore[i]] = [
      map.blocked[cell],
      map.multipliers[cell],
      map.danger[cell],
    ];
    [edit.blockedAfter[i], edit.multiplierAfter[i], edit.dangerAfter[i]] = after(map, cell, paint);
  }
  return edit;
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
    if (WHAT.every((what) => all[`${what}Before`][first] === all[`${what}After`][last])) continue;
    one.cells[kept] = cell;
    for (const what of WHAT) {
      one[`${what}Before`][kept] = all[`${what}Before`][first];
      one[`${what}After`][kept] = all[`${what}After`][last];
    }
    kept++;
  }
  return {
    cells: one.cells.slice(0, kept),
    blockedBefore: one.blockedBefore.slice(0, kept),
    blockedAfter: one.blockedAfter.slice(0, kept),
    multiplierBefore: one.multiplierBefore.slice(0, kept),
    multiplierAfter: one.multiplierAfter.slice(0, kept),
    dangerBefore: one.dangerBefore.slice(0, kept),
    dangerAfter: one.dangerAfter.slice(0, kept),
  };
}

/** What is kept of a cell, before and after. */
const WHAT = ["blocked", "multiplier", "danger"] as const;
const PARTS = ["cells", ...WHAT.flatMap((what) => [`${what}Before`, `${what}After`] as const)] as const;

function blank(cells: number): Edit {
  return {
    cells: new Uint32Array(cells),
    blockedBefore: new Uint8Array(cells),
    blockedAfter: new Uint8Array(cells),
    multiplierBefore: new Float32Array(cells),
    multiplierAfter: new Float32Array(cells),
    dangerBefore: new Uint8Array(cells),
    dangerAfter: new Uint8Array(cells),
  };
}
