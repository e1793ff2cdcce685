// The stage of networks: three canvases for each search, so that only what changed is drawn again. What never
// changes is kept as a picture, larger than the pane, and drawn anew once moving and zooming have ended.
import { el } from "../panels/dom";
import { cutOf } from "../summary";
import { ALGORITHMS, type NetworkApp, type Pane } from "./app";
import { Base, type Labels, labelsOf, onPlane, reachPaths, Tree } from "./draw";
import { type Ink, inkOf } from "./ink";
import type { Model } from "./model";
import { type Draft, drawOverlay, routeOf } from "./overlay";

interface PaneView {
  pane: Pane;
  root: HTMLElement;
  box: HTMLElement;
  title: HTMLElement;
  base: CanvasRenderingContext2D;
  tree: CanvasRenderingContext2D;
  overlay: CanvasRenderingContext2D;
  drawn: Tree;
}

const MOST_DENSITY = 2;
/** How much farther than the pane the kept picture reaches, on each side, as a share of the pane. */
const MARGIN = 0.25;
/** The heights of a pane's title and of what explains the colours below all panes. */
const [TITLE_PIXELS, LEGEND_PIXELS] = [26, 44];
/** How long nothing moves before it is drawn anew. */
const SETTLE_MS = 90;

export class NetworkStage {
  readonly #app: NetworkApp;
  readonly #root: HTMLElement;
  readonly #sizes = new ResizeObserver(() => this.#resize());
  #views: PaneView[] = [];
  #ink: Ink = inkOf();
  #base: Base;
  #baseOf: Model;
  /** The kept picture, and from where on the plane at which scale it was drawn. */
  readonly #kept = document.createElement("canvas");
  #keptAt: { x: number; y: number; scale: number } | null = null;
  #movedAt = 0;
  #density = 1;
  #wanted = false;
  #stale = { base: true, tree: true, labels: true };
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
      this.#stale = { base: true, tree: true, labels: true };
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
    this.#keptAt = null;
    this.#stale = { base: true, tree: true, labels: true };
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
    const [base, tree, overlay] = [canvas("cells"), canvas("cells"), canvas("overlay")];
    const title = el("div", { class: "pane-title" });
    const box = el("div", { class: "pane-map" }, base, tree, overlay);
    this.#sizes.observe(box);
    const context = (on: HTMLCanvasElement) => {
      const found = on.getContext("2d");
      if (!found) throw new Error("this browser has no 2D canvas");
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
    };
  }

  #resize(): void {
    const [first] = this.#views;
    if (!first) return;
    const count = this.#views.length;
    const columns = this.#columns(count);
    this.#root.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
    const rows = `repeat(${Math.ceil(count / columns)}, minmax(0, 1fr))`;
    this.#root.style.gridTemplateRows = `${rows} auto`;
    const { clientWidth: width, clientHeight: height } = first.box;
    if (width === 0 || height === 0) return;
    this.#density = Math.min(MOST_DENSITY, window.devicePixelRatio || 1);
    for (const { base, tree, overlay } of this.#views)
      for (const { canvas } of [base, tree, overlay]) {
        const [w, h] = [Math.round(width * this.#density), Math.round(height * this.#density)];
        if (canvas.width !== w) canvas.width = w;
        if (canvas.height !== h) canvas.height = h;
      }
    this.#app.view.resize(width, height);
    this.#staleAll();
  }

  /** So many that the network is drawn as large as possible. */
  #columns(count: number): number {
    const { clientWidth, clientHeight } = this.#root;
    const { width, height } = this.#app.model.plane;
    const scale = (columns: number) => {
      const rows = Math.ceil(count / columns);
      const room = (clientHeight - LEGEND_PIXELS) / rows - TITLE_PIXELS;
      return Math.min(clientWidth / columns / width, room / height);
    };
    let best = 1;
    for (let columns = 2; columns <= count; columns++) if (scale(columns) > scale(best) * 1.01) best = columns;
    return best;
  }

  #frame(now: number): void {
    this.#wanted = false;
    const began = performance.now();
    this.#app.player.tick(now);
    const settled = this.#drawBase();
    for (const view of this.#views) this.#drawPane(view);
    this.#stale = { base: !settled, tree: !settled, labels: false };
    if (this.#app.player.playing || !settled) this.want();
    this.frames.push(performance.now() - began);
    if (this.frames.length > 1000) this.frames.shift();
  }

  /** The network itself, by the kept picture; whether that is the last word. */
  #drawBase(): boolean {
    if (!this.#stale.base) return true;
    const { view } = this.#app;
    const kept = this.#keptAt;
    const ratio = kept ? view.scale / kept.scale : 0;
    const [width, height] = [view.width, view.height];
    const inside =
      kept !== null &&
      ratio > 0.5 &&
      ratio < 2 &&
      (view.x - kept.x) * kept.scale >= 0 &&
      (view.y - kept.y) * kept.scale >= 0 &&
      (view.x + width / view.scale - kept.x) * kept.scale <= width * (1 + 2 * MARGIN) &&
      (view.y + height / view.scale - kept.y) * kept.scale <= height * (1 + 2 * MARGIN);
    const moving = performance.now() - this.#movedAt < SETTLE_MS;
    const sharp = ratio === 1;
    if (!inside || (!moving && !sharp)) this.#keep();
    const at = this.#keptAt;
    if (!at) return true;
    const zoom = view.scale / at.scale;
    const d = this.#density;
    for (const { base } of this.#views) {
      base.setTransform(1, 0, 0, 1, 0, 0);
      base.fillStyle = this.#app.model.world ? this.#ink.sea : this.#ink.page;
      base.fillRect(0, 0, base.canvas.width, base.canvas.height);
      base.setTransform(zoom, 0, 0, zoom, (at.x - view.x) * view.scale * d, (at.y - view.y) * view.scale * d);
      base.drawImage(this.#kept, 0, 0);
    }
    return zoom === 1 || !moving;
  }

  /** Draws the picture anew, for where one looks now. */
  #keep(): void {
    const { view } = this.#app;
    const d = this.#density;
    const [width, height] = [view.width, view.height].map((side) => Math.ceil(side * (1 + 2 * MARGIN) * d));
    if (this.#kept.width !== width) this.#kept.width = width;
    if (this.#kept.height !== height) this.#kept.height = height;
    const context = this.#kept.getContext("2d");
    if (!context) return;
    const at = {
      x: view.x - (MARGIN * view.width) / view.scale,
      y: view.y - (MARGIN * view.height) / view.scale,
      scale: view.scale,
    };
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = this.#app.model.world ? this.#ink.sea : this.#ink.page;
    context.fillRect(0, 0, width, height);
    onPlane(context, at, d);
    this.#base.draw(context, this.#ink, at.scale);
    this.#keptAt = at;
  }

  #drawPane(view: PaneView): void {
    const app = this.#app;
    const { pane, tree, overlay, drawn } = view;
    const afresh = this.#stale.tree || drawn.behind(pane.timeline);
    if (afresh) {
      tree.setTransform(1, 0, 0, 1, 0, 0);
      tree.clearRect(0, 0, tree.canvas.width, tree.canvas.height);
    }
    onPlane(tree, app.view, this.#density);
    drawn.draw(tree, app, pane.timeline, this.#ink, app.view.scale, afresh);
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
    const outcome = !answer ? (error ?? "…") : answer.cost === null ? "no path" : app.text(answer.cost);
    const expanded = answer ? ` · ${timeline ? timeline.counts.expanded : answer.expanded} expanded` : "";
    const text = `${label} · ${outcome}${expanded}${cut ? ` · ${cut}` : ""}`;
    if (title.textContent !== text) title.textContent = text;
    root.classList.toggle("chosen", app.panes.length > 1 && app.pane === pane);
  }
}
