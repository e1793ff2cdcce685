// The stage of networks: three canvases for each search, so that only what changed is drawn again. The network and
// what a search did are drawn larger than the pane, moved and scaled as pictures, and drawn anew once one looks
// elsewhere.

import { count, el } from "../panels/dom";
import { cutOf, numbered } from "../summary";
import { say } from "../words";
import { ALGORITHMS, type NetworkApp, type Pane } from "./app";
import { Base, type Labels, labelsOf, onPlane, reachPaths, Tree } from "./draw";
import { type Ink, inkOf } from "./ink";
import type { Model } from "./model";
import { type Draft, drawOverlay, routeOf } from "./overlay";
import { type At, Redraw } from "./redraw";

interface PaneView {
  pane: Pane;
  root: HTMLElement;
  box: HTMLElement;
  title: HTMLElement;
  base: CanvasRenderingContext2D;
  tree: CanvasRenderingContext2D;
  overlay: CanvasRenderingContext2D;
  drawn: Tree;
  /** What its search did has to be drawn from the beginning. */
  stale: boolean;
}

const MOST_DENSITY = 2;
/** How much farther than the pane is drawn, on each side, as a share of the pane. */
const MARGIN = 0.25;
/** While one moves, this many times as long as drawing took passes before it is done again. */
const SHARE = 12;
/** The height of a pane's title. */
const TITLE_PIXELS = 26;
/** How long nothing moves before it is drawn anew; in frames, too, where these are slow. */
const SETTLE_MS = 90;
const SETTLE_FRAMES = 4;
/** Networks with more edges are drawn anew a little in every frame, so long while one moves and once one stands still. */
const LARGE = 8000;
const SLICE_MS = { moving: 4, still: 12 };
/** While one moves, a picture that is scaled by less is sharp enough. */
const SHARP = 1.25;

export class NetworkStage {
  readonly #app: NetworkApp;
  readonly #root: HTMLElement;
  readonly #sizes = new ResizeObserver(() => this.#resize());
  #views: PaneView[] = [];
  #ink: Ink = inkOf();
  #base: Base;
  #baseOf: Model;
  #drawnAt: At | null = null;
  /** Of a large network: what is drawn beside that, to be shown next. */
  #redraw: Redraw | null = null;
  /** When drawing it began, if it may still be going on; when it ended, and how long it took. */
  #drewAt = 0;
  #drawnUntil = 0;
  #drawing = 0;
  #movedAt = 0;
  #still = SETTLE_FRAMES;
  #density = 1;
  #wanted = false;
  #stale = { labels: true };
  #reach: readonly Path2D[] | null = null;
  #labels = new WeakMap<Pane, Labels>();
  #draft: Draft | null = null;
  /** Times of the last frames, for measurements. */
  readonly frames: number[] = [];

  constructor(app: NetworkApp, root: HTMLElement) {
    this.#app = app;
    this.#root = root;
    this.#baseOf = app.model;
    this.#base = new Base(app.model);
    const { topics } = app;
    topics.on("panes", () => this.#rebuild());
    topics.on("map", () => {
      if (app.model !== this.#baseOf) {
        this.#baseOf = app.model;
        this.#base = new Base(app.model);
      }
      this.#reach = app.reached ? reachPaths(app) : null;
      this.#resize();
      this.#staleAll();
    });
    topics.on("view", () => {
      this.#movedAt = performance.now();
      this.#still = 0;
      this.#stale.labels = true;
      this.want();
    });
    topics.on("layers", () => {
      this.#reach = app.reached ? reachPaths(app) : null;
      this.want();
    });
    topics.on(["answer", "ends", "cursor", "options"], () => {
      this.#stale.labels = true;
      this.want();
    });
    topics.on(["position", "tool", "unit"], () => this.want());
    topics.on("theme", () => {
      this.#ink = inkOf();
      this.#staleAll();
    });
    this.#sizes.observe(root);
    this.#rebuild();
  }

  /** The canvases that the pointer is listened to on. */
  get canvases(): HTMLCanvasElement[] {
    return this.#views.map(({ overlay }) => overlay.canvas);
  }
  /** What the pointer is about to do. */
  setDraft(draft: Draft | null): void {
    this.#draft = draft;
    this.want();
  }
  want(): void {
    if (this.#wanted) return;
    this.#wanted = true;
    requestAnimationFrame((now) => this.#frame(now));
  }

  #staleAll(): void {
    this.#drawnAt = null;
    this.#redraw = null;
    this.#stale.labels = true;
    this.want();
  }

  #rebuild(): void {
    const { panes } = this.#app;
    const before = this.#views;
    const same = panes.length === before.length && panes.every((pane, index) => pane === before[index].pane);
    if (!same) {
      // A pane that shows another search keeps its canvases: a drag that is under way goes on.
      this.#views = panes.map((pane, index) => {
        const view = before[index] ?? this.#make();
        view.pane = pane;
        view.overlay.canvas.dataset.pane = String(index);
        return view;
      });
      for (const gone of before.slice(panes.length)) gone.root.remove();
      document.body.dataset.panes = String(panes.length);
      this.#root.prepend(...this.#views.filter((view) => !view.root.isConnected).map((view) => view.root));
      // In their order, before whatever else is on the stage.
      for (const view of [...this.#views].reverse())
        if (this.#root.firstChild !== view.root) this.#root.prepend(view.root);
      this.#resize();
    }
    this.#staleAll();
  }

  #make(): PaneView {
    const canvas = (name: string) => el("canvas", { class: name, "aria-hidden": "true" });
    const [base, tree, overlay] = [canvas("wide"), canvas("wide"), canvas("overlay")];
    const title = el("div", { class: "pane-title" });
    const box = el("div", { class: "pane-map" }, base, tree, overlay);
    this.#sizes.observe(box);
    const context = (on: HTMLCanvasElement) => {
      const found = on.getContext("2d");
      if (!found) throw new Error(say("network.thisBrowserHasNo2D"));
      return found;
    };
    return {
      pane: this.#app.pane,
      root: el("div", { class: "pane" }, title, box),
      box,
      title,
      base: context(base),
      tree: context(tree),
      overlay: context(overlay),
      drawn: new Tree(),
      stale: true,
    };
  }

  #resize(): void {
    const [first] = this.#views;
    if (!first) return;
    const count = this.#views.length;
    const columns = this.#columns(count);
    this.#root.dataset.columns = String(columns);
    this.#root.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
    const rows = `repeat(${Math.ceil(count / columns)}, minmax(0, 1fr))`;
    this.#root.style.gridTemplateRows = `${rows} auto`;
    const { clientWidth: width, clientHeight: height } = first.box;
    if (width === 0 || height === 0) return;
    this.#density = Math.min(MOST_DENSITY, window.devicePixelRatio || 1);
    for (const { base, tree, overlay } of this.#views)
      for (const { canvas } of [base, tree, overlay]) {
        const share = canvas === overlay.canvas ? 1 : 1 + 2 * MARGIN;
        const [w, h] = [width, height].map((side) => Math.round(side * share * this.#density));
        if (canvas.width !== w) canvas.width = w;
        if (canvas.height !== h) canvas.height = h;
      }
    this.#app.view.resize(width, height);
    this.#staleAll();
  }

  /** As many as let the network be drawn as large as possible. */
  #columns(count: number): number {
    const { clientWidth, clientHeight } = this.#root;
    const foot = this.#root.querySelector<HTMLElement>(".foot")?.offsetHeight ?? 0;
    const { width, height } = this.#app.model.plane;
    const scale = (columns: number) => {
      const rows = Math.ceil(count / columns);
      const room = (clientHeight - foot) / rows - TITLE_PIXELS;
      return Math.min(clientWidth / columns / width, room / height);
    };
    let best = 1;
    for (let columns = 2; columns <= count; columns++) if (scale(columns) > scale(best) * 1.01) best = columns;
    return best;
  }

  #frame(now: number): void {
    this.#wanted = false;
    const began = performance.now();
    if (this.#drewAt > 0) {
      // Browsers put off most of what is drawn: the next frame comes when it is done.
      this.#drawing = began - this.#drewAt;
      this.#drawnUntil = began;
      this.#drewAt = 0;
    }
    this.#app.player.tick(now);
    const settled = this.#place();
    for (const view of this.#views) this.#drawPane(view);
    this.#stale.labels = false;
    if (this.#app.player.playing || !settled) this.want();
    this.frames.push(performance.now() - began);
    if (this.frames.length > 1000) this.frames.shift();
  }

  /** Puts what was drawn to where it belongs now, or draws it anew; whether that is the last word. */
  #place(): boolean {
    const { view } = this.#app;
    const [now, at] = [performance.now(), this.#drawnAt];
    const sharp = at !== null && at.scale === view.scale && this.#covered(at);
    const moving = now - this.#movedAt < SETTLE_MS || ++this.#still < SETTLE_FRAMES;
    if (at && this.#app.model.edges > LARGE) this.#drawSlice(at, sharp, moving);
    else {
      // While one moves, drawing takes a small part of the time at most.
      const soon = moving && (this.#drewAt > 0 || now - this.#drawnUntil < SHARE * this.#drawing);
      if (!sharp && !(at && soon)) this.#drawBase();
    }
    const drawn = this.#drawnAt;
    if (!drawn) return true;
    const zoom = view.scale / drawn.scale;
    const [x, y] = [
      (drawn.x - view.x) * view.scale + MARGIN * view.width,
      (drawn.y - view.y) * view.scale + MARGIN * view.height,
    ];
    const transform = `translate(${x}px, ${y}px) scale(${zoom})`;
    for (const { base, tree } of this.#views)
      for (const { canvas } of [base, tree])
        if (canvas.style.transform !== transform) canvas.style.transform = transform;
    return drawn.scale === view.scale && this.#covered(drawn);
  }

  /** Whether everything that one looks at now was drawn then. */
  #covered(at: At): boolean {
    const { x, y, scale, width, height } = this.#app.view;
    const wide = 1 + 2 * MARGIN + 1e-6;
    return (
      x >= at.x - 1e-6 &&
      y >= at.y - 1e-6 &&
      x + width / scale <= at.x + (wide * width) / at.scale &&
      y + height / scale <= at.y + (wide * height) / at.scale
    );
  }

  /** Goes on with drawing the network anew, if what is shown does not do any more. */
  #drawSlice(at: At, sharp: boolean, moving: boolean): void {
    const { view } = this.#app;
    const fits = (to: At) => to.scale === view.scale && this.#covered(to);
    // What was begun for elsewhere is finished only while one moves: it is better than what is shown.
    if (this.#redraw && (this.#redraw.outdated || (!moving && !fits(this.#redraw.at)))) this.#redraw = null;
    const blurred = Math.max(view.scale / at.scale, at.scale / view.scale) > SHARP;
    if (!this.#redraw && !sharp && (!moving || blurred || !this.#covered(at))) {
      const { width, height } = this.#views[0].base.canvas;
      const scene = { base: this.#base, model: this.#app.model, ink: this.#ink, density: this.#density, width, height };
      const timelines = this.#views.map(({ pane }) => pane.timeline);
      this.#redraw = Redraw.begin(this.#here(), timelines, { ...scene, page: this.#ground() });
      if (!this.#redraw) this.#drawBase();
    }
    if (!this.#redraw?.advance(moving ? SLICE_MS.moving : SLICE_MS.still)) return;
    const { drawn, timelines } = this.#redraw;
    this.#redraw.show(
      this.#views.map(({ base }) => base),
      this.#views.map(({ tree }) => tree),
    );
    this.#drawnAt = this.#redraw.at;
    this.#redraw = null;
    for (const [index, shown] of this.#views.entries()) {
      shown.drawn = drawn[index];
      shown.stale = shown.pane.timeline !== timelines[index];
    }
  }

  /** What would be drawn for where one looks now. */
  #here(): At {
    const { view } = this.#app;
    return {
      x: view.x - (MARGIN * view.width) / view.scale,
      y: view.y - (MARGIN * view.height) / view.scale,
      scale: view.scale,
    };
  }

  #ground(): string {
    return this.#app.model.world ? this.#ink.sea : this.#ink.page;
  }

  /** Draws the network anew, for where one looks now: once, and a copy for each pane. */
  #drawBase(): void {
    const [first, ...others] = this.#views;
    if (!first) return;
    const began = performance.now();
    const at = this.#here();
    const { base } = first;
    const { width, height } = base.canvas;
    base.setTransform(1, 0, 0, 1, 0, 0);
    base.fillStyle = this.#ground();
    base.fillRect(0, 0, width, height);
    onPlane(base, at, this.#density);
    const steps = this.#base.draw(base, this.#ink, at.scale, {
      left: at.x,
      top: at.y,
      right: at.x + width / this.#density / at.scale,
      bottom: at.y + height / this.#density / at.scale,
    });
    while (!steps.next().done);
    for (const other of others) {
      other.base.setTransform(1, 0, 0, 1, 0, 0);
      other.base.drawImage(base.canvas, 0, 0);
    }
    this.#drawnAt = at;
    for (const view of this.#views) view.stale = true;
    this.#drewAt = began;
  }

  #drawPane(view: PaneView): void {
    const app = this.#app;
    const { pane, tree, overlay, drawn } = view;
    const at = this.#drawnAt ?? app.view;
    const afresh = view.stale || drawn.behind(pane.timeline);
    if (afresh) {
      tree.setTransform(1, 0, 0, 1, 0, 0);
      tree.clearRect(0, 0, tree.canvas.width, tree.canvas.height);
    }
    onPlane(tree, at, this.#density);
    drawn.draw(tree, app, pane.timeline, this.#ink, at.scale, afresh);
    view.stale = false;
    const route = routeOf(app, pane) ? [...(pane.answer?.path ?? [])] : [];
    const known = this.#labels.get(pane);
    const over = route.length > 0;
    if (this.#stale.labels || !known || this.#over.get(pane) !== over) {
      this.#labels.set(pane, labelsOf(overlay, app, app.view, app.model.doc ? route : []));
      this.#over.set(pane, over);
    }
    drawOverlay(overlay, app, {
      pane,
      ink: this.#ink,
      density: this.#density,
      labels: this.#labels.get(pane) ?? { names: [], costs: [] },
      reach: this.#reach,
      draft: this.#draft,
    });
    this.#name(view);
  }
  /** Whether the labels of a pane are those of a search that is over. */
  readonly #over = new WeakMap<Pane, boolean>();

  #name({ root, title, pane }: PaneView): void {
    const app = this.#app;
    const { answer, error, timeline } = pane;
    const label = ALGORITHMS.find(({ name }) => name === pane.algorithm)?.label ?? pane.algorithm;
    const cut = cutOf(timeline?.events);
    const outcome = !answer ? (error ?? "…") : answer.cost === null ? say("figures.noPath") : app.text(answer.cost);
    const expanded = answer
      ? ` · ${say("page.expanded", { expanded: count(timeline ? timeline.counts.expanded : answer.expanded) })}`
      : "";
    const text = `${numbered(app.panes, pane)}${label} · ${outcome}${expanded}${cut ? ` · ${cut}` : ""}`;
    if (title.textContent !== text) title.textContent = text;
    root.classList.toggle("chosen", app.panes.length > 1 && app.pane === pane);
  }
}
