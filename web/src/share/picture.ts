// The map as a picture, and the search as an animation: the same codes and shapes as on the page,
// drawn at a scale of their own.

import type { App } from "../app";
import { NONE } from "../player/timeline";
import { Codes, colours } from "../render/codes";
import { context2d } from "../render/context";
import { drawOverlay } from "../render/overlay";
import { PALETTES, theme } from "../render/palette";
import { sceneOf, shownOf } from "../render/scene";
import { View } from "../render/view";
import { say } from "../words";
import { GifWriter } from "./gif";

const MOST_PIXELS = 2048;
const GIF_PIXELS = 640;
const FRAMES = 90;

interface Easel {
  canvas: HTMLCanvasElement;
  draw(): void;
}

/** A canvas for the chosen search, at most this many pixels wide and high. */
function easel(app: App, most: number): Easel {
  const { map } = app;
  const scale = Math.max(
    0.25,
    Math.min(24, Math.floor(most / Math.max(map.width, map.height)) || most / Math.max(map.width, map.height)),
  );
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(map.width * scale);
  canvas.height = Math.round(map.height * scale);
  const small = document.createElement("canvas");
  small.width = map.width;
  small.height = map.height;
  const view = View.still(scale, canvas.width, canvas.height);
  const shown = PALETTES[theme()];
  const table = new Uint32Array(colours(shown).slice().buffer);
  const codes = new Codes();
  const draw = () => {
    codes.update(shownOf(app, app.pane));
    const image = new ImageData(map.width, map.height);
    const pixels = new Uint32Array(image.data.buffer);
    codes.bytes.forEach((code, cell) => {
      pixels[cell] = table[code];
    });
    context2d(small).putImageData(image, 0, 0);
    const context = context2d(canvas, { willReadFrequently: true });
    context.imageSmoothingEnabled = scale < 1;
    context.drawImage(small, 0, 0, canvas.width, canvas.height);
    drawOverlay(context, { ...sceneOf(app, app.pane), cursor: NONE, brush: null }, view, shown);
  };
  return { canvas, draw };
}

export async function photographed(app: App): Promise<Blob> {
  const { canvas, draw } = easel(app, MOST_PIXELS);
  draw();
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error(say("share.theBrowserMadeNoPicture")))),
      "image/png",
    ),
  );
}

/** The search from beginning to end, the last frame held for two seconds. */
export async function filmed(app: App, progress: (share: number) => void): Promise<Uint8Array> {
  const [timeline] = app.unit ? [app.unit.timeline] : [app.pane.timeline];
  if (!timeline) throw new Error(say("share.thereIsNoRecordedSearch2"));
  app.player.pause();
  const before = timeline.position;
  const { canvas, draw } = easel(app, GIF_PIXELS);
  const context = context2d(canvas, { willReadFrequently: true });
  const drawn = (share: number) => {
    timeline.seek(Math.round(share * timeline.length));
    draw();
    return context.getImageData(0, 0, canvas.width, canvas.height).data;
  };
  try {
    const tones = new Colours([0, 0.3, 0.7, 1].map(drawn));
    const writer = new GifWriter(canvas.width, canvas.height, tones.bytes);
    for (let frame = 0; frame <= FRAMES; frame++) {
      writer.frame(tones.indexed(drawn(frame / FRAMES)), frame === FRAMES ? 2000 : 50);
      progress(frame / FRAMES);
      // The page stays alive between frames.
      await new Promise((resolve) => setTimeout(resolve));
    }
    return writer.finish();
  } finally {
    timeline.seek(before);
    app.topics.tell("answer");
  }
}

/** Colours that the frames will have, the most frequent first: most pixels get exactly theirs. */
class Colours {
  readonly #index = new Map<number, number>();
  readonly #table: number[];

  /** Chosen by what some of the frames show. */
  constructor(samples: Uint8ClampedArray[]) {
    const counts = new Map<number, number>();
    for (const rgba of samples)
      for (let at = 0; at < rgba.length; at += 4) {
        const colour = (rgba[at] << 16) | (rgba[at + 1] << 8) | rgba[at + 2];
        counts.set(colour, (counts.get(colour) ?? 0) + 1);
      }
    // One is left over for "as before", which keeps files small.
    this.#table = [...counts]
      .sort((a, b) => b[1] - a[1])
      .slice(0, 255)
      .map(([colour]) => colour);
  }

  get bytes(): Uint8Array {
    return Uint8Array.from(this.#table.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  }
  indexed(rgba: Uint8ClampedArray): Uint8Array {
    const pixels = new Uint8Array(rgba.length / 4);
    for (let pixel = 0; pixel < pixels.length; pixel++) {
      pixels[pixel] = this.#nearest((rgba[pixel * 4] << 16) | (rgba[pixel * 4 + 1] << 8) | rgba[pixel * 4 + 2]);
    }
    return pixels;
  }
  #nearest(colour: number): number {
    const known = this.#index.get(colour);
    if (known !== undefined) return known;
    const apart = (other: number) => {
      const [red, green, blue] = [16, 8, 0].map((shift) => ((colour >> shift) & 255) - ((other >> shift) & 255)) as [
        number,
        number,
        number,
      ];
      return red * red + green * green + blue * blue;
    };
    let best = 0;
    this.#table.forEach((other, index) => {
      if (apart(other) < apart(this.#table[best])) best = index;
    });
    this.#index.set(colour, best);
    return best;
  }
}
