// What the pointer does: move the ends, paint, pan; brushes; undo and redo.

import type { App, Tool } from "../app";
import { nameOf, say } from "../words";
import { button, chooser, el, section, slider, toolButton } from "./dom";
import type { Icon } from "./icons";

const TOOLS: { tool: Tool; label: string; icon: Icon; title: string }[] = [
  { tool: "move", label: say("tools.move"), icon: "move", title: say("tools.dragTheStartAAnd") },
  { tool: "wall", label: say("tools.wall"), icon: "wall", title: say("tools.paintWallsTheRightButton") },
  { tool: "free", label: say("tools.erase"), icon: "free", title: say("tools.eraseWallsAndTerrain3") },
  { tool: "ground", label: say("tools.terrain"), icon: "ground", title: say("tools.paintTerrainThatSlowsMovement") },
  { tool: "danger", label: say("tools.danger"), icon: "danger", title: say("tools.paintDangerThatThePath") },
  {
    tool: "rectangle",
    label: say("tools.box"),
    icon: "box",
    title: say("tools.dragABoxOfWalls"),
  },
  { tool: "fill", label: say("tools.fill"), icon: "fill", title: say("tools.fillConnectedCellsOfThe") },
  { tool: "pan", label: say("tools.pan"), icon: "pan", title: say("tools.moveTheViewAlsoShift") },
];

export function toolsPanel(app: App): HTMLElement {
  const buttons = TOOLS.map(({ tool, label, icon, title }) =>
    toolButton(tool, icon, label, title, () => app.setTool(tool)),
  );
  const grounds = app.session.registry.grounds.filter((ground) => ground.multiplier !== 1);
  const ground = chooser(
    say("tools.terrain"),
    grounds.map(({ name, multiplier }) => ({
      value: String(multiplier),
      label: `${nameOf("ground", name)}, ×${multiplier}`,
    })),
    String(app.brush.multiplier),
    (value) => {
      app.setBrush({ multiplier: Number(value) });
      app.setTool("ground");
    },
  );
  const danger = slider(
    say("tools.danger"),
    { least: 1, most: 50, step: 1, value: app.brush.danger },
    (value) => `+${value}`,
    (value) => {
      app.setBrush({ danger: value });
      app.setTool("danger");
    },
  );
  const size = slider(
    say("tools.brush"),
    { least: 1, most: 20, step: 1, value: 1 },
    (value) => `${value}`,
    (value) => {
      app.setBrush({ size: value });
    },
  );
  const undo = button(say("tools.undo"), say("tools.undoCtrlZ"), () => app.undo());
  const redo = button(say("tools.redo"), say("tools.redoCtrlY"), () => app.redo());
  const show = () => {
    for (const made of buttons) made.setAttribute("aria-pressed", String(app.tool === made.dataset.tool));
    undo.disabled = !app.history.canUndo;
    redo.disabled = !app.history.canRedo;
  };
  app.topics.on(["tool", "map"], show);
  show();
  return section(
    say("tools.tools"),
    "map",
    el("div", { class: "tools", role: "group", "aria-label": say("tools.tools") }, ...buttons),
    size.root,
    ground.root,
    danger.root,
    el("div", { class: "row" }, undo, redo),
  );
}
