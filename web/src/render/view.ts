// Where on the map one looks: pixels (of the style sheet) a cell, and the map's point at the top left
// corner. All panes share it, so that they can be compared.

const LEAST = 0.25;
const MOST = 96;
/** Left free around a map that is shown whole. */
const MARGIN = 12;

export class View {
  scale = 8;
  /** The map's point, in cells, at the canvas's top left corner. */
  x = 0;
  y = 0;
  /** Of one pane's canvas. */
  width = 1;
  height = 1;
  #map = { width: 1, height: 1 };
  #fitted = true;

  constructor(private readonly changed: () => void) {}

  /** One that does not move, with the map's corner at its own: for pictures. */
  static still(scale: number, width: number, height: number): View {
    const made = new View(() => {});
    made.scale = scale;
    made.width = width;
    made.height = height;
    return made;
  }

  /** Shows the whole map. */
  fit(width = this.#map.width, height = this.#map.height): void {
    this.#map = { width, height };
    this.#fitted = true;
    this.scale = this.#whole();
    // Whole pixels a cell look sharper, if that does not cost much of the picture.
    if (this.scale >= 4) this.scale = Math.floor(this.scale);
    this.x = (width - this.width / this.scale) / 2;
    this.y = (height - this.height / this.scale) / 2;
    this.changed();
  }

  /** The canvas has another size: a map that was shown whole stays so. */
  resize(width: number, height: number): void {
    if (width === this.width && height === this.height) return;
    const [middleX, middleY] = [this.x + this.width / this.scale / 2, this.y + this.height / this.scale / 2];
    this.width = width;
    this.height = height;
    if (this.#fitted) {
      this.fit();
      return;
    }
    this.x = middleX - width / this.scale / 2;
    this.y = middleY - height / this.scale / 2;
    this.changed();
  }

  /** The scale at which the whole map is seen. */
  #whole(): number {
    const room = (pixels: number) => Math.max(16, pixels - 2 * MARGIN);
    return Math.min(room(this.width) / this.#map.width, room(this.height) / this.#map.height, MOST);
  }

  zoom(factor: number, atX = this.width / 2, atY = this.height / 2): void {
    const scale = clamp(this.scale * factor, Math.min(LEAST, this.#whole()), MOST);
    this.x += atX / this.scale - atX / scale;
    this.y += atY / this.scale - atY / scale;
    this.scale = scale;
    this.#moved();
  }

  pan(byX: number, byY: number): void {
    this.x -= byX / this.scale;
    this.y -= byY / this.scale;
    this.#moved();
  }

  /** Moves as little as needed for a cell to be seen. */
  reveal(x: number, y: number): void {
    const [columns, rows] = [this.width / this.scale, this.height / this.scale];
    const edge = Math.min(2, columns / 4, rows / 4);
    const left = clamp(this.x, x + 1 + edge - columns, x - edge);
    const top = clamp(this.y, y + 1 + edge - rows, y - edge);
    if (left === this.x && top === this.y) return;
    this.x = left;
    this.y = top;
    this.#moved();
  }

  /** The map's point under a pixel. */
  at(pixelX: number, pixelY: number): [number, number] {
    return [this.x + pixelX / this.scale, this.y + pixelY / this.scale];
  }
  /** The pixel of a point of the map. */
  pixel(x: number, y: number): [number, number] {
    return [(x - this.x) * this.scale, (y - this.y) * this.scale];
  }

  #moved(): void {
    this.#fitted = false;
    // A part of the map always stays in sight.
    this.x = clamp(this.x, 1 - this.width / this.scale, this.#map.width - 1);
    this.y = clamp(this.y, 1 - this.height / this.scale, this.#map.height - 1);
    this.changed();
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(Math.min(value, most), Math.min(least, most));
}
