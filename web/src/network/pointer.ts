// The pointer on a network: drag an end, click a place or an edge, pan, zoom by wheel and by pinch; draw.
import type { NetworkApp } from "./app";
import { addNode, connect, moveNode } from "./drawing";
import type { NetworkStage } from "./stage";

type Drag =
  | { kind: "end"; which: 0 | 1 }
  | { kind: "node"; node: number }
  | { kind: "pan" }
  | { kind: "click"; x: number; y: number; right: boolean };

/** How close to a node, an end or an edge a press counts as meaning it, in pixels. */
const GRIP = { end: 17, node: 13, edge: 9 };
const TOUCH = 1.7;

export class NetworkPointer {
  readonly #app: NetworkApp;
  readonly #stage: NetworkStage;
  readonly #touches = new Map<number, { x: number; y: number }>();
  #drag: Drag | null = null;

  constructor(app: NetworkApp, stage: NetworkStage, root: HTMLElement) {
    this.#app = app;
    this.#stage = stage;
    const canvas = (event: Event) => {
      const { target } = event;
      return target instanceof HTMLCanvasElement && stage.canvases.includes(target) ? target : null;
    };
    root.addEventListener("pointerdown", (event) => {
      const on = canvas(event);
      if (on) this.#down(event, on, root);
    });
    root.addEventListener("pointermove", (event) => {
      if (canvas(event)) this.#move(event);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"] as const)
      root.addEventListener(end, (event) => this.#up(event));
    root.addEventListener(
      "pointerleave",
      (event) => {
        if (event.pointerType !== "touch" && !app.keyboard) app.setCursor(-1, false);
      },
      true,
    );
    root.addEventListener(
      "wheel",
      (event) => {
        if (!canvas(event)) return;
        event.preventDefault();
        app.view.zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016)), event.offsetX, event.offsetY);
      },
      { passive: false },
    );
    root.addEventListener("contextmenu", (event) => {
      if (canvas(event)) event.preventDefault();
    });
  }

  #down(event: PointerEvent, canvas: HTMLCanvasElement, root: HTMLElement): void {
    const app = this.#app;
    this.#touches.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    if (this.#touches.size > 1) {
      this.#stage.setDraft(null);
      this.#drag = { kind: "pan" };
      return;
    }
    canvas.setPointerCapture(event.pointerId);
    if (app.panes.length > 1) app.choosePane(Number(canvas.dataset.pane));
    const end = this.#endAt(event);
    const node = this.#node(event, GRIP.node);
    const right = event.button === 2;
    if (event.button === 1 || event.shiftKey) this.#drag = { kind: "pan" };
    else if (app.tool === "draw" && node >= 0 && !right) this.#drag = { kind: "node", node };
    else if (app.tool === "move" && end !== null && !right) this.#drag = { kind: "end", which: end };
    else this.#drag = { kind: "click", x: event.offsetX, y: event.offsetY, right };
    event.preventDefault();
    root.focus({ preventScroll: true });
  }

  #move(event: PointerEvent): void {
    const app = this.#app;
    const drag = this.#drag;
    // Isochrones follow the pointer wherever it is; other tools only name what is close.
    const near = app.tool === "reach" || drag?.kind === "end" ? Infinity : 2 * GRIP.node;
    if (drag?.kind !== "pan") app.setCursor(this.#node(event, near), false);
    if (event.pointerType === "mouse" && event.buttons === 0 && this.#touches.size > 0) {
      this.#up(event);
      return;
    }
    const before = this.#touches.get(event.pointerId);
    if (!before || !drag) return;
    if (this.#touches.size > 1) {
      this.#pinch(event, before);
      return;
    }
    const [dx, dy] = [event.offsetX - before.x, event.offsetY - before.y];
    if (drag.kind === "click" && Math.hypot(dx, dy) > 6) this.#drag = { kind: "pan" };
    if (this.#drag?.kind === "pan") {
      app.view.pan(dx, dy);
      this.#touches.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    } else if (drag.kind === "end") {
      const node = this.#node(event, Infinity);
      if (node >= 0) app.dragEnd(drag.which, node);
    } else if (drag.kind === "node" && Math.hypot(dx, dy) > 4) {
      const to = this.#node(event, GRIP.node);
      const [x, y] = app.view.at(event.offsetX, event.offsetY);
      this.#stage.setDraft({ from: drag.node, x, y, to: to === drag.node ? -1 : to });
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
    const began = this.#touches.get(event.pointerId);
    if (!this.#touches.delete(event.pointerId) || !began) return;
    const app = this.#app;
    const drag = this.#drag;
    this.#drag = null;
    this.#stage.setDraft(null);
    if (event.type === "pointercancel") return;
    if (drag?.kind === "end") app.ask();
    else if (drag?.kind === "click" && event.type === "pointerup") this.#click(event, drag.right);
    else if (drag?.kind === "node" && event.type === "pointerup") this.#drop(event, drag.node, began);
  }

  /** A place, an edge, or nothing near: the nearest place. */
  #click(event: PointerEvent, right: boolean): void {
    const app = this.#app;
    const node = this.#node(event, GRIP.node);
    const edge = node >= 0 ? -1 : this.#edge(event);
    if (app.tool === "draw") {
      if (edge >= 0) app.select({ kind: "edge", edge });
      else if (!right) void app.attempt(() => addNode(app, ...app.view.at(event.offsetX, event.offsetY)));
      return;
    }
    if (app.tool === "reach") {
      const nearest = this.#node(event, Infinity);
      if (nearest >= 0) app.reach(nearest);
      return;
    }
    if (edge >= 0 && !right) {
      app.select({ kind: "edge", edge });
      return;
    }
    const place = node >= 0 ? node : this.#node(event, Infinity);
    if (place < 0) return;
    app.select(null);
    app.setEnd(right ? 0 : 1, place);
  }

  /** In a drawing: on another node it is connected, elsewhere it is moved, where it was it is selected. */
  #drop(event: PointerEvent, node: number, began: { x: number; y: number }): void {
    const app = this.#app;
    if (Math.hypot(event.offsetX - began.x, event.offsetY - began.y) <= 4) {
      app.select({ kind: "node", node });
      return;
    }
    const to = this.#node(event, GRIP.node);
    const place = app.view.at(event.offsetX, event.offsetY);
    if (to >= 0 && to !== node) void app.attempt(() => connect(app, node, to));
    else void app.attempt(() => moveNode(app, node, ...place));
  }

  #reach(event: PointerEvent): number {
    return (event.pointerType === "touch" ? TOUCH : 1) / this.#app.view.scale;
  }
  #node(event: PointerEvent, within: number): number {
    const { view, picker } = this.#app;
    return picker.node(...view.at(event.offsetX, event.offsetY), within * this.#reach(event));
  }
  #edge(event: PointerEvent): number {
    const { view, picker } = this.#app;
    return picker.edge(...view.at(event.offsetX, event.offsetY), GRIP.edge * this.#reach(event));
  }
  /** The end under the pointer: 0 the start, 1 the goal. */
  #endAt(event: PointerEvent): 0 | 1 | null {
    const { ends, view, model } = this.#app;
    if (!ends) return null;
    const near = ends.map((end) => {
      const [x, y] = view.pixel(model.plane.x[end], model.plane.y[end]);
      return Math.hypot(x - event.offsetX, y - event.offsetY);
    });
    const which = near[1] <= near[0] ? 1 : 0;
    return near[which] <= GRIP.end * (event.pointerType === "touch" ? TOUCH : 1) ? which : null;
  }
}
