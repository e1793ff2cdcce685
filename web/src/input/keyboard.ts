// Everything by keys: a cell cursor on the stage, the time line, tools. `KEYS` is also what the help
// shows, so that it cannot be wrong.
import type { App, Tool } from "../app";
import { toggleFullScreen } from "../frame";
import { strokeCells } from "../map/brush";
import { describe } from "../panels/card";
import { NONE } from "../player/timeline";
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
  if (app.cursor === NONE) return app.announce("Move the cell cursor first, with the arrow keys.");
  if (app.predictions.on && which === 1) return app.predictions.guess(app.cursor);
  if (app.map.blocked[app.cursor] && !app.unit) return app.announce("That cell is blocked.");
  app.setEnd(which, app.cursor);
};
const paint = (kind: "wall" | "free" | "ground") => (app: App) => {
  if (app.cursor === NONE) return app.announce("Move the cell cursor first, with the arrow keys.");
  const free = kind === "wall" && app.map.blocked[app.cursor];
  app.beginStroke();
  app.paint(
    strokeCells(app.map, app.cursor, app.cursor, app.brush.size),
    kind === "ground" ? { kind, multiplier: app.brush.multiplier } : { kind: free ? "free" : kind },
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
  { keys: "ArrowLeft", does: "move the cell cursor left (Shift: by ten)", stage: true, act: move(-1, 0) },
  { keys: "ArrowRight", does: "move the cell cursor right", stage: true, act: move(1, 0) },
  { keys: "ArrowUp", does: "move the cell cursor up", stage: true, act: move(0, -1) },
  { keys: "ArrowDown", does: "move the cell cursor down", stage: true, act: move(0, 1) },
  { keys: "a", does: "put the start at the cursor", act: end(0) },
  { keys: "b", does: "put the goal at the cursor", act: end(1) },
  { keys: "Enter", does: "put the goal at the cursor, and search", stage: true, act: end(1) },
  { keys: "w", does: "toggle a wall at the cursor", act: paint("wall") },
  { keys: "t", does: "paint terrain at the cursor", act: paint("ground") },
  { keys: "e", does: "erase at the cursor", act: paint("free") },
  { keys: "s", does: "search again and replay", act: (app) => app.search() },
  {
    keys: "r",
    does: "turn the unit's heading at the start (Shift: at the goal)",
    act: (app, event) => app.unit?.turn(event.shiftKey ? 1 : 0),
  },
  { keys: "g", does: "let the unit walk, or stop it", act: (app) => app.unit?.toggleWalk() },
  { keys: "+", does: "zoom in", act: (app) => zoom(app, 1.25) },
  { keys: "-", does: "zoom out", act: (app) => zoom(app, 0.8) },
  { keys: "0", does: "show the whole map", act: (app) => app.view.fit() },
  { keys: "f", does: "the whole screen, or back", act: toggleFullScreen },
  { keys: "1", does: "tool: move the ends", act: tool("move") },
  { keys: "2", does: "tool: walls", act: tool("wall") },
  { keys: "3", does: "tool: erase", act: tool("free") },
  { keys: "4", does: "tool: terrain", act: tool("ground") },
  { keys: "5", does: "tool: box", act: tool("rectangle") },
  { keys: "6", does: "tool: fill", act: tool("fill") },
  { keys: "7", does: "tool: pan", act: tool("pan") },
  { keys: "[", does: "slower", act: (app) => app.chooseSpeed(Math.max(1, app.player.speed / 2)) },
  { keys: "]", does: "faster", act: (app) => app.chooseSpeed(Math.min(4_000_000, app.player.speed * 2)) },
  {
    keys: "p",
    does: "select the next search",
    act: (app) => app.choosePane((app.chosen + 1) % app.panes.length),
  },
  { keys: "Ctrl+z", does: "undo", act: (app) => app.undo() },
  { keys: "Ctrl+y", does: "redo (also Ctrl+Shift+z)", act: (app) => app.redo() },
];
