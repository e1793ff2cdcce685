// What is known of the cell under the pointer or the keyboard's cursor, as a card on the map beside it: g, h, f
// and parent of every search compared.

import type { App } from "../app";
import { CLOSED, NONE, OPEN, type Timeline } from "../player/timeline";
import { HEADING_NAMES } from "../unit/headings";
import { decimal, say } from "../words";
import { el } from "./dom";

/** How far from the pointer, in pixels. */
const AWAY = 18;

export function cellCard(app: App, stage: HTMLElement): HTMLElement {
  const root = el("div", { class: "card", hidden: true, "aria-hidden": "true" });
  let pointer = { x: 0, y: 0, touch: false };
  let pressed = false;
  const show = () => {
    const { cursor, keyboard } = app;
    const painting = !keyboard && ["wall", "free", "ground", "danger"].includes(app.tool);
    root.hidden = cursor === NONE || pressed || painting;
    if (root.hidden) return;
    root.replaceChildren(...content(app, cursor));
    place(root, stage, keyboard ? keyboardSpot(app, stage) : pointer, pointer.touch && !keyboard);
  };
  const move = (event: PointerEvent) => {
    const box = stage.getBoundingClientRect();
    pointer = { x: event.clientX - box.left, y: event.clientY - box.top, touch: event.pointerType === "touch" };
    pressed = event.buttons !== 0 && !pointer.touch;
  };
  // Before the pointer's own listener, which sets the cursor.
  for (const type of ["pointermove", "pointerdown", "pointerup"] as const)
    stage.addEventListener(type, (event) => {
      move(event);
      show();
    });
  app.topics.on(["cursor", "position", "answer", "map", "tool", "view"], show);
  return root;
}

function keyboardSpot(app: App, stage: HTMLElement): { x: number; y: number } {
  const { view, map, cursor } = app;
  const canvas = stage.querySelectorAll(".overlay")[app.chosen] ?? stage.querySelector(".overlay");
  const [box, outer] = [canvas?.getBoundingClientRect(), stage.getBoundingClientRect()];
  const [x, y] = view.pixel((cursor % map.width) + 1, Math.floor(cursor / map.width) + 1);
  return { x: x + (box?.left ?? 0) - outer.left, y: y + (box?.top ?? 0) - outer.top };
}

/** Beside the spot, on the side where there is room; for a finger, in a corner, where it does not cover it. */
function place(root: HTMLElement, stage: HTMLElement, at: { x: number; y: number }, docked: boolean): void {
  const [width, height] = [root.offsetWidth, root.offsetHeight];
  const left = docked ? 8 : at.x + AWAY + width < stage.clientWidth ? at.x + AWAY : at.x - AWAY - width;
  const top = docked ? 8 : at.y + AWAY + height < stage.clientHeight ? at.y + AWAY : at.y - AWAY - height;
  root.style.left = `${Math.max(4, left)}px`;
  root.style.top = `${Math.max(4, top)}px`;
}

function content(app: App, cell: number): Node[] {
  const head = el("p", { class: "card-head", text: headOf(app, cell) });
  const columns = columnsOf(app, cell);
  if (columns.length === 0) return [head];
  const rows: [string, (column: Column) => string][] = [
    ["", ({ state }) => state],
    ["g", ({ g }) => g],
    ["h", ({ h }) => h],
    ["f", ({ f }) => f],
    [say("cell.parent"), ({ parent }) => parent],
  ];
  return [
    head,
    el(
      "table",
      {},
      ...(columns.length > 1 || columns[0].name
        ? [el("tr", {}, el("th", {}), ...columns.map(({ name }) => el("th", { text: name })))]
        : []),
      ...rows.map(([name, value]) =>
        el("tr", {}, el("th", { text: name }), ...columns.map((column) => el("td", { text: value(column) }))),
      ),
    ),
  ];
}

interface Column {
  name: string;
  seen: boolean;
  state: string;
  g: string;
  h: string;
  f: string;
  parent: string;
}

function headOf({ map }: App, cell: number): string {
  const { blocked, multipliers, width } = map;
  const ground = blocked[cell]
    ? say("cell.wall")
    : multipliers[cell] !== 1
      ? say("cell.ground", { multiplier: multipliers[cell] })
      : say("cell.free");
  const danger = map.danger[cell] ? ` · ${say("cell.danger", { danger: map.danger[cell] })}` : "";
  return `(${cell % width}, ${Math.floor(cell / width)}) · ${ground}${danger}`;
}

/** One for each search, or for each heading of a unit that was reached. */
function columnsOf(app: App, cell: number): Column[] {
  if (app.unit) {
    const { timeline } = app.unit;
    if (!timeline) return [];
    return HEADING_NAMES.flatMap((name, heading) =>
      timeline.states[cell * 4 + heading] ? [columnOf(app, timeline, cell * 4 + heading, name)] : [],
    );
  }
  return app.panes.flatMap(({ timeline, options }, index) =>
    timeline ? [columnOf(app, timeline, cell, app.panes.length > 1 ? `${index + 1} ${options.algorithm}` : "")] : [],
  );
}

function columnOf(app: App, timeline: Timeline, node: number, name: string): Column {
  const state = timeline.states[node];
  const nodes = app.unit ? 4 : 1;
  const number = (value: number) => (Number.isNaN(value) ? "–" : decimal(value, 2));
  const parent = timeline.parent(node);
  const from = Math.floor(parent / nodes);
  return {
    name,
    seen: state !== 0 || node === timeline.current,
    state:
      node === timeline.current
        ? say("cell.beingExpanded")
        : state === OPEN
          ? say("cell.open")
          : state === CLOSED
            ? say("cell.closed")
            : say("cell.notSeen"),
    g: number(timeline.g(node)),
    h: number(timeline.h(node)),
    f: number(timeline.f(node)),
    parent: !state
      ? "–"
      : parent === NONE
        ? say("cell.noneAnEnd")
        : `(${from % app.map.width}, ${Math.floor(from / app.map.width)})`,
  };
}

/** The same as a sentence, to be said aloud. */
export function describe(app: App, cell: number): string {
  const columns = columnsOf(app, cell).map(({ name, seen, state, g, h, f, parent }) =>
    (seen ? say("cell.known", { name, state, g, h, f, parent }) : say("cell.notSeen2", { name })).trim(),
  );
  return [say("cell.cell", { cell: headOf(app, cell) }), ...columns].join("; ");
}
