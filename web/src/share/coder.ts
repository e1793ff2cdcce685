// Writes bits in as few bytes as their odds allow: arithmetic coding. The odds of a bit are learnt from
// the bits before it in the same context, by whole numbers only, so that every browser learns the same.

/** What is known of the bits of each context so far. */
export class Odds {
  /** How likely a one is, in parts of 2^22. */
  readonly #ones: Uint32Array;
  /** How many bits it was learnt from, up to MOST. */
  readonly #seen: Uint8Array;

  constructor(contexts: number) {
    this.#ones = new Uint32Array(contexts).fill(1 << 21);
    this.#seen = new Uint8Array(contexts);
  }

  /** How likely a one is, in parts of 2^16: never sure. */
  ones(context: number): number {
    return Math.min(65535, Math.max(1, this.#ones[context] >>> 6));
  }

  /** Goes the faster towards what was seen the less was seen before. */
  learn(context: number, bit: number): void {
    const seen = this.#seen[context];
    const ones = this.#ones[context];
    this.#ones[context] = ones + Math.floor((((bit << 22) - bit - ones) * 2) / (2 * seen + 3));
    if (seen < MOST) this.#seen[context] = seen + 1;
  }
}

const MOST = 250;

/** Where a range is cut: its lower part, up to here, stands for a one. */
function cut(low: number, high: number, ones: number): number {
  const range = high - low;
  return low + Math.floor(range / 65536) * ones + Math.floor(((range % 65536) * ones) / 65536);
}

/** While both ends of the range begin with the same byte, that byte is settled. */
const TOP = 0x1000000;

export class Encoder {
  #low = 0;
  #high = 0xffffffff;
  #bytes = new Uint8Array(1024);
  #length = 0;

  bit(odds: Odds, context: number, bit: number): void {
    const middle = cut(this.#low, this.#high, odds.ones(context));
    if (bit) this.#high = middle;
    else this.#low = middle + 1;
    odds.learn(context, bit);
    while (Math.floor(this.#low / TOP) === Math.floor(this.#high / TOP)) {
      this.#put(Math.floor(this.#high / TOP));
      this.#low = (this.#low % TOP) * 256;
      this.#high = (this.#high % TOP) * 256 + 255;
    }
  }

  /** All bytes. What is missing at their end is read as zeros. */
  finish(): Uint8Array {
    // The shortest number in the range that zeros can follow.
    if (this.#low > 0) {
      for (let unit = TOP; ; unit /= 256) {
        const number = Math.ceil(this.#low / unit) * unit;
        if (number > this.#high) continue;
        for (let part = TOP; part >= unit; part /= 256) this.#put(Math.floor(number / part) % 256);
        break;
      }
    }
    let end = this.#length;
    while (end > 0 && this.#bytes[end - 1] === 0) end--;
    return this.#bytes.slice(0, end);
  }

  #put(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = byte;
  }
}

export class Decoder {
  #low = 0;
  #high = 0xffffffff;
  #number = 0;
  #at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    for (let i = 0; i < 4; i++) this.#number = this.#number * 256 + this.#next();
  }

  bit(odds: Odds, context: number): number {
    const middle = cut(this.#low, this.#high, odds.ones(context));
    const bit = this.#number <= middle ? 1 : 0;
    if (bit) this.#high = middle;
    else this.#low = middle + 1;
    odds.learn(context, bit);
    while (Math.floor(this.#low / TOP) === Math.floor(this.#high / TOP)) {
      this.#low = (this.#low % TOP) * 256;
      this.#high = (this.#high % TOP) * 256 + 255;
      this.#number = (this.#number % TOP) * 256 + this.#next();
    }
    return bit;
  }

  #next(): number {
    return this.#at < this.#bytes.length ? this.#bytes[this.#at++] : 0;
  }
}

/** Bits that are written by an encoder, or read by a decoder: the same code does either. */
export type Coder = { write: Encoder } | { read: Decoder };

/** Writes the bit that is given, or reads one. */
export function code(coder: Coder, odds: Odds, context: number, bit: number): number {
  if ("read" in coder) return coder.read.bit(odds, context);
  coder.write.bit(odds, context, bit);
  return bit;
}

/** A number below 2^bits, the highest bit first, each in the context of those before. Needs 2^bits contexts. */
export function codeNumber(coder: Coder, odds: Odds, bits: number, number: number): number {
  let context = 1;
  for (let i = bits - 1; i >= 0; i--) {
    context = context * 2 + code(coder, odds, context, Math.floor(number / 2 ** i) & 1);
  }
  return context - 2 ** bits;
}
