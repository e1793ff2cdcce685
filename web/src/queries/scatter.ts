// Every query as a point: how hard it is to the right, what it took upwards, on a scale of powers of ten.

import { count } from "../panels/dom";
import { context2d } from "../render/context";
import { pointed, say } from "../words";
import type { Row } from "./run";

/** Okabe and Ito's colours, and a shape for each: told apart by every eye. */
export const COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#8C6D31"];

const MARGIN = { left: 64, right: 10, top: 10, bottom: 30 };

export type Measure = "ms" | "expanded";

/** Powers of ten around values, never fewer than one. */
export function powers(values: readonly number[], least: number): [number, number] {
  const exponents = values.map((value) => Math.log10(Math.max(least, value)));
  const low = Math.floor(Math.min(...exponents));
  return [low, Math.max(low + 1, Math.ceil(Math.max(...exponents)))];
}

/** The lower end of an axis, and the powers of ten above it. */
export function ticks(low: number, high: number): number[] {
  const above = Math.floor(low) + 1;
  return [10 ** low, ...Array.from({ length: Math.max(0, high - above + 1) }, (_, i) => 10 ** (above + i))];
}

export function drawScatter(
  canvas: HTMLCanvasElement,
  rows: readonly Row[],
  measure: Measure,
  colours: { ink: string; line: string },
  /** Of the clock, in milliseconds: less than this it cannot tell apart. */
  resolution: number,
): void {
  const density = Math.min(2, devicePixelRatio || 1);
  const [width, height] = [canvas.clientWidth || 600, 240];
  canvas.width = Math.round(width * density);
  canvas.height = Math.round(height * density);
  const context = context2d(canvas);
  context.setTransform(density, 0, 0, density, 0, 0);
  context.clearRect(0, 0, width, height);
  if (rows.length === 0) return;
  const floor = measure === "ms" ? resolution : 1;
  const [lowest, high] = powers(
    rows.map((row) => row[measure]),
    floor,
  );
  // Nothing is drawn below what a time is good for.
  const low = Math.max(lowest, Math.log10(floor));
  const most = Math.max(1, ...rows.map(({ query }) => query.cost));
  const x = (cost: number) => MARGIN.left + (cost / most) * (width - MARGIN.left - MARGIN.right);
  const y = (value: number) => {
    const share = (Math.log10(Math.max(floor, value)) - low) / (high - low);
    return height - MARGIN.bottom - share * (height - MARGIN.top - MARGIN.bottom);
  };
  context.font = "11px system-ui, sans-serif";
  context.fillStyle = colours.ink;
  context.strokeStyle = colours.line;
  context.textAlign = "right";
  context.textBaseline = "middle";
  for (const value of ticks(low, high)) {
    const at = y(value);
    context.beginPath();
    context.moveTo(MARGIN.left, at);
    context.lineTo(width - MARGIN.right, at);
    context.stroke();
    const least = measure === "ms" && value <= floor ? "≤ " : "";
    const label = measure === "ms" ? `${least}${pointed(String(Number(value.toPrecision(1))))} ms` : count(value);
    context.fillText(label, MARGIN.left - 6, at);
  }
  context.textAlign = "center";
  context.textBaseline = "top";
  for (const share of [0, 0.25, 0.5, 0.75, 1])
    context.fillText(String(Math.round(share * most)), x(share * most), height - MARGIN.bottom + 5);
  context.fillText(say("queries.costOfThePath"), (MARGIN.left + width) / 2, height - 13);
  const names = [...new Set(rows.map(({ algorithm }) => algorithm))];
  for (const row of rows) point(context, names.indexOf(row.algorithm), x(row.query.cost), y(row[measure]));
}

/** Circles, squares, triangles, diamonds, in turn. */
export function point(context: CanvasRenderingContext2D, index: number, x: number, y: number): void {
  context.fillStyle = COLOURS[index % COLOURS.length];
  context.globalAlpha = 0.75;
  context.beginPath();
  const shape = index % 4;
  if (shape === 0) context.arc(x, y, 3, 0, 7);
  else if (shape === 1) context.rect(x - 2.7, y - 2.7, 5.4, 5.4);
  else {
    const corners = shape === 2 ? [0, -3.6, 3.4, 2.6, -3.4, 2.6] : [0, -3.8, 3.8, 0, 0, 3.8, -3.8, 0];
    for (let corner = 0; corner < corners.length; corner += 2)
      context.lineTo(x + corners[corner], y + corners[corner + 1]);
    context.closePath();
  }
  context.fill();
  context.globalAlpha = 1;
}
