import { describe, expect, it } from "vitest";
import { CIVIDIS, css, heat, mixed, PALETTES, type Rgb } from "../../src/render/palette";

/** What is seen of linear red, green and blue: Machado, Oliveira and Fernandes 2009, at full severity. */
const EYES: Record<string, number[][]> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** CIE L*a*b* of a colour as an eye sees it. */
function lab(colour: Rgb, eye: number[][]): number[] {
  const linear = colour.map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  const [r, g, b] = eye.map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, weight, i) => sum + weight * linear[i], 0),
      ),
    ),
  );
  const root = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = root(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** What is seen side by side and has to be told apart. */
const CELLS = ["floor", "wall", "open", "closed", "current", "path", "start", "goal"] as const;
const GROUNDS = ["road", "hills", "swamp", "trees", "water", "worse"] as const;
const apart = (a: Rgb, b: Rgb, eye: number[][]) => {
  const [seen, other] = [lab(a, eye), lab(b, eye)];
  return Math.hypot(...seen.map((part, i) => part - other[i]));
};

describe("palettes", () => {
  it("are told apart by every eye", () => {
    for (const palette of Object.values(PALETTES)) {
      for (const eye of Object.values(EYES)) {
        const colours = CELLS.map((name) => ({ name, seen: lab(palette[name], eye) }));
        for (const a of colours) {
          for (const b of colours) {
            if (a.name >= b.name) continue;
            const difference = Math.hypot(...a.seen.map((part, i) => part - b.seen[i]));
            expect(difference, `${a.name} and ${b.name}`).toBeGreaterThan(12);
          }
        }
      }
    }
  });

  it("set ground off from the floor, and from what is marked; hatching says which it is", () => {
    for (const palette of Object.values(PALETTES)) {
      for (const eye of Object.values(EYES)) {
        for (const ground of GROUNDS) {
          expect(apart(palette[ground], palette.floor, eye), `${ground} and floor`).toBeGreaterThan(7);
          for (const other of ["wall", "open", "closed", "path"] as const)
            expect(apart(palette[ground], palette[other], eye), `${ground} and ${other}`).toBeGreaterThan(10);
        }
      }
    }
  });

  it("tell closed cells from open ones and from the floor, whenever they were closed", () => {
    for (const palette of Object.values(PALETTES)) {
      for (const eye of Object.values(EYES)) {
        for (let step = 0; step <= 11; step++) {
          const closed = mixed(palette.closedFirst, palette.closed, step / 11);
          for (const other of ["open", "floor", "wall"] as const)
            expect(apart(closed, palette[other], eye), `closed at ${step} and ${other}`).toBeGreaterThan(12);
        }
      }
    }
  });

  it("are those of the command", () => {
    const { open, closed, path } = PALETTES.light;
    expect([open, closed, path]).toEqual([
      [0x56, 0xb4, 0xe9],
      [0x00, 0x72, 0xb2],
      [0xd5, 0x5e, 0x00],
    ]);
  });
});

describe("heat", () => {
  it("goes from dark to bright, for every eye", () => {
    expect(CIVIDIS).toHaveLength(768);
    for (const eye of Object.values(EYES)) {
      const light = Array.from({ length: 256 }, (_, i) => lab(heat(i / 255), eye)[0]);
      for (let i = 1; i < 256; i++) expect(light[i]).toBeGreaterThan(light[i - 1] - 0.35);
      expect(light[255] - light[0]).toBeGreaterThan(70);
    }
  });

  it("has the ends and the middle that were published", () => {
    const [dark, bright] = [
      [0x00, 0x22, 0x4e],
      [0xfe, 0xe8, 0x38],
    ];
    expect([heat(0), heat(1), heat(-5), heat(NaN), heat(7)]).toEqual([dark, bright, dark, dark, bright]);
    const published = [0.485141, 0.482451, 0.470384].map((part) => 255 * part);
    for (const [i, part] of heat(127 / 255).entries()) expect(Math.abs(part - published[i])).toBeLessThan(4);
  });

  it("mixes", () => {
    expect(mixed([0, 100, 200], [100, 0, 200], 0.25)).toEqual([25, 75, 200]);
    expect(css([1, 2, 255], 0.5)).toBe("rgb(1 2 255 / 0.5)");
  });
});
