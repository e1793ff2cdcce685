// Draws codes on a canvas: by WebGL2 where there is, else by a 2D canvas.

import { Canvas2dSurface } from "./canvas2d";
import type { View } from "./view";
import { WebglSurface } from "./webgl";

export interface Surface {
  readonly kind: "webgl2" | "2d";
  /** A byte for each cell, of which rows `first` to `end` changed. */
  setCodes(bytes: Uint8Array, width: number, height: number, first: number, end: number): void;
  /** 256 colours, four bytes each. */
  setColours(table: Uint8Array): void;
  /** Around the map, and of the lines between cells (its opacity says how strong). */
  setBackground(rgb: readonly [number, number, number]): void;
  draw(view: View, density: number, lines: boolean): void;
  /** Gives back what it holds of the graphics card. */
  close(): void;
}

/**
 * WebGL2 where there is a graphics card to do it: drawn in software, it is slower than a 2D canvas (20
 * frames a second and 60, with a million cells). `?renderer=2d` or `?renderer=webgl2` in the address asks
 * for one of them.
 */
export function openSurface(canvas: HTMLCanvasElement): Surface {
  const asked = new URLSearchParams(location.search).get("renderer");
  if (asked === "2d" || (asked !== "webgl2" && !hasGraphicsCard())) return new Canvas2dSurface(canvas);
  const gl = canvas.getContext("webgl2", { alpha: false, antialias: false });
  if (!gl) return new Canvas2dSurface(canvas);
  try {
    return new WebglSurface(gl);
  } catch {
    // A canvas has one kind of context for ever: the other kind needs another canvas.
    const other = canvas.cloneNode() as HTMLCanvasElement;
    canvas.replaceWith(other);
    return new Canvas2dSurface(other);
  }
}

let card: boolean | undefined;

/** Asked of a canvas of its own: one that has given a WebGL context gives no other. */
function hasGraphicsCard(): boolean {
  if (card !== undefined) return card;
  const gl = document.createElement("canvas").getContext("webgl2", { failIfMajorPerformanceCaveat: true });
  const info = gl?.getExtension("WEBGL_debug_renderer_info");
  const name = gl && info ? String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)) : "";
  card = gl !== null && !/swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return card;
}
