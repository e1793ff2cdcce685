// The stage: a canvas for each search. Draws at most once a frame, and only what changed.

import type { App } from "../app";
import type { Pane } from "../pane";
import { count, el } from "../panels/dom";
import type { Timeline } from "../player/timeline";
import { cutOf, numbered, outcomeOf, titleOf } from "../summary";
import { say } from "../words";
import { Canvas2dSurface } from "./canvas2d";
import { Codes, colours, type Shown } from "./codes";
import { context2d } from "./context";
import { drawOverlay } from "./overlay";
import { PALETTES, type Palette, theme } from "./palette";
import { sceneOf, shownOf } from "./scene";
import { openSurface, type Surface } from "./surface";

interface PaneView {
  pane: Pane;
  root: HTMLElement;
  /** Below the title. */
  box: HTMLElement;
  canvas: HTMLCanvasElement;
  overlay: HTMLCanvasElement;
  title: HTMLElement;
  surface: Surface;
  codes: Codes;
  /** Cells whose codes are out of date, as a range. */
  stale: { first: number; end: number };
  /** The time line that its codes were made of. */
  shown: Timeline | null;
}

/** A size of a canvas beyond this gains nothing and costs memory. */
const MOST_DENSITY = 2;
/** The height of a pane's title. */
const TITLE_PIXELS = 26;

export class Stage {
  readonly #app: App;
  readonly #root: HTMLElement;
  #views: PaneView[] = [];
  #palette: Palette;
  #wanted = false;
  readonly #sizes = new ResizeObserver(() => this.#resize());
  /** Times of the last frames, for measurements. */
  readonly frames: number[] = [];

  constructor(app: App, root: HTMLElement) {
    this.#app = app;
    this.#root = root;
    this.#palette = PALETTES[theme()];
    const { topics } = app;
    topics.on("panes", () => this.#rebuild());
    topics.on("map", () => this.#resize());
    topics.on(["map", "layers", "answer", "walk", "unit"], () => this.#staleAll());
    topics.on(["ends", "position", "cursor", "view", "tool", "field"], () => this.want());
    topics.on("theme", () => {
      this.#palette = PALETTES[theme()];
      for (const view of this.#views) this.#dress(view);
      this.#staleAll();
    });
    this.#sizes.observe(root);
    this.#rebuild();
  }

  /** The canvases that the pointer is listened to on, with the panes' numbers. */
  get canvases(): HTMLCanvasElement[] {
    return this.#views.map((view) => view.overlay);
  }
  get renderer(): string {
    return this.#views[0]?.surface.kind ?? "none";
  }

  #rebuild(): void {
    const app = this.#app;
    const panes = app.unit ? app.panes.slice(0, 1) : app.panes;
    // Taking a canvas out, even for a moment, ends a drag that is under way on it.
    const same = panes.length === this.#views.length && panes.every((pane, index) => pane === this.#views[index].pane);
    if (same) {
      this.want();
      return;
    }
    const before = this.#views;
    this.#views = panes.map((pane, index) => this.#make(pane, index));
    for (const old of before) {
      old.root.remove();
      if (this.#views.includes(old)) continue;
      old.surface.close();
      this.#sizes.unobserve(old.box);
    }
    document.body.dataset.panes = String(panes.length);
    this.#root.prepend(...this.#views.map((view) => view.root));
    this.#resize();
    this.#staleAll();
  }

  #make(pane: Pane, index: number): PaneView {
    const before = this.#views.find((view) => view.pane === pane);
    const canvas = before?.canvas ?? el("canvas", { class: "cells", "aria-hidden": "true" });
    const overlay = before?.overlay ?? el("canvas", { class: "overlay", "aria-hidden": "true" });
    overlay.dataset.pane = String(index);
    const title = before?.title ?? el("div", { class: "pane-title" });
    const box = before?.box ?? el("div", { class: "pane-map" }, canvas, overlay);
    const root = before?.root ?? el("div", { class: "pane" }, title, box);
    const made: PaneView = before ?? {
      pane,
      root,
      box,
      canvas,
      overlay,
      title,
      surface: openSurface(canvas),
      codes: new Codes(),
      stale: { first: 0, end: Infinity },
      shown: null,
    };
    if (!before) {
      // A title that comes or goes leaves the map another height.
      this.#sizes.observe(made.box);
      made.canvas = root.querySelector<HTMLCanvasElement>(".cells") ?? canvas;
      made.canvas.addEventListener("webglcontextlost", () => this.#fallBack(made));
      this.#dress(made);
    }
    return made;
  }

  /** The graphics card is gone (a reset, too many pages): the plain canvas always works. */
  #fallBack(view: PaneView): void {
    if (!this.#views.includes(view)) return;
    const canvas = el("canvas", { class: "cells", "aria-hidden": "true" });
    view.canvas.replaceWith(canvas);
    view.canvas = canvas;
    view.surface = new Canvas2dSurface(canvas);
    this.#dress(view);
    this.#resize();
    this.#staleAll();
  }

  #dress(view: PaneView): void {
    view.surface.setColours(colours(this.#palette));
    view.surface.setBackground(this.#palette.background);
  }

  /** As many columns as show the map largest. */
  #arrange(): void {
    const { map } = this.#app;
    const count = this.#views.length;
    const { clientWidth } = this.#root;
    const clientHeight = this.#root.clientHeight - (this.#root.querySelector<HTMLElement>(".foot")?.offsetHeight ?? 0);
    const title = count > 1 ? TITLE_PIXELS : 0;
    let best = { columns: 1, scale: 0 };
    for (let columns = 1; columns <= count; columns++) {
      const rows = Math.ceil(count / columns);
      const scale = Math.min(clientWidth / columns / map.width, (clientHeight / rows - title) / map.height);
      if (scale > best.scale) best = { columns, scale };
    }
    this.#root.dataset.columns = String(best.columns);
    this.#root.style.gridTemplateColumns = `repeat(${best.columns}, minmax(0, 1fr))`;
    this.#root.style.gridTemplateRows = `repeat(${Math.ceil(count / best.columns)}, minmax(0, 1fr)) auto`;
  }

  #resize(): void {
    this.#arrange();
    const density = Math.min(MOST_DENSITY, devicePixelRatio || 1);
    for (const view of this.#views) {
      const { clientWidth, clientHeight } = view.box;
      for (const canvas of [view.canvas, view.overlay]) {
        const [width, height] = [
          Math.max(1, Math.round(clientWidth * density)),
          Math.max(1, Math.round(clientHeight * density)),
        ];
        if (canvas.width !== width) canvas.width = width;
        if (canvas.height !== height) canvas.height = height;
      }
      if (view === this.#views[0]) this.#app.view.resize(clientWidth, clientHeight);
    }
    this.want();
  }

  #staleAll(): void {
    for (const view of this.#views) view.stale = { first: 0, end: Infinity };
    this.want();
  }

  /** Draws with the next frame. */
  want(): void {
    if (this.#wanted) return;
    this.#wanted = true;
    requestAnimationFrame((now) => {
      this.#wanted = false;
      this.#app.player.tick(now);
      const began = performance.now();
      for (const view of this.#views) this.#draw(view);
      if (this.frames.push(performance.now() - began) > 600) this.frames.shift();
      if (this.#app.player.playing || this.#app.unit?.walking) {
        this.#app.unit?.tick(now);
        this.want();
      }
    });
  }

  #draw(view: PaneView): void {
    const app = this.#app;
    const shown = shownOf(app, view.pane);
    this.#refresh(view, shown);
    const density = Math.min(MOST_DENSITY, devicePixelRatio || 1);
    view.surface.draw(app.view, density, app.layers.has("grid"));
    const context = context2d(view.overlay);
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, app.view.width, app.view.height);
    drawOverlay(context, sceneOf(app, view.pane), app.view, this.#palette);
    view.root.classList.toggle("chosen", app.panes.length > 1 && view.pane === app.pane);
    const text = this.#titleOf(view.pane);
    if (view.title.textContent !== text) view.title.textContent = text;
  }

  /** What stands above a pane: what was searched and what came of it; alone, only what is out of the ordinary. */
  #titleOf(pane: Pane): string {
    const app = this.#app;
    if (app.unit) return app.unit.error ?? "";
    const { answer, error, timeline } = pane;
    if (error || !answer) return error ?? "";
    const cut = cutOf(timeline?.events);
    if (app.panes.length === 1 && answer.outcome !== "limit") return cut ?? "";
    const parts = [numbered(app.panes, pane) + titleOf(app, pane), outcomeOf(answer)];
    if (answer.outcome !== "limit") parts.push(say("page.expanded", { expanded: count(answer.expanded) }));
    return [...parts, cut].filter(Boolean).join(" · ");
  }

  #refresh(view: PaneView, shown: Shown): void {
    const { map } = this.#app;
    const cells = map.width * map.height;
    const { timeline, headings } = shown;
    const span = view.stale;
    if (timeline !== view.shown) Object.assign(span, { first: 0, end: cells });
    else if (timeline) {
      const touched = this.#app.takeTouched(timeline);
      span.first = Math.min(span.first, Math.floor(touched.first / headings));
      span.end = Math.max(span.end, Math.ceil(touched.end / headings));
    }
    view.shown = timeline;
    const [first, end] = [Math.max(0, span.first), Math.min(cells, span.end)];
    view.stale = { first: Infinity, end: 0 };
    if (first >= end) return;
    view.codes.update(shown, first, end);
    view.surface.setCodes(
      view.codes.bytes,
      map.width,
      map.height,
      Math.floor(first / map.width),
      Math.ceil(end / map.width),
    );
  }
}
