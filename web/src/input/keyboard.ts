// Everything by keys: a cell cursor on the stage, the time line, tools. `KEYS` is also what the help
// shows, so that it cannot be wrong.

import type { App, Tool } from "../app";
import { toggleFullScreen } from "../frame";
import { strokeCells } from "../map/brush";
import type { Paint } from "../map/model";
import { describe } from "../panels/card";
import { NONE } from "../player/timeline";
import { say } from "../words";
import { type Key, PLAYING } from "./keys";

const move = (dx: number, dy: number) => (app: App, event: KeyboardEvent) => {
  const far = event.shiftKey ? 10 : 1;
  const { width, height } = app.map;
  const at = app.cursor !== NONE ? app.cursor : (app.ends?.[0] ?? 0);
  const x = Math.min(width - 1, Math.max(0, (at % width) + dx * far));
  const y = Math.min(height - 1, Math.max(0, Math.floor(at / width) + dy * far));
  app.setCursor(y * width + x, true);
  app.view.reveal(x, y);
  app.announce(describe(app, y * width + x));
};
const end = (which: 0 | 1) => (app: App) => {
  if (app.cursor === NONE) return app.announce(say("keys.moveTheCellCursorFirst"));
  if (app.predictions.on && which === 1) return app.predictions.guess(app.cursor);
  if (app.map.blocked[app.cursor] && !app.unit) return app.announce(say("keys.thatCellIsBlocked"));
  app.setEnd(which, app.cursor);
};
const paint = (kind: Paint["kind"]) => (app: App) => {
  if (app.cursor === NONE) return app.announce(say("keys.moveTheCellCursorFirst"));
  const free = kind === "wall" && app.map.blocked[app.cursor];
  const { multiplier, danger } = app.brush;
  app.beginStroke();
  app.paint(
    strokeCells(app.map, app.cursor, app.cursor, app.brush.size),
    kind === "ground"
      ? { kind, multiplier }
      : kind === "danger"
        ? { kind, danger: app.map.danger[app.cursor] ? 0 : danger }
        : { kind: free ? "free" : kind },
  );
  app.endStroke();
  app.announce(describe(app, app.cursor));
};
/** Towards the cursor, if there is one. */
const zoom = ({ view, map, cursor }: App, factor: number) => {
  if (cursor === NONE) view.zoom(factor);
  else view.zoom(factor, ...view.pixel((cursor % map.width) + 0.5, Math.floor(cursor / map.width) + 0.5));
};
const tool = (name: Tool) => (app: App) => app.setTool(name);

export const KEYS: Key<App>[] = [
  ...PLAYING,
  { keys: "ArrowLeft", does: say("keys.moveTheCellCursorLeft"), stage: true, act: move(-1, 0) },
  { keys: "ArrowRight", does: say("keys.moveTheCellCursorRight"), stage: true, act: move(1, 0) },
  { keys: "ArrowUp", does: say("keys.moveTheCellCursorUp"), stage: true, act: move(0, -1) },
  { keys: "ArrowDown", does: say("keys.moveTheCellCursorDown"), stage: true, act: move(0, 1) },
  { keys: "a", does: say("keys.putTheStartAtThe"), act: end(0) },
  { keys: "b", does: say("keys.putTheGoalAtThe"), act: end(1) },
  { keys: "Enter", does: say("keys.putTheGoalAtThe2"), stage: true, act: end(1) },
  { keys: "w", does: say("keys.toggleAWallAtThe"), act: paint("wall") },
  { keys: "t", does: say("keys.paintTerrainAtTheCursor"), act: paint("ground") },
  { keys: "d", does: say("keys.markDangerAtTheCursor"), act: paint("danger") },
  { keys: "e", does: say("keys.eraseAtTheCursor"), act: paint("free") },
  { keys: "s", does: say("keys.searchAgainAndReplay"), act: (app) => app.search() },
  {
    keys: "r",
    does: say("keys.turnTheUnitsHeadingAt"),
    act: (app, event) => app.unit?.turn(event.shiftKey ? 1 : 0),
  },
  { keys: "g", does: say("keys.letTheUnitWalkOr"), act: (app) => app.unit?.toggleWalk() },
  { keys: "+", does: say("keys.zoomIn"), act: (app) => zoom(app, 1.25) },
  { keys: "-", does: say("keys.zoomOut"), act: (app) => zoom(app, 0.8) },
  { keys: "0", does: say("keys.showTheWholeMap"), act: (app) => app.view.fit() },
  { keys: "f", does: say("keys.theWholeScreenOrBack"), act: toggleFullScreen },
  { keys: "1", does: say("keys.toolMoveTheEnds"), act: tool("move") },
  { keys: "2", does: say("keys.toolWalls"), act: tool("wall") },
  { keys: "3", does: say("keys.toolErase"), act: tool("free") },
  { keys: "4", does: say("keys.toolTerrain"), act: tool("ground") },
  { keys: "5", does: say("keys.toolBox"), act: tool("rectangle") },
  { keys: "6", does: say("keys.toolFill"), act: tool("fill") },
  { keys: "7", does: say("keys.toolPan"), act: tool("pan") },
  { keys: "8", does: say("keys.toolDanger"), act: tool("danger") },
  { keys: "[", does: say("keys.slower"), act: (app) => app.chooseSpeed(Math.max(1, app.player.speed / 2)) },
  { keys: "]", does: say("keys.faster"), act: (app) => app.chooseSpeed(Math.min(4_000_000, app.player.speed * 2)) },
  {
    keys: "p",
    does: say("keys.selectTheNextSearch"),
    act: (app) => app.choosePane((app.chosen + 1) % app.panes.length),
  },
  { keys: "Ctrl+z", does: say("keys.undo"), act: (app) => app.undo() },
  { keys: "Ctrl+y", does: say("keys.redoAlsoCtrlShiftZ"), act: (app) => app.redo() },
];
