import { say } from "../words";
/** The 2D context of a canvas that has given no other. */
export function context2d(canvas: HTMLCanvasElement, settings?: CanvasRenderingContext2DSettings) {
  const context = canvas.getContext("2d", settings);
  if (!context) throw new Error(say("page.thisBrowserGivesNoMore"));
  return context;
}
