// The stage of crowds: walls on one canvas, units on another; who waits for whom as a line.

import { el } from "../panels/dom";
import { css, PALETTES, theme } from "../render/palette";
import { say } from "../words";
import { ARRIVED, ASIDE, type CrowdApp, NO_WAY, NOWHERE } from "./app";

/** Colours of the groups, told apart by every eye. */
export const GROUPS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"] as const;
const MOST_DENSITY = 2;

export class CrowdStage {
  readonly #app: CrowdApp;
  readonly #box: HTMLElement;
  readonly #walls: CanvasRenderingContext2D;
  readonly #units: CanvasRenderingContext2D;
  #wanted = false;
  #stale = true;
  #shownWalls: Uint8Array | null = null;
  #draft: readonly [number, number, number, number] | null = null;
  #density = 1;
  /** Times of the last frames, for measurements. */
  readonly frames: number[] = [];

  constructor(app: CrowdApp, root: HTMLElement) {
    this.#app = app;
    const canvas = (name: string) => {
      const made = el("canvas", { class: name, "aria-hidden": "true" });
      const context = made.getContext("2d");
      if (!context) throw new Error(say("network.thisBrowserHasNo2D"));
      return context;
    };
    this.#walls = canvas("cells");
    this.#units = canvas("overlay");
    this.#box = el("div", { class: "pane-map" }, this.#walls.canvas, this.#units.canvas);
    root.prepend(el("div", { class: "pane" }, this.#box));
    document.body.dataset.panes = "1";
    app.topics.on(["map", "view", "theme"], () => {
      this.#stale = true;
      this.want();
    });
    app.topics.on(["position", "unit", "ends", "tool", "cursor"], () => this.want());
    new ResizeObserver(() => this.#resize()).observe(this.#box);
  }

  get canvas(): HTMLCanvasElement {
    return this.#units.canvas;
  }
  /** The box that is being dragged, in cells. */
  setDraft(box: readonly [number, number, number, number] | null): void {
    this.#draft = box;
    this.want();
  }
  want(): void {
    if (this.#wanted) return;
    this.#wanted = true;
    requestAnimationFrame((now) => this.#frame(now));
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#box;
    if (width === 0 || height === 0) return;
    this.#density = Math.min(MOST_DENSITY, window.devicePixelRatio || 1);
    for (const { canvas } of [this.#walls, this.#units]) {
      canvas.width = Math.round(width * this.#density);
      canvas.height = Math.round(height * this.#density);
    }
    this.#app.view.resize(width, height);
    this.#stale = true;
    this.want();
  }

  #frame(now: number): void {
    this.#wanted = false;
    const began = performance.now();
    const app = this.#app;
    app.tick(now);
    if (this.#stale || app.blocked !== this.#shownWalls) this.#drawWalls();
    this.#drawUnits();
    if (app.playing) this.want();
    this.frames.push(performance.now() - began);
    if (this.frames.length > 1000) this.frames.shift();
  }

  #onMap(context: CanvasRenderingContext2D): void {
    const { x, y, scale } = this.#app.view;
    const size = scale * this.#density;
    context.setTransform(size, 0, 0, size, -x * size, -y * size);
  }

  #drawWalls(): void {
    const { width, height, blocked } = this.#app;
    const context = this.#walls;
    const palette = PALETTES[theme()];
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = css(palette.background);
    context.fillRect(0, 0, context.canvas.width, context.canvas.height);
    this.#onMap(context);
    context.fillStyle = css(palette.floor);
    context.fillRect(0, 0, width, height);
    context.fillStyle = css(palette.wall);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        if (!blocked[y * width + x]) continue;
        let end = x + 1;
        while (end < width && blocked[y * width + end]) end++;
        // A little taller, so that no line of the floor is left between two rows.
        context.fillRect(x, y, end - x, 1 + 0.5 / this.#app.view.scale);
        x = end;
      }
    this.#stale = false;
    this.#shownWalls = blocked;
  }

  #drawUnits(): void {
    const app = this.#app;
    const context = this.#units;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    this.#onMap(context);
    const { tick, next, share } = app.shown;
    if (!tick) return;
    const palette = PALETTES[theme()];
    const [ink, pixel] = [css(palette.ink), 1 / app.view.scale];
    const at = (unit: number, axis: 0 | 1) => {
      const now = tick.at[2 * unit + axis];
      return 0.5 + now + ((next?.at[2 * unit + axis] ?? now) - now) * share;
    };
    this.#drawGoals(context, pixel);
    for (let unit = 0; unit < app.units; unit++) {
      const [x, y] = [at(unit, 0), at(unit, 1)];
      const state = tick.states[unit];
      context.beginPath();
      context.arc(x, y, 0.38, 0, 7);
      context.fillStyle = GROUPS[app.groups[unit] % GROUPS.length];
      context.globalAlpha = state === ARRIVED ? 0.55 : 1;
      context.fill();
      context.globalAlpha = 1;
      if (app.selected.has(unit) || state === NO_WAY || state === ASIDE) {
        context.lineWidth = 0.13;
        context.strokeStyle = state === NO_WAY ? "#e8303a" : state === ASIDE ? "#f0e442" : ink;
        context.stroke();
      }
    }
    // Who waits for whom.
    context.beginPath();
    for (let unit = 0; unit < app.units; unit++) {
      const other = tick.waits[unit];
      if (other < 0 || tick.states[unit] === ARRIVED) continue;
      context.moveTo(at(unit, 0), at(unit, 1));
      context.lineTo(at(other, 0), at(other, 1));
    }
    context.lineWidth = Math.max(0.1, 1.5 * pixel);
    context.strokeStyle = ink;
    context.stroke();
    if (app.marked) {
      context.lineWidth = Math.max(0.1, 2 * pixel);
      context.strokeRect(app.mark % app.width, Math.floor(app.mark / app.width), 1, 1);
    }
    if (this.#draft) {
      const [ax, ay, bx, by] = this.#draft;
      context.lineWidth = 1.5 * pixel;
      context.setLineDash([5 * pixel, 4 * pixel]);
      context.strokeRect(Math.min(ax, bx), Math.min(ay, by), Math.abs(bx - ax), Math.abs(by - ay));
      context.setLineDash([]);
    }
  }

  /** Where those who are selected go. */
  #drawGoals(context: CanvasRenderingContext2D, pixel: number): void {
    const { goals, width, selected, groups } = this.#app;
    context.lineWidth = Math.max(0.08, pixel);
    for (const unit of selected) {
      const goal = goals[unit];
      if (goal === undefined || goal === NOWHERE) continue;
      context.strokeStyle = GROUPS[groups[unit] % GROUPS.length];
      context.strokeRect((goal % width) + 0.2, Math.floor(goal / width) + 0.2, 0.6, 0.6);
    }
  }
}
