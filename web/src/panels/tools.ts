// What the pointer does: move the ends, paint, pan; brushes; undo and redo.
import type { App, Tool } from "../app";
import { button, chooser, el, section, slider } from "./dom";
import { type Icon, icon } from "./icons";

const TOOLS: { tool: Tool; label: string; icon: Icon; title: string }[] = [
  { tool: "move", label: "Move", icon: "move", title: "Drag the start A and the goal B; click a cell to go there (1)" },
  { tool: "wall", label: "Wall", icon: "wall", title: "Paint walls; the right button erases (2)" },
  { tool: "free", label: "Erase", icon: "free", title: "Erase walls and terrain (3)" },
  { tool: "ground", label: "Terrain", icon: "ground", title: "Paint terrain that slows movement (4)" },
  {
    tool: "rectangle",
    label: "Box",
    icon: "box",
    title: "Drag a box of walls, or of free cells if it starts on a wall",
  },
  { tool: "fill", label: "Fill", icon: "fill", title: "Fill connected cells of the same kind" },
  { tool: "pan", label: "Pan", icon: "pan", title: "Move the view (also Shift and drag, or two fingers)" },
];

export function toolsPanel(app: App): HTMLElement {
  const buttons = TOOLS.map(({ tool, label, icon: name, title }) => {
    const made = button("", title, () => app.setTool(tool), { class: "tool", "data-tool": tool });
    made.append(icon(name), label);
    return made;
  });
  const grounds = app.session.registry.grounds.filter((ground) => ground.multiplier !== 1);
  const ground = chooser(
    "Terrain",
    grounds.map(({ name, multiplier }) => ({ value: String(multiplier), label: `${name}, ×${multiplier}` })),
    String(app.brush.multiplier),
    (value) => {
      app.setBrush({ multiplier: Number(value) });
      app.setTool("ground");
    },
  );
  const size = slider(
    "Brush",
    { least: 1, most: 20, step: 1, value: 1 },
    (value) => `${value}`,
    (value) => {
      app.setBrush({ size: value });
    },
  );
  const undo = button("Undo", "Undo (Ctrl+Z)", () => app.undo());
  const redo = button("Redo", "Redo (Ctrl+Y)", () => app.redo());
  const show = () => {
    for (const made of buttons) made.setAttribute("aria-pressed", String(app.tool === made.dataset.tool));
    undo.disabled = !app.history.canUndo;
    redo.disabled = !app.history.canRedo;
  };
  app.topics.on(["tool", "map"], show);
  show();
  return section(
    "Tools",
    "map",
    el("div", { class: "tools", role: "group", "aria-label": "Tools" }, ...buttons),
    size.root,
    ground.root,
    el("div", { class: "row" }, undo, redo),
  );
}
