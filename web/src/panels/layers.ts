// What is drawn: layers to switch.

import type { App, Layer } from "../app";
import { say } from "../words";
import { el, section } from "./dom";

const LAYERS: { layer: Layer; label: string; swatch?: string; title: string }[] = [
  { layer: "open", label: say("layers.open"), swatch: "open", title: say("layers.cellsOnTheOpenList") },
  { layer: "closed", label: say("layers.closed"), swatch: "closed", title: say("layers.cellsThatWereExpandedThe") },
  { layer: "g", label: say("layers.gAsHeat"), swatch: "heat", title: say("layers.colourByTheCostSo") },
  { layer: "h", label: say("layers.hAsHeat"), swatch: "heat", title: say("layers.colourByTheEstimateTo") },
  { layer: "f", label: say("layers.fAsHeat"), swatch: "heat", title: say("layers.colourByWhatTheOpen") },
  { layer: "contours", label: say("layers.contours"), title: say("layers.linesOfEqualCostAs") },
  { layer: "field", label: say("layers.field"), swatch: "heat", title: say("layers.whatItCostsToB") },
  { layer: "parents", label: say("layers.parents"), title: say("layers.anArrowToWhereEach") },
  { layer: "jumps", label: say("layers.jumpPoints"), swatch: "jump", title: say("layers.diamondsWhereAJumpPoint") },
  {
    layer: "learnt",
    label: say("layers.learnt"),
    swatch: "learnt",
    title: say("layers.cellsAboutWhichAUnit"),
  },
  { layer: "values", label: say("layers.values"), title: say("layers.gHAndFAs") },
  { layer: "grid", label: say("layers.gridLines"), title: say("layers.linesBetweenCells") },
];

export function layersPanel(app: App): HTMLElement {
  const boxes = LAYERS.map(({ layer, label, swatch, title }) => {
    const input = el("input", {
      type: "checkbox",
      checked: app.layers.has(layer),
      "data-layer": layer,
      on: { change: () => app.toggle(layer, input.checked) },
    });
    return {
      layer,
      input,
      root: el(
        "label",
        { class: "check", title },
        input,
        el("span", { class: `swatch ${swatch ?? ""}`, "aria-hidden": "true" }),
        label,
      ),
    };
  });
  app.topics.on("layers", () => {
    for (const { layer, input } of boxes) input.checked = app.layers.has(layer);
  });
  return section(say("layers.layers"), "layers", el("div", { class: "checks" }, ...boxes.map(({ root }) => root)));
}
