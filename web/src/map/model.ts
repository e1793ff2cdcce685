// The map as the page knows it: which cells are blocked, what crossing the others costs, and how dangerous they are.

/** Cells that changed, with what they were and what they are; each cell once. */
export interface Edit {
  cells: Uint32Array;
  blockedBefore: Uint8Array;
  blockedAfter: Uint8Array;
  multiplierBefore: Float32Array;
  multiplierAfter: Float32Array;
  dangerBefore: Uint8Array;
  dangerAfter: Uint8Array;
}

export type Paint =
  | { kind: "wall" }
  | { kind: "free" }
  | { kind: "ground"; multiplier: number }
  | { kind: "danger"; danger: number };

/** Only danger is painted over: no search is another one by it, only fields are. */
export function onlyDanger(edit: Edit): boolean {
  return edit.cells.every(
    (_, i) => edit.blockedBefore[i] === edit.blockedAfter[i] && edit.multiplierBefore[i] === edit.multiplierAfter[i],
  );
}

/** The most cells in a row or a column, as in the engine. */
export const MOST_SIDE = 4096;

/** A multiplier as the engine keeps it: to the nearest 256th, from 1/256 to 255. */
export function keptMultiplier(multiplier: number): number {
  const kept = Math.round(multiplier * 256);
  if (!(kept >= 1 && kept <= 255 * 256)) {
    throw new RangeError(`${multiplier} is not a multiplier of ground: expected 1/256 to 255`);
  }
  return kept / 256;
}

export class MapModel {
  readonly width: number;
  readonly height: number;
  /** By cell: 1 is blocked, 0 free. Change it by edits only. */
  readonly blocked: Uint8Array;
  /** By cell: 1 is plain ground. Change it by edits only. */
  readonly multipliers: Float32Array;
  /** By cell: what entering it costs more, to whoever minds; 0 is safe. Change it by edits only. */
  readonly danger: Uint8Array;

  #version = 0;
  #freeCells = 0;
  /** How many cells are not plain ground. */
  #uneven = 0;
  /** How many cells are not safe. */
  #unsafe = 0;

  /** All cells are free unless given; empty multipliers are plain ground. The arrays are copied. */
  constructor(width: number, height: number, blocked?: Uint8Array, multipliers?: Float32Array) {
    for (const side of [width, height]) {
      if (!Number.isInteger(side) || side < 1 || side > MOST_SIDE) {
        throw new RangeError(`${width}x${height} is not a size of a map: expected 1 to ${MOST_SIDE} cells each side`);
      }
    }
    const cells = width * height;
    for (const given of [blocked, multipliers]) {
      if (given?.length && given.length !== cells) {
        throw new RangeError(`a map of ${width}x${height} has ${cells} cells, not ${given.length}`);
      }
    }
    this.width = width;
    this.height = height;
    this.blocked = new Uint8Array(cells);
    this.multipliers = new Float32Array(cells).fill(1);
    this.danger = new Uint8Array(cells);
    if (multipliers?.length) {
      for (let cell = 0; cell < cells; cell++) this.multipliers[cell] = keptMultiplier(multipliers[cell]);
    }
    if (blocked?.length) {
      for (let cell = 0; cell < cells; cell++) this.blocked[cell] = blocked[cell] ? 1 : 0;
    }
    for (let cell = 0; cell < cells; cell++) {
      if (!this.blocked[cell]) this.#freeCells++;
      if (this.multipliers[cell] !== 1) this.#uneven++;
    }
  }

  /** Grows with each change. */
  get version(): number {
    return this.#version;
  }

  get freeCells(): number {
    return this.#freeCells;
  }

  /** Not all ground is plain. */
  get weighted(): boolean {
    return this.#uneven > 0;
  }

  /** Some cells are not safe. */
  get dangerous(): boolean {
    return this.#unsafe > 0;
  }

  /** The number of a cell, or null outside of the map. */
  cell(x: number, y: number): number | null {
    const inside = x >= 0 && y >= 0 && x < this.width && y < this.height;
    return inside ? Math.floor(y) * this.width + Math.floor(x) : null;
  }

  /** Makes the cells what they are after the edit. */
  apply(edit: Edit): void {
    this.#write(edit.cells, edit.blockedAfter, edit.multiplierAfter, edit.dangerAfter);
  }

  /** Makes the cells what they were before the edit. */
  revert(edit: Edit): void {
    this.#write(edit.cells, edit.blockedBefore, edit.multiplierBefore, edit.dangerBefore);
  }

  /** The same cells as far as they go; the rest is free and plain. */
  static resized(old: MapModel, width: number, height: number): MapModel {
    const map = new MapModel(width, height);
    const columns = Math.min(width, old.width);
    for (let y = 0; y < Math.min(height, old.height); y++) {
      const row = y * old.width;
      map.blocked.set(old.blocked.subarray(row, row + columns), y * width);
      map.multipliers.set(old.multipliers.subarray(row, row + columns), y * width);
    }
    return new MapModel(width, height, map.blocked, map.multipliers);
  }

  #write(cells: Uint32Array, blocked: Uint8Array, multipliers: Float32Array, danger: Uint8Array): void {
    const most = this.blocked.length;
    if (cells.some((cell) => cell >= most)) throw new RangeError("the edit is one of a larger map");
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i];
      this.#freeCells += this.blocked[cell] - blocked[i];
      this.#uneven += Number(multipliers[i] !== 1) - Number(this.multipliers[cell] !== 1);
      this.blocked[cell] = blocked[i];
      this.multipliers[cell] = multipliers[i];
      this.#unsafe += Number(danger[i] > 0) - Number(this.danger[cell] > 0);
      this.danger[cell] = danger[i];
    }
    if (cells.length > 0) this.#version++;
  }
}
