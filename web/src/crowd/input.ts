// Pointer and keys on a crowd: drag a box to select, click to send, paint walls, pan and zoom.

import { toggleFullScreen } from "../frame";
import type { Key } from "../input/keys";
import { say } from "../words";
import type { CrowdApp } from "./app";
import type { CrowdStage } from "./stage";

type Drag =
  | { kind: "box"; x: number; y: number; px: number; py: number }
  | { kind: "paint"; blocked: boolean; last: number }
  | { kind: "pan" };

export function listenToPointer(app: CrowdApp, stage: CrowdStage, root: HTMLElement): void {
  const { view } = app;
  const touches = new Map<number, { x: number; y: number }>();
  let drag: Drag | null = null;
  const cell = (event: PointerEvent) => {
    const [x, y] = view.at(event.offsetX, event.offsetY).map(Math.floor) as [number, number];
    return x >= 0 && y >= 0 && x < app.width && y < app.height ? y * app.width + x : -1;
  };
  const paint = (at: number, blocked: boolean) => {
    if (at >= 0) void app.attempt(() => app.paint(Uint32Array.of(at), blocked));
  };
  const end = (event: PointerEvent) => {
    if (!touches.delete(event.pointerId)) return;
    const done = drag;
    drag = null;
    stage.setDraft(null);
    if (done?.kind !== "box" || event.type !== "pointerup") return;
    const [x, y] = view.at(event.offsetX, event.offsetY);
    if (Math.hypot(event.offsetX - done.px, event.offsetY - done.py) > 6) app.selectBox(done.x, done.y, x, y);
    else {
      const at = cell(event);
      if (at >= 0) void app.attempt(() => app.send(at));
    }
  };
  root.addEventListener("pointerdown", (event) => {
    if (event.target !== stage.canvas) return;
    touches.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    event.preventDefault();
    root.focus({ preventScroll: true });
    if (touches.size > 1 || event.button === 1 || event.shiftKey) {
      stage.setDraft(null);
      drag = { kind: "pan" };
      return;
    }
    stage.canvas.setPointerCapture(event.pointerId);
    const at = cell(event);
    if (app.tool === "select") {
      const [x, y] = view.at(event.offsetX, event.offsetY);
      drag = { kind: "box", x, y, px: event.offsetX, py: event.offsetY };
    } else {
      drag = { kind: "paint", blocked: app.tool === "wall", last: at };
      paint(at, drag.blocked);
    }
  });
  root.addEventListener("pointermove", (event) => {
    const before = touches.get(event.pointerId);
    if (!before || !drag || event.target !== stage.canvas) return;
    if (event.pointerType === "mouse" && event.buttons === 0) {
      end(event);
      return;
    }
    const now = { x: event.offsetX, y: event.offsetY };
    if (touches.size > 1) {
      const other = [...touches].find(([id]) => id !== event.pointerId)?.[1];
      if (!other) return;
      const apart = (a: { x: number; y: number }) => Math.max(10, Math.hypot(a.x - other.x, a.y - other.y));
      view.zoom(apart(now) / apart(before), (now.x + other.x) / 2, (now.y + other.y) / 2);
      touches.set(event.pointerId, now);
    } else if (drag.kind === "pan") {
      view.pan(now.x - before.x, now.y - before.y);
      touches.set(event.pointerId, now);
    } else if (drag.kind === "box") {
      const [x, y] = view.at(now.x, now.y);
      if (Math.hypot(now.x - drag.px, now.y - drag.py) > 6) stage.setDraft([drag.x, drag.y, x, y]);
    } else {
      const at = cell(event);
      if (at !== drag.last) paint(at, drag.blocked);
      drag.last = at;
    }
  });
  for (const type of ["pointerup", "pointercancel", "lostpointercapture"] as const) root.addEventListener(type, end);
  root.addEventListener(
    "wheel",
    (event) => {
      if (event.target !== stage.canvas) return;
      event.preventDefault();
      view.zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016)), event.offsetX, event.offsetY);
    },
    { passive: false },
  );
}

export const KEYS: Key<CrowdApp>[] = [
  { keys: "Space", does: say("keys.playOrPause"), stage: true, act: (app) => app.toggle() },
  { keys: ".", does: say("crowd.oneTickForward"), act: (app) => app.step(1) },
  { keys: ",", does: say("crowd.oneTickBack"), act: (app) => app.step(-1) },
  { keys: "Home", does: say("crowd.goToTheBeginning"), stage: true, act: (app) => app.seek(0) },
  { keys: "End", does: say("crowd.goToTheEndOf"), stage: true, act: (app) => app.seek(app.length) },
  { keys: "g", does: say("crowd.selectTheNextGroup"), act: (app) => nextGroup(app) },
  {
    keys: "Ctrl+a",
    does: say("crowd.selectEverybody"),
    stage: true,
    act: (app) => app.select(Array(app.units).keys()),
  },
  { keys: "ArrowLeft", does: say("crowd.moveTheMarkLeft"), stage: true, act: (app) => app.moveMark(-1, 0) },
  { keys: "ArrowRight", does: say("crowd.moveTheMarkRight"), stage: true, act: (app) => app.moveMark(1, 0) },
  { keys: "ArrowUp", does: say("crowd.moveTheMarkUp"), stage: true, act: (app) => app.moveMark(0, -1) },
  { keys: "ArrowDown", does: say("crowd.moveTheMarkDown"), stage: true, act: (app) => app.moveMark(0, 1) },
  {
    keys: "Enter",
    does: say("crowd.sendThoseWhoAreSelected"),
    stage: true,
    act: (app) => void app.attempt(() => app.send(app.mark)),
  },
  {
    keys: "w",
    does: say("crowd.aWallAtTheMark"),
    act: (app) => void app.attempt(() => app.paint(Uint32Array.of(app.mark), !app.blocked[app.mark])),
  },
  { keys: "1", does: say("crowd.toolSelectAndSend"), act: (app) => app.setTool("select") },
  { keys: "2", does: say("keys.toolWalls"), act: (app) => app.setTool("wall") },
  { keys: "3", does: say("keys.toolErase"), act: (app) => app.setTool("free") },
  { keys: "+", does: say("keys.zoomIn"), act: (app) => app.view.zoom(1.25) },
  { keys: "-", does: say("keys.zoomOut"), act: (app) => app.view.zoom(0.8) },
  { keys: "0", does: say("keys.showTheWholeMap"), act: (app) => app.view.fit() },
  { keys: "f", does: say("keys.theWholeScreenOrBack"), act: toggleFullScreen },
];

function nextGroup(app: CrowdApp): void {
  const now = app.selected.size > 0 ? app.groups[[...app.selected][0]] : -1;
  const group = (now + 1) % (Math.max(...app.groups, 0) + 1);
  app.select([...app.groups.keys()].filter((unit) => app.groups[unit] === group));
}
