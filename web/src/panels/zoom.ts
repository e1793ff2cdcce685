// Closer, farther, the whole map; and how large a cell is drawn.
import type { App } from "../app";
import { fullScreenButton } from "../frame";
import { button, el } from "./dom";

export function zoomControls(app: App): HTMLElement {
  const { view } = app;
  const scale = el("output", { class: "scale", title: "Pixels per cell" });
  const show = () => {
    scale.textContent = `${view.scale >= 10 ? Math.round(view.scale) : view.scale.toFixed(1)} px`;
  };
  app.topics.on("view", show);
  show();
  return el(
    "div",
    { class: "zoom", role: "group", "aria-label": "Zoom" },
    button("−", "Zoom out (-)", () => view.zoom(0.8), { "aria-label": "Zoom out" }),
    scale,
    button("+", "Zoom in (+)", () => view.zoom(1.25), { "aria-label": "Zoom in" }),
    button("Fit", "Show the whole map (0)", () => view.fit()),
    fullScreenButton(app),
  );
}
