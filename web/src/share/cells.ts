// The cells of a map in few bytes. A cell is guessed from its neighbours above and to the left, and
// only what is surprising about it takes room; a cave of 1024x1024 cells needs 17 KB, a tenth of its bits.
import { type Coder, code, codeNumber, Decoder, Encoder, Odds } from "./coder";

export interface Cells {
  width: number;
  height: number;
  /** 1 is blocked. */
  blocked: Uint8Array;
  /** Null where all ground is plain. In 256ths, as the engine keeps them. */
  multipliers: Float32Array | null;
}

/** Cells that differ from a map that both sides can make. */
export interface Changes {
  /** Each once, the smallest first. */
  cells: Uint32Array;
  blocked: Uint8Array;
  multipliers: Float32Array | null;
}

/** Neighbours that are known already, the most telling first. */
const NEIGHBOURS = [
  [-1, 0],
  [0, -1],
  [-1, -1],
  [1, -1],
  [-2, 0],
  [0, -2],
  [2, -1],
  [-2, -1],
  [-1, -2],
  [1, -2],
  [-3, 0],
  [3, -1],
  [-3, -1],
  [-4, 0],
  [2, -2],
  [-2, -2],
] as const;
/** Of how many neighbours a context is made: small maps are over before many contexts are learnt. */
function neighbours(cells: number): number {
  return cells < 16_384 ? 8 : cells < 131_072 ? 12 : 16;
}

/** In 256ths. */
const PLAIN = 256;
const STEEPEST = 255 * 256;

export function packCells({ width, height, blocked, multipliers }: Cells): Uint8Array {
  const encoder = new Encoder();
  const [bits, ground] = [blocked.map((value) => (value ? 1 : 0)), inParts(multipliers)];
  codeBlocked({ write: encoder }, width, height, bits);
  if (ground) codeGround({ write: encoder }, width, ground);
  return sealed(encoder.finish(), bits, ground);
}

/** Null if the bytes are not of a map of this size. See that the size is reasonable before. */
export function unpackCells(bytes: Uint8Array, width: number, height: number, weighted: boolean): Cells | null {
  const decoder = new Decoder(bytes.subarray(CHECK_BYTES));
  const blocked = new Uint8Array(width * height);
  const ground = weighted ? new Uint16Array(width * height) : null;
  codeBlocked({ read: decoder }, width, height, blocked);
  if (ground) codeGround({ read: decoder }, width, ground);
  if (!isSealed(bytes, blocked, ground) || !isGround(ground)) return null;
  return { width, height, blocked, multipliers: inUnits(ground) };
}

export function packChanges({ cells, blocked, multipliers }: Changes): Uint8Array {
  const encoder = new Encoder();
  const [bits, ground] = [blocked.map((value) => (value ? 1 : 0)), inParts(multipliers)];
  codeChanges({ write: encoder }, cells, bits, ground);
  return sealed(encoder.finish(), cells, bits, ground);
}

/** Null if the bytes are not of this many changes to a map of this many cells. */
export function unpackChanges(bytes: Uint8Array, count: number, weighted: boolean, mapCells: number): Changes | null {
  const cells = new Uint32Array(count);
  const blocked = new Uint8Array(count);
  const ground = weighted ? new Uint16Array(count) : null;
  codeChanges({ read: new Decoder(bytes.subarray(CHECK_BYTES)) }, cells, blocked, ground);
  const rises = cells.every((cell, index) => cell < mapCells && (index === 0 || cell > cells[index - 1]));
  if (!rises || !isSealed(bytes, cells, blocked, ground) || !isGround(ground)) return null;
  return { cells, blocked, multipliers: inUnits(ground) };
}

// What follows writes the arrays it is given with an encoder, and fills them with a decoder.

function codeBlocked(coder: Coder, width: number, height: number, blocked: Uint8Array): void {
  const known = NEIGHBOURS.slice(0, neighbours(width * height));
  const odds = new Odds(1 << known.length);
  // Outside of the map all is blocked: a frame spares the question where that is.
  const stride = width + 8;
  const framed = new Uint8Array(stride * (height + 2)).fill(1);
  const offsets = Int32Array.from(known, ([dx, dy]) => dy * stride + dx);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y + 2) * stride + x + 4;
      let context = 0;
      for (let i = 0; i < offsets.length; i++) context = context * 2 + framed[at + offsets[i]];
      framed[at] = blocked[y * width + x] = code(coder, odds, context, blocked[y * width + x]);
    }
  }
}

function codeGround(coder: Coder, width: number, ground: Uint16Array): void {
  const [asLeft, asAbove, values] = [new Odds(8), new Odds(2), new Odds(65536)];
  for (let cell = 0; cell < ground.length; cell++) {
    const left = cell % width ? ground[cell - 1] : PLAIN;
    const above = cell >= width ? ground[cell - width] : PLAIN;
    const corner = cell % width && cell >= width ? ground[cell - width - 1] : PLAIN;
    const alike = Number(left === above) * 4 + Number(left === corner) * 2 + Number(above === corner);
    const value = ground[cell];
    if (code(coder, asLeft, alike, Number(value === left))) ground[cell] = left;
    else if (left !== above && code(coder, asAbove, alike & 1, Number(value === above))) ground[cell] = above;
    else ground[cell] = codeNumber(coder, values, 16, value);
  }
}

/** How many free numbers are before each cell, then what it is. */
function codeChanges(coder: Coder, cells: Uint32Array, blocked: Uint8Array, ground: Uint16Array | null): void {
  const [lengths, gaps, walls, plain, values] = [
    new Odds(32),
    new Odds(1024),
    new Odds(2),
    new Odds(2),
    new Odds(65536),
  ];
  let [next, wall, value] = [0, 0, PLAIN];
  for (let i = 0; i < cells.length; i++) {
    // A gap is written by its number of bits, and these; those of little weight are not worth learning.
    const gap = cells[i] - next + 1;
    const bits = codeNumber(coder, lengths, 5, 31 - Math.clz32(gap));
    let read = 1;
    for (let bit = bits - 1; bit >= 0; bit--) {
      read = read * 2 + code(coder, gaps, bits * 32 + bit, (gap >>> bit) & 1);
    }
    cells[i] = next + read - 1;
    next = cells[i] + 1;
    blocked[i] = wall = code(coder, walls, wall, blocked[i]);
    if (!ground) continue;
    const same = code(coder, plain, 0, Number(ground[i] === value));
    ground[i] = value = same ? value : codeNumber(coder, values, 16, ground[i]);
  }
}

function inParts(multipliers: Float32Array | null): Uint16Array | null {
  if (!multipliers) return null;
  return Uint16Array.from(multipliers, (value) => Math.min(STEEPEST, Math.max(1, Math.round(value * PLAIN) || PLAIN)));
}

function inUnits(ground: Uint16Array | null): Float32Array | null {
  return ground && Float32Array.from(ground, (value) => value / PLAIN);
}

function isGround(ground: Uint16Array | null): boolean {
  return !ground || ground.every((value) => value >= 1 && value <= STEEPEST);
}

/** A damaged link would give another map: three bytes show it. */
const CHECK_BYTES = 3;
type Checked = ArrayLike<number> | null;

function checkOf(parts: Checked[]): number {
  let check = 0x811c9dc5;
  for (const part of parts) {
    for (let i = 0; part && i < part.length; i++) check = Math.imul(check ^ part[i], 0x01000193);
    check = Math.imul(check ^ (check >>> 15), 0x2c1b3c6d);
  }
  return (check ^ (check >>> 13)) & 0xffffff;
}

function sealed(bytes: Uint8Array, ...parts: Checked[]): Uint8Array {
  const check = checkOf(parts);
  const all = new Uint8Array(CHECK_BYTES + bytes.length);
  all.set([check >>> 16, (check >>> 8) & 255, check & 255]);
  all.set(bytes, CHECK_BYTES);
  return all;
}

function isSealed(bytes: Uint8Array, ...parts: Checked[]): boolean {
  const check = checkOf(parts);
  return bytes.length >= CHECK_BYTES && ((bytes[0] << 16) | (bytes[1] << 8) | bytes[2]) === check;
}
