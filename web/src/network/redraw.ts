// Draws a large network anew a little at a time, beside what is shown: whoever moves about sees every frame.

import type { Timeline } from "../player/timeline";
import { type Base, onPlane, Tree } from "./draw";
import type { Ink } from "./ink";
import type { Model } from "./model";

/** Where the corner of a drawing lies on the plane, and its scale. */
export interface At {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** A canvas that is not shown. What is drawn on it is there at once, not when the browser finds the time. */
function hidden(width: number, height: number): CanvasRenderingContext2D | null {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  return canvas.getContext("2d", { willReadFrequently: true });
}

/** The network and what searches did, as they are drawn from somewhere. */
export class Redraw {
  readonly #steps: Iterator<void>;
  readonly #base: CanvasRenderingContext2D;
  readonly #trees: readonly CanvasRenderingContext2D[];
  /** What was drawn of each search. */
  readonly drawn: readonly Tree[];
  #furthest: number[];

  private constructor(
    readonly at: At,
    readonly timelines: readonly (Timeline | null)[],
    scene: Scene,
    contexts: readonly CanvasRenderingContext2D[],
  ) {
    [this.#base, ...this.#trees] = contexts;
    this.drawn = timelines.map(() => new Tree());
    this.#furthest = this.#positions();
    this.#steps = this.#draw(scene);
  }

  /** Null if the browser has no canvas left. */
  static begin(at: At, timelines: readonly (Timeline | null)[], scene: Scene): Redraw | null {
    const contexts = [null, ...timelines].map(() => hidden(scene.width, scene.height));
    if (!contexts.every((context) => context !== null)) return null;
    return new Redraw(at, timelines, scene, contexts);
  }

  *#draw({ base, model, ink, density, width, height, page }: Scene): Generator<void> {
    const { at } = this;
    const context = this.#base;
    context.fillStyle = page;
    context.fillRect(0, 0, width, height);
    onPlane(context, at, density);
    const sight = {
      left: at.x,
      top: at.y,
      right: at.x + width / density / at.scale,
      bottom: at.y + height / density / at.scale,
    };
    for (const _ of base.draw(context, ink, at.scale, sight)) yield this.#settle(context);
    for (const [index, tree] of this.#trees.entries()) {
      onPlane(tree, at, density);
      for (const _ of this.drawn[index].fresh(tree, model, this.timelines[index], ink, at.scale))
        yield this.#settle(tree);
    }
  }

  /** Browsers put off what is drawn until it is looked at. */
  #settle(context: CanvasRenderingContext2D): void {
    context.getImageData(0, 0, 1, 1);
  }

  #positions(): number[] {
    return this.timelines.map((timeline) => timeline?.position ?? 0);
  }

  /** Whether a search was taken back meanwhile: then some of what was drawn has not happened. */
  get outdated(): boolean {
    const now = this.#positions();
    if (now.some((position, index) => position < this.#furthest[index])) return true;
    this.#furthest = now;
    return false;
  }

  /** Goes on for so long; whether everything is drawn. */
  advance(ms: number): boolean {
    const until = performance.now() + ms;
    while (performance.now() < until) if (this.#steps.next().done) return true;
    return false;
  }

  /** Copies it onto what is shown. */
  show(bases: readonly CanvasRenderingContext2D[], trees: readonly CanvasRenderingContext2D[]): void {
    const copy = (from: CanvasRenderingContext2D, to: CanvasRenderingContext2D) => {
      to.setTransform(1, 0, 0, 1, 0, 0);
      to.globalCompositeOperation = "copy";
      to.drawImage(from.canvas, 0, 0);
      to.globalCompositeOperation = "source-over";
    };
    for (const base of bases) copy(this.#base, base);
    for (const [index, tree] of trees.entries()) copy(this.#trees[index], tree);
  }
}

/** What is drawn, and how large. */
export interface Scene {
  readonly base: Base;
  readonly model: Model;
  readonly ink: Ink;
  readonly density: number;
  readonly width: number;
  readonly height: number;
  /** The colour of the ground. */
  readonly page: string;
}
