// What a field looks like on the map: danger as a red haze, costs to the goal as heat, an arrow to the next cell, and
// the path that the field leads along.

import type { Field } from "wayline/fields";
import type { MapModel } from "../map/model";
import { NONE } from "../player/timeline";
import { context2d } from "../render/context";
import { middle, seenCells } from "../render/overlay";
import { CIVIDIS, css, type Palette } from "../render/palette";
import type { View } from "../render/view";

/** Arrows and strokes are drawn from this many pixels a cell on. */
const MARKS_FROM = 9;
/** How strongly heat, the least danger and the greatest cover the ground, from 0 to 255. */
const [HEAT_COVER, LEAST_COVER, MOST_COVER] = [225, 130, 225];
/** From here on danger looks no worse. */
const WORST = 50;
const RED = [213, 62, 20] as const;

export class FieldView {
  readonly #picture: HTMLCanvasElement;

  constructor(
    private readonly map: MapModel,
    readonly found: Field | null,
    private readonly shown: boolean,
  ) {
    this.#picture = this.#draw();
  }

  /** A pixel a cell, drawn once: enlarged, it is as sharp as the cells. */
  #draw(): HTMLCanvasElement {
    const { map, found, shown } = this;
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [map.width, map.height];
    const context = context2d(canvas);
    const image = context.createImageData(map.width, map.height);
    const costs = shown && found ? found.costs : null;
    let most = 1;
    for (const cost of costs ?? []) if (cost < Infinity && cost > most) most = cost;
    const { data } = image;
    for (let cell = 0; cell < map.blocked.length; cell++) {
      if (map.blocked[cell]) continue;
      const [danger, cost] = [map.danger[cell], costs ? costs[cell] : Infinity];
      if (danger > 0) {
        data.set(RED, 4 * cell);
        data[4 * cell + 3] = LEAST_COVER + ((MOST_COVER - LEAST_COVER) * Math.min(danger, WORST)) / WORST;
      } else if (cost < Infinity) {
        // Near is bright.
        const entry = 3 * Math.round(255 * (1 - cost / most));
        for (let part = 0; part < 3; part++) data[4 * cell + part] = CIVIDIS[entry + part];
        data[4 * cell + 3] = HEAT_COVER;
      }
    }
    context.putImageData(image, 0, 0);
    return canvas;
  }

  /** Below everything that searches draw. */
  drawUnder(context: CanvasRenderingContext2D, view: View, palette: Palette): void {
    const { map, found } = this;
    const [x, y] = view.pixel(0, 0);
    context.imageSmoothingEnabled = false;
    context.drawImage(this.#picture, x, y, map.width * view.scale, map.height * view.scale);
    if (view.scale < MARKS_FROM) return;
    if (map.dangerous) this.#hatch(context, view, palette);
    if (this.shown && found) this.#arrows(context, found, view, palette);
  }

  /** Above the path of the search. */
  drawOver(context: CanvasRenderingContext2D, view: View, palette: Palette): void {
    if (this.found) this.#path(context, this.found.path, view, palette);
  }

  /** Danger has a shape, too, for people who see colours differently: a stroke the other way than slow ground. */
  #hatch(context: CanvasRenderingContext2D, view: View, palette: Palette): void {
    const { map } = this;
    const [left, top, right, bottom] = seenCells(map, view);
    context.beginPath();
    for (let row = top; row < bottom; row++)
      for (let column = left; column < right; column++) {
        const cell = row * map.width + column;
        if (map.danger[cell] === 0 || map.blocked[cell]) continue;
        const [x, y] = view.pixel(column, row);
        context.moveTo(x + view.scale * 0.1, y + view.scale * 0.1);
        context.lineTo(x + view.scale * 0.9, y + view.scale * 0.9);
      }
    context.strokeStyle = css(palette.edge, 0.45);
    context.lineWidth = Math.max(1, view.scale / 12);
    context.stroke();
  }

  #arrows(context: CanvasRenderingContext2D, { next }: Field, view: View, palette: Palette): void {
    const { map } = this;
    const [left, top, right, bottom] = seenCells(map, view);
    const [long, head] = [view.scale * 0.26, view.scale * 0.16];
    context.beginPath();
    for (let row = top; row < bottom; row++)
      for (let column = left; column < right; column++) {
        const cell = row * map.width + column;
        if (map.blocked[cell] || next[cell] === NONE) continue;
        const [[x, y], [toX, toY]] = [middle(cell, map.width, view), middle(next[cell], map.width, view)];
        const angle = Math.atan2(toY - y, toX - x);
        const [dx, dy] = [Math.cos(angle) * long, Math.sin(angle) * long];
        context.moveTo(x - dx, y - dy);
        context.lineTo(x + dx, y + dy);
        for (const side of [-0.6, 0.6]) {
          context.moveTo(x + dx, y + dy);
          context.lineTo(x + dx - head * Math.cos(angle + side), y + dy - head * Math.sin(angle + side));
        }
      }
    // Readable on every colour of the heat.
    context.strokeStyle = css(palette.edge, 0.7);
    context.lineWidth = Math.max(2, view.scale / 8);
    context.stroke();
    context.strokeStyle = css(palette.ink);
    context.lineWidth = Math.max(1, view.scale / 20);
    context.stroke();
  }

  /** Thinner than the path of a search, and dashed, so that both are seen where they are one. */
  #path(context: CanvasRenderingContext2D, path: Uint32Array, view: View, palette: Palette): void {
    if (path.length < 2) return;
    context.beginPath();
    for (const cell of path) context.lineTo(...middle(cell, this.map.width, view));
    context.lineJoin = context.lineCap = "round";
    const wide = Math.max(2, Math.min(view.scale * 0.2, 5));
    context.strokeStyle = css(palette.edge);
    context.lineWidth = wide + 3;
    context.stroke();
    context.setLineDash([wide * 2.5, wide * 2]);
    context.strokeStyle = css(palette.goal);
    context.lineWidth = wide;
    context.stroke();
    context.setLineDash([]);
  }
}
