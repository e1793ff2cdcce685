import { describe, expect, it } from "vitest";
import { GifWriter } from "../../src/share/gif";
import { dice } from "./recordings";

interface Shown {
  pixels: number[];
  delay: number;
  /** Of the part that was drawn. */
  area: number;
}

/** Reads a GIF by the book: every block, and codes by a table of whole sequences. */
function readGif(file: Uint8Array): {
  width: number;
  height: number;
  palette: number[][];
  loops: boolean;
  frames: Shown[];
} {
  let at = 0;
  const byte = () => {
    if (at >= file.length) throw new Error("the file ends too early");
    return file[at++];
  };
  const short = () => byte() + 256 * byte();
  const blocks = () => {
    const all: number[] = [];
    for (let length = byte(); length > 0; length = byte()) for (let i = 0; i < length; i++) all.push(byte());
    return all;
  };
  expect(String.fromCharCode(...file.slice(0, 6))).toBe("GIF89a");
  at = 6;
  const [width, height, flags] = [short(), short(), byte()];
  at += 2;
  expect(flags & 0x80).toBe(0x80);
  const palette = Array.from({ length: 2 << (flags & 7) }, () => [byte(), byte(), byte()]);
  const screen = new Array<number>(width * height).fill(-1);
  const frames: Shown[] = [];
  let [loops, delay, transparent] = [false, 0, -1];
  for (;;) {
    const mark = byte();
    if (mark === 0x3b) break;
    if (mark === 0x21) {
      const label = byte();
      const content = blocks();
      if (label === 0xff) loops = String.fromCharCode(...content.slice(0, 11)) === "NETSCAPE2.0";
      else if (label === 0xf9) {
        expect((content[0] >> 2) & 7).toBe(1);
        delay = content[1] + 256 * content[2];
        transparent = content[0] & 1 ? content[3] : -1;
      } else throw new Error(`extension ${label}`);
      continue;
    }
    expect(mark).toBe(0x2c);
    const [left, top, w, h, local] = [short(), short(), short(), short(), byte()];
    expect(local).toBe(0);
    expect(left + w <= width && top + h <= height).toBe(true);
    const least = byte();
    const pixels = readLzw(blocks(), least);
    expect(pixels).toHaveLength(w * h);
    pixels.forEach((pixel, i) => {
      if (pixel !== transparent) screen[(top + Math.floor(i / w)) * width + left + (i % w)] = pixel;
    });
    frames.push({ pixels: [...screen], delay, area: w * h });
  }
  expect(at).toBe(file.length);
  return { width, height, palette, loops, frames };
}

function readLzw(data: number[], least: number): number[] {
  const clear = 1 << least;
  let table: number[][] = [];
  let [size, position] = [least + 1, 0];
  const reset = () => {
    table = Array.from({ length: clear + 2 }, (_, value) => (value < clear ? [value] : []));
    size = least + 1;
  };
  const code = () => {
    let value = 0;
    for (let bit = 0; bit < size; bit++, position++) value |= ((data[position >> 3] >> (position & 7)) & 1) << bit;
    return value;
  };
  reset();
  const pixels: number[] = [];
  let before: number[] | null = null;
  for (;;) {
    if (position + size > 8 * data.length) throw new Error("the codes end too early");
    const value = code();
    if (value === clear) {
      reset();
      before = null;
      continue;
    }
    if (value === clear + 1) break;
    const known: number[] | undefined = table[value];
    if (!known && (value !== table.length || !before)) throw new Error(`code ${value} of ${table.length}`);
    const sequence: number[] = known ?? [...before!, before![0]];
    pixels.push(...sequence);
    if (before && table.length < 4096) {
      table.push([...before, sequence[0]]);
      if (table.length === 1 << size && size < 12) size++;
    }
    before = sequence;
  }
  return pixels;
}

function palette(colours: number): Uint8Array {
  return Uint8Array.from({ length: 3 * colours }, (_, i) => (i * 37) % 256);
}

describe("GifWriter", () => {
  it("writes what every reader reads", () => {
    const random = dice(13);
    for (const colours of [1, 2, 3, 4, 7, 8, 100, 127, 128, 255, 256]) {
      const [width, height] = [1 + Math.floor(random() * 120), 1 + Math.floor(random() * 90)];
      const gif = new GifWriter(width, height, palette(colours));
      const pictures: number[][] = [];
      const pixels = new Uint8Array(width * height);
      for (let frame = 0; frame < 6; frame++) {
        // Noise, then a bit of noise, then a plain rectangle.
        const share = [1, 0.05, 0, 1, 0.5, 0.001][frame];
        for (let i = 0; i < pixels.length; i++) if (random() < share) pixels[i] = Math.floor(random() * colours);
        if (frame === 2) pixels.fill(colours - 1, 0, Math.ceil(pixels.length / 3));
        gif.frame(pixels, 50);
        if (pictures.length === 0 || pictures.at(-1)!.some((pixel, i) => pixel !== pixels[i]))
          pictures.push([...pixels]);
      }
      const read = readGif(gif.finish());
      expect([read.width, read.height, read.loops]).toEqual([width, height, true]);
      expect(read.palette.slice(0, colours).flat()).toEqual([...palette(colours)]);
      expect(read.frames.map((frame) => String(frame.pixels))).toEqual(pictures.map(String));
    }
  });

  it("fills its table and begins again", () => {
    const random = dice(14);
    const gif = new GifWriter(300, 300, palette(200));
    const pixels = Uint8Array.from({ length: 300 * 300 }, () => Math.floor(random() * 200));
    gif.frame(pixels, 100);
    expect(String(readGif(gif.finish()).frames[0].pixels)).toBe(String(pixels));
  });

  it("draws only what changed", () => {
    const gif = new GifWriter(200, 200, palette(16));
    const pixels = new Uint8Array(40_000);
    for (let frame = 0; frame < 100; frame++) {
      pixels[200 * frame + 7] = 5;
      pixels[200 * frame + 9] = 6;
      gif.frame(pixels, 20);
    }
    const file = gif.finish();
    expect(
      readGif(file)
        .frames.slice(1)
        .every((frame) => frame.area === 3),
    ).toBe(true);
    expect(file.length).toBeLessThan(5000);
  });

  it("keeps the time: rounded delays even out, frames alike become one", () => {
    const gif = new GifWriter(2, 1, palette(2));
    for (let frame = 0; frame < 60; frame++) gif.frame(Uint8Array.of(frame & 1, 0), 1000 / 30);
    const thirds = readGif(gif.finish()).frames;
    expect(Math.abs(thirds.reduce((sum, { delay }) => sum + delay, 0) - 200)).toBeLessThanOrEqual(1);
    const still = new GifWriter(2, 1, palette(2));
    for (let frame = 0; frame < 5; frame++) still.frame(Uint8Array.of(0, 1), 100);
    still.frame(Uint8Array.of(1, 1), 0);
    expect(readGif(still.finish()).frames.map(({ delay }) => delay)).toEqual([50, 2]);
  });

  it("refuses what is not a picture", () => {
    expect(() => new GifWriter(0, 1, palette(2))).toThrow("0x1 is not a size");
    expect(() => new GifWriter(70_000, 1, palette(2))).toThrow("not a size");
    expect(() => new GifWriter(1, 1, new Uint8Array(4))).toThrow("not 4 bytes");
    expect(() => new GifWriter(1, 1, palette(257))).toThrow("1 to 256 colours");
    const gif = new GifWriter(2, 1, palette(2));
    expect(() => gif.finish()).toThrow("at least one frame");
    expect(() => gif.frame(Uint8Array.of(0), 10)).toThrow("has 2 pixels, not 1");
    expect(() => gif.frame(Uint8Array.of(0, 2), 10)).toThrow("none of the 2 colours");
  });
});
