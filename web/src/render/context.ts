/** The 2D context of a canvas that has given no other. */
export function context2d(canvas: HTMLCanvasElement, settings?: CanvasRenderingContext2DSettings) {
  const context = canvas.getContext("2d", settings);
  if (!context)
    throw new Error("This browser gives no more canvases to draw on: close other pages and load this one again.");
  return context;
}
