// Below the map: what its colours mean, closer, farther, the whole map; and how large a cell is drawn. Nothing of
// this lies on the map, where it would cover cells.

import type { App } from "../app";
import { fullScreenButton } from "../frame";
import type { View } from "../render/view";
import { decimal, say } from "../words";
import { button, el } from "./dom";

type Zoomed = Pick<App, "announce" | "complain"> & { readonly view: Pick<View, "zoom" | "fit"> };

export function zoomControls(app: App): HTMLElement {
  const { view } = app;
  const scale = el("output", { class: "scale", title: say("page.pixelsPerCell") });
  const show = () => {
    scale.textContent = `${view.scale >= 10 ? Math.round(view.scale) : decimal(view.scale, 1)} px`;
  };
  app.topics.on("view", show);
  show();
  return zoomButtons(app, say("page.showTheWholeMap0"), scale);
}

/** The same buttons for every view. */
export function zoomButtons(app: Zoomed, whole: string, scale?: HTMLElement): HTMLElement {
  const { view } = app;
  return el(
    "div",
    { class: "zoom", role: "group", "aria-label": say("page.zoom") },
    button("−", say("page.zoomOut"), () => view.zoom(0.8), { "aria-label": say("page.zoomOut2") }),
    scale,
    button("+", say("page.zoomIn"), () => view.zoom(1.25), { "aria-label": say("page.zoomIn2") }),
    button(say("page.fit"), whole, () => view.fit()),
    fullScreenButton(app),
  );
}

/** The row below all panes; in a frame of another page with the link to the whole page. */
export function stageFoot(root: HTMLElement, legend: HTMLElement, zoom: HTMLElement): HTMLElement {
  return el("div", { class: "foot" }, legend, zoom, root.querySelector(".whole"));
}
