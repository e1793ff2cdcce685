// The pointer on the stage: drag an end, paint, pan, zoom by wheel and by pinch. With the tool "move" a
// click on a free cell sets the goal and searches.
import type { App } from "../app";
import { floodCells, rectangleCells, strokeCells } from "../map/brush";
import type { Paint } from "../map/model";
import { NONE } from "../player/timeline";
import type { Stage } from "../render/stage";

type Drag =
  | { kind: "end"; which: 0 | 1 }
  | { kind: "paint"; paint: Paint; last: number }
  | { kind: "rectangle"; from: number }
  | { kind: "pan" }
  | { kind: "click"; cell: number };

/** How close to an end a press counts as taking hold of it, in pixels. */
const GRIP = 16;

export class Pointer {
  readonly #app: App;
  readonly #touches = new Map<number, { x: number; y: number }>();
  #drag: Drag | null = null;
  #lastCell = NONE;

  constructor(app: App, stage: Stage, root: HTMLElement) {
    this.#app = app;
    // The panes come and go; the root stays.
    const canvas = (event: Event) => {
      const target = event.target;
      return target instanceof HTMLCanvasElement && stage.canvases.includes(target) ? target : null;
    };
    root.addEventListener("pointerdown", (event) => {
      const on = canvas(event);
      if (on) this.#down(event, on);
    });
    root.addEventListener("pointermove", (event) => {
      const on = canvas(event);
      if (on) this.#move(event);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"] as const)
      root.addEventListener(end, (event) => this.#up(event));
    // A finger that is lifted has left, too: what it pointed at stays to be read.
    root.addEventListener(
      "pointerleave",
      (event) => {
        if (event.pointerType !== "touch") app.setCursor(NONE, false);
      },
      true,
    );
    root.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    root.addEventListener("contextmenu", (event) => {
      if (canvas(event)) event.preventDefault();
    });
  }

  #down(event: PointerEvent, canvas: HTMLCanvasElement): void {
    const app = this.#app;
    this.#touches.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    if (this.#touches.size > 1) {
      // The first finger of two did not mean to paint.
      const painted = this.#drag?.kind === "paint";
      this.#finish();
      if (painted) app.undo();
      this.#drag = { kind: "pan" };
      return;
    }
    canvas.setPointerCapture(event.pointerId);
    if (app.panes.length > 1) app.choosePane(Number(canvas.dataset.pane));
    const cell = this.#cell(event);
    if (event.button === 1 || app.tool === "pan" || event.shiftKey) this.#drag = { kind: "pan" };
    else if (event.button === 0 || (event.button === 2 && app.tool !== "move")) this.#begin(event, cell);
    event.preventDefault();
    document.getElementById("stage")?.focus({ preventScroll: true });
  }

  #begin(event: PointerEvent, cell: number): void {
    const app = this.#app;
    const end = this.#endAt(event);
    if (app.tool === "move") {
      if (end !== null) this.#drag = { kind: "end", which: end };
      else if (cell !== NONE) this.#drag = { kind: "click", cell };
      return;
    }
    if (cell === NONE) return;
    const paint = this.#paint(event.button === 2, cell);
    app.beginStroke();
    this.#lastCell = cell;
    if (app.tool === "rectangle") this.#drag = { kind: "rectangle", from: cell };
    else if (app.tool === "fill") {
      app.paint(floodCells(app.map, cell), paint);
      app.endStroke();
    } else {
      this.#drag = { kind: "paint", paint, last: cell };
      app.paint(strokeCells(app.map, cell, cell, app.brush.size), paint);
    }
  }

  #move(event: PointerEvent): void {
    const app = this.#app;
    const cell = this.#cell(event);
    app.setCursor(cell, false);
    if (cell !== NONE) this.#lastCell = cell;
    // The button was released outside of the page.
    if (event.pointerType === "mouse" && event.buttons === 0 && this.#touches.size > 0) {
      this.#up(event);
      return;
    }
    const before = this.#touches.get(event.pointerId);
    if (!before) return;
    if (this.#touches.size > 1) {
      this.#pinch(event, before);
      return;
    }
    const [dx, dy] = [event.offsetX - before.x, event.offsetY - before.y];
    const drag = this.#drag;
    if (drag?.kind === "click" && Math.hypot(dx, dy) > 6) this.#drag = { kind: "pan" };
    if (this.#drag?.kind === "pan") {
      app.view.pan(dx, dy);
      this.#touches.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    } else if (drag?.kind === "end") {
      if (cell !== NONE && this.#enters(cell)) app.dragEnd(drag.which, cell);
    } else if (drag?.kind === "paint" && cell !== NONE && cell !== drag.last) {
      app.paint(strokeCells(app.map, drag.last, cell, app.brush.size), drag.paint);
      drag.last = cell;
    }
  }

  #pinch(event: PointerEvent, before: { x: number; y: number }): void {
    const other = [...this.#touches].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return;
    const now = { x: event.offsetX, y: event.offsetY };
    const apart = (a: { x: number; y: number }) => Math.max(10, Math.hypot(a.x - other.x, a.y - other.y));
    const { view } = this.#app;
    view.zoom(apart(now) / apart(before), (now.x + other.x) / 2, (now.y + other.y) / 2);
    view.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    this.#touches.set(event.pointerId, now);
  }

  #up(event: PointerEvent): void {
    if (!this.#touches.delete(event.pointerId)) return;
    const app = this.#app;
    const drag = this.#drag;
    if (drag?.kind === "rectangle" && event.type !== "pointercancel") {
      app.paint(rectangleCells(app.map, drag.from, this.#lastCell), this.#paint(event.button === 2, drag.from));
    } else if (drag?.kind === "click" && event.type === "pointerup" && this.#enters(drag.cell)) {
      if (app.predictions.on) app.predictions.guess(drag.cell);
      else app.setEnd(1, drag.cell);
    }
    this.#finish();
  }

  #finish(): void {
    const drag = this.#drag;
    this.#drag = null;
    if (drag?.kind === "paint" || drag?.kind === "rectangle") this.#app.endStroke();
    // What was left out while dragging is searched now.
    else if (drag?.kind === "end") this.#app.solver.ask();
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    this.#app.view.zoom(
      Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016)),
      event.offsetX,
      event.offsetY,
    );
  }

  /** The end under the pointer: 0 the start, 1 the goal. */
  #endAt(event: PointerEvent): 0 | 1 | null {
    const { ends, view, map } = this.#app;
    if (!ends) return null;
    const near = ends.map((end) => {
      const [x, y] = view.pixel((end % map.width) + 0.5, Math.floor(end / map.width) + 0.5);
      return Math.hypot(x - event.offsetX, y - event.offsetY);
    });
    const which = near[1] <= near[0] ? 1 : 0;
    return near[which] <= Math.max(GRIP, view.scale * 0.7) ? which : null;
  }

  /** An end may be there: a unit says itself where it cannot stand. */
  #enters(cell: number): boolean {
    const { map, unit } = this.#app;
    return !map.blocked[cell] || unit !== null;
  }

  #paint(right: boolean, cell: number): Paint {
    const { tool, brush, map } = this.#app;
    // Danger is wiped off, and the cell below it stays.
    if (right && brush.kind === "danger") return { kind: "danger", danger: 0 };
    if (right || brush.kind === "free") return { kind: "free" };
    if (brush.kind === "ground") return { kind: "ground", multiplier: brush.multiplier };
    if (brush.kind === "danger") return { kind: "danger", danger: brush.danger };
    // Boxes and fills of walls turn over what they begin on.
    if ((tool === "rectangle" || tool === "fill") && map.blocked[cell]) return { kind: "free" };
    return { kind: "wall" };
  }

  #cell(event: PointerEvent): number {
    const { view, map } = this.#app;
    const [x, y] = view.at(event.offsetX, event.offsetY).map(Math.floor) as [number, number];
    return x >= 0 && y >= 0 && x < map.width && y < map.height ? y * map.width + x : NONE;
  }
}
