// Lines of equal g, as on a walker's map: along the borders of cells between which g passes a round number.
import type { MapModel } from "../map/model";
import { type Timeline, UNTOUCHED } from "../player/timeline";
import { heatScale } from "./codes";
import { css, type Palette } from "./palette";
import type { View } from "./view";

/** About so many lines over the whole recording. */
const LINES = 10;
/** Smaller cells have no room for lines. */
const LEAST_SCALE = 3;

/** A round number: 1, 2 or 5 times a power of ten, that makes about `lines` steps of a span. */
export function roundStep(span: number, lines = LINES): number {
  const rough = Math.max(span, 1e-6) / lines;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5].find((times) => times * power >= rough) ?? 10);
}

/** The borders on which a line lies: of each pair of neighbours, both reached, on two sides of a round number. */
export function borders(
  map: { width: number; height: number },
  level: (cell: number) => number,
  [left, top, right, bottom]: readonly [number, number, number, number],
  draw: (x: number, y: number, upright: boolean) => void,
): void {
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const cell = y * map.width + x;
      const here = level(cell);
      if (here < 0) continue;
      const [east, south] = [
        x + 1 < map.width ? level(cell + 1) : -1,
        y + 1 < map.height ? level(cell + map.width) : -1,
      ];
      if (east >= 0 && east !== here) draw(x + 1, y, true);
      if (south >= 0 && south !== here) draw(x, y + 1, false);
    }
  }
}

export function drawContours(
  context: CanvasRenderingContext2D,
  map: MapModel,
  timeline: Timeline,
  seen: readonly [number, number, number, number],
  view: View,
  palette: Palette,
): void {
  if (view.scale < LEAST_SCALE) return;
  const step = roundStep(heatScale(timeline, "g").span);
  const level = (cell: number) =>
    timeline.states[cell] === UNTOUCHED ? -1 : Math.floor(timeline.g(cell) / step + 1e-4);
  context.beginPath();
  borders(map, level, seen, (x, y, upright) => {
    const [px, py] = view.pixel(x, y);
    context.moveTo(px, py);
    if (upright) context.lineTo(px, py + view.scale);
    else context.lineTo(px + view.scale, py);
  });
  context.lineCap = "round";
  context.strokeStyle = css(palette.edge);
  context.lineWidth = 3;
  context.stroke();
  context.strokeStyle = css(palette.ink);
  context.lineWidth = 1.4;
  context.stroke();
}
