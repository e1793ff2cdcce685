// Closer, farther, the whole map; and how large a cell is drawn.

import type { App } from "../app";
import { fullScreenButton } from "../frame";
import { say } from "../words";
import { button, el } from "./dom";

export function zoomControls(app: App): HTMLElement {
  const { view } = app;
  const scale = el("output", { class: "scale", title: say("page.pixelsPerCell") });
  const show = () => {
    scale.textContent = `${view.scale >= 10 ? Math.round(view.scale) : view.scale.toFixed(1)} px`;
  };
  app.topics.on("view", show);
  show();
  return el(
    "div",
    { class: "zoom", role: "group", "aria-label": say("page.zoom") },
    button("−", say("page.zoomOut"), () => view.zoom(0.8), { "aria-label": say("page.zoomOut2") }),
    scale,
    button("+", say("page.zoomIn"), () => view.zoom(1.25), { "aria-label": say("page.zoomIn2") }),
    button(say("page.fit"), say("page.showTheWholeMap0"), () => view.fit()),
    fullScreenButton(app),
  );
}
