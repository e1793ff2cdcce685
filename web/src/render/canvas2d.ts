// The same without WebGL: a picture of one pixel a cell, stretched.
import { context2d } from "./context";
import type { Surface } from "./surface";
import type { View } from "./view";

export class Canvas2dSurface implements Surface {
  readonly kind = "2d";
  readonly #canvas: HTMLCanvasElement;
  readonly #picture = document.createElement("canvas");
  #image: ImageData | null = null;
  #bytes: Uint8Array = new Uint8Array(0);
  #colours = new Uint32Array(256);
  #background = "#fff";

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
  }

  setCodes(bytes: Uint8Array, width: number, height: number, first: number, end: number): void {
    this.#bytes = bytes;
    if (!this.#image || this.#image.width !== width || this.#image.height !== height) {
      this.#picture.width = width;
      this.#picture.height = height;
      this.#image = new ImageData(width, height);
      [first, end] = [0, height];
    }
    this.#paint(this.#image, first, end);
  }

  setColours(table: Uint8Array): void {
    this.#colours = new Uint32Array(table.slice().buffer);
    if (this.#image) this.#paint(this.#image, 0, this.#image.height);
  }

  setBackground([red, green, blue]: readonly [number, number, number]): void {
    this.#background = `rgb(${red} ${green} ${blue})`;
  }

  draw(view: View, density: number, lines: boolean): void {
    const context = this.#canvas.getContext("2d", { alpha: false });
    if (!context || !this.#image) return;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = this.#background;
    context.fillRect(0, 0, this.#canvas.width, this.#canvas.height);
    const scale = view.scale * density;
    const { width, height } = this.#image;
    context.imageSmoothingEnabled = scale < 0.9;
    context.drawImage(this.#picture, -view.x * scale, -view.y * scale, width * scale, height * scale);
    if (lines && view.scale > 5) this.#lines(context, view, scale, width, height);
  }

  close(): void {}

  #lines(context: CanvasRenderingContext2D, view: View, scale: number, width: number, height: number): void {
    context.strokeStyle = `rgb(127 127 127 / ${Math.min(0.22, (view.scale - 5) / 40)})`;
    context.lineWidth = 1;
    context.beginPath();
    const column = (x: number) => Math.round((x - view.x) * scale) + 0.5;
    const row = (y: number) => Math.round((y - view.y) * scale) + 0.5;
    for (let x = Math.max(0, Math.floor(view.x)); x <= Math.min(width, view.x + this.#canvas.width / scale); x++) {
      context.moveTo(column(x), row(0));
      context.lineTo(column(x), row(height));
    }
    for (let y = Math.max(0, Math.floor(view.y)); y <= Math.min(height, view.y + this.#canvas.height / scale); y++) {
      context.moveTo(column(0), row(y));
      context.lineTo(column(width), row(y));
    }
    context.stroke();
  }

  #paint(image: ImageData, first: number, end: number): void {
    const { width, data } = image;
    const pixels = new Uint32Array(data.buffer);
    for (let cell = first * width; cell < end * width; cell++) pixels[cell] = this.#colours[this.#bytes[cell]];
    if (first < end) context2d(this.#picture).putImageData(image, 0, 0, 0, first, width, end - first);
  }
}
