// Writes animated GIFs. A frame holds only the rectangle that changed, and in it, what did not change is
// transparent: long runs of one colour, which take next to no room.

/** With all 256 there is none left for "as before": files are larger. */
export const MOST_COLOURS = 256;

const MOST_SIDE = 65_535;
/** Delays are in hundredths of a second; most viewers take anything below 2 for 10. */
const LEAST_DELAY = 2;
const MOST_DELAY = 65_535;

export class GifWriter {
  readonly #width: number;
  readonly #height: number;
  readonly #colours: number;
  /** Whether the entry behind the last colour is there, to be transparent. */
  readonly #transparent: boolean;
  /** The palette has 2^bits entries. */
  readonly #bits: number;
  readonly #out = new Bytes();
  #shown: Uint8Array | null = null;
  /** The frame that is next to be written: it waits until it is known for how long it is shown. */
  #waiting: { image: Image; milliseconds: number } | null = null;
  /** The part of a hundredth that frames so far were shown too long. */
  #owed = 0;

  /** The palette has up to 256 colours, three bytes each: red, green, blue. It repeats for ever. */
  constructor(width: number, height: number, palette: Uint8Array) {
    for (const side of [width, height]) {
      if (!Number.isInteger(side) || side < 1 || side > MOST_SIDE) {
        throw new RangeError(`${width}x${height} is not a size of a GIF: expected 1 to ${MOST_SIDE} pixels each side`);
      }
    }
    if (palette.length === 0 || palette.length % 3 !== 0 || palette.length > 3 * MOST_COLOURS) {
      throw new RangeError(`a palette has 1 to ${MOST_COLOURS} colours of three bytes, not ${palette.length} bytes`);
    }
    this.#width = width;
    this.#height = height;
    this.#colours = palette.length / 3;
    this.#transparent = this.#colours < MOST_COLOURS;
    this.#bits = Math.max(1, Math.ceil(Math.log2(this.#colours + Number(this.#transparent))));
    const out = this.#out;
    out.text("GIF89a");
    out.short(width);
    out.short(height);
    out.bytes([0x80 | ((this.#bits - 1) << 4) | (this.#bits - 1), 0, 0]);
    out.bytes(palette);
    out.bytes(new Uint8Array(3 * ((1 << this.#bits) - this.#colours)));
    out.bytes([0x21, 0xff, 11]);
    out.text("NETSCAPE2.0");
    out.bytes([3, 1, 0, 0, 0]);
  }

  /** A picture, as numbers of colours row by row, and how long it is shown. */
  frame(pixels: Uint8Array, delayMs: number): void {
    if (pixels.length !== this.#width * this.#height) {
      throw new RangeError(`a frame has ${this.#width * this.#height} pixels, not ${pixels.length}`);
    }
    const colours = this.#colours;
    if (pixels.some((pixel) => pixel >= colours)) throw new RangeError(`a pixel is none of the ${colours} colours`);
    const milliseconds = Math.max(0, delayMs) || 0;
    const image = this.#changed(pixels);
    if (!image && this.#waiting) {
      this.#waiting.milliseconds += milliseconds;
      return;
    }
    this.#flush();
    this.#waiting = image && { image, milliseconds };
    if (this.#shown) this.#shown.set(pixels);
    else this.#shown = pixels.slice();
  }

  /** The whole file. Needs a frame at least. */
  finish(): Uint8Array {
    if (!this.#shown) throw new RangeError("a GIF needs at least one frame");
    this.#flush();
    this.#out.bytes([0x3b]);
    return this.#out.all();
  }

  /** The smallest rectangle that changed, with what did not transparent; null if nothing did. */
  #changed(pixels: Uint8Array): Image | null {
    const [width, shown] = [this.#width, this.#shown];
    if (!shown) return { left: 0, top: 0, width, height: this.#height, pixels: pixels.slice() };
    let [left, right, top, bottom] = [width, -1, -1, -1];
    for (let y = 0, at = 0; y < this.#height; y++) {
      for (let x = 0; x < width; x++, at++) {
        if (pixels[at] === shown[at]) continue;
        if (x < left) left = x;
        if (x > right) right = x;
        if (top < 0) top = y;
        bottom = y;
      }
    }
    if (right < 0) return null;
    const image = { left, top, width: right - left + 1, height: bottom - top + 1 };
    const part = new Uint8Array(image.width * image.height);
    for (let y = 0, at = 0; y < image.height; y++) {
      for (let x = 0; x < image.width; x++, at++) {
        const from = (top + y) * width + left + x;
        const same = this.#transparent && pixels[from] === shown[from];
        part[at] = same ? this.#colours : pixels[from];
      }
    }
    return { ...image, pixels: part };
  }

  #flush(): void {
    if (!this.#waiting) return;
    const { image, milliseconds } = this.#waiting;
    this.#waiting = null;
    // What is rounded away is made up for by the next frame.
    const wanted = milliseconds / 10 + this.#owed;
    const delay = Math.min(MOST_DELAY, Math.max(LEAST_DELAY, Math.round(wanted)));
    this.#owed = Math.max(-50, Math.min(0.5, wanted - delay));
    const out = this.#out;
    // Disposal 1: the picture stays, the next is drawn over it.
    out.bytes([0x21, 0xf9, 4, (1 << 2) | Number(this.#transparent)]);
    out.short(delay);
    out.bytes([this.#transparent ? this.#colours : 0, 0, 0x2c]);
    for (const number of [image.left, image.top, image.width, image.height]) out.short(number);
    out.bytes([0]);
    writeLzw(out, image.pixels, Math.max(2, this.#bits));
  }
}

interface Image {
  left: number;
  top: number;
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** The codes of a picture, in blocks of up to 255 bytes. */
function writeLzw(out: Bytes, pixels: Uint8Array, bits: number): void {
  const clear = 1 << bits;
  const end = clear + 1;
  /** By code and next pixel: 1 + the code of both together; 0 if there is none yet. */
  const longer = new Uint16Array(4096 << bits);
  const block = new Uint8Array(255);
  let [filled, held, heldBits] = [0, 0, 0];
  let [size, next] = [bits + 1, end + 1];
  const put = (byte: number) => {
    block[filled++] = byte;
    if (filled < 255) return;
    out.bytes([255]);
    out.bytes(block);
    filled = 0;
  };
  const write = (value: number) => {
    held |= value << heldBits;
    heldBits += size;
    for (; heldBits >= 8; heldBits -= 8, held >>>= 8) put(held & 255);
  };
  out.bytes([bits]);
  write(clear);
  let run = pixels[0];
  for (let i = 1; i < pixels.length; i++) {
    const pair = (run << bits) | pixels[i];
    if (longer[pair]) {
      run = longer[pair] - 1;
      continue;
    }
    write(run);
    if (next < 4096) {
      longer[pair] = next + 1;
      // A code that needs another bit may come as soon as the reader knows of it.
      if (next === 1 << size) size++;
      next++;
    } else {
      write(clear);
      longer.fill(0);
      [size, next] = [bits + 1, end + 1];
    }
    run = pixels[i];
  }
  write(run);
  if (next === 1 << size && size < 12) size++;
  write(end);
  if (heldBits > 0) put(held & 255);
  if (filled > 0) {
    out.bytes([filled]);
    out.bytes(block.subarray(0, filled));
  }
  out.bytes([0]);
}

/** Bytes that become more. */
class Bytes {
  #bytes = new Uint8Array(65_536);
  #length = 0;

  bytes(more: ArrayLike<number>): void {
    const needed = this.#length + more.length;
    if (needed > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(more, this.#length);
    this.#length = needed;
  }

  short(number: number): void {
    this.bytes([number & 255, number >> 8]);
  }

  text(letters: string): void {
    this.bytes(Array.from(letters, (letter) => letter.charCodeAt(0)));
  }

  all(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }
}
