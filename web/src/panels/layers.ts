// What is drawn: layers to switch.
import type { App, Layer } from "../app";
import { el, section } from "./dom";

const LAYERS: { layer: Layer; label: string; swatch?: string; title: string }[] = [
  { layer: "open", label: "Open", swatch: "open", title: "Cells on the open list: seen, not yet expanded" },
  { layer: "closed", label: "Closed", swatch: "closed", title: "Cells that were expanded: the darker, the later" },
  { layer: "g", label: "g as heat", swatch: "heat", title: "Colour by the cost so far" },
  { layer: "h", label: "h as heat", swatch: "heat", title: "Colour by the estimate to go" },
  { layer: "f", label: "f as heat", swatch: "heat", title: "Colour by what the open list is ordered by" },
  { layer: "contours", label: "Contours", title: "Lines of equal cost, as on a walker's map" },
  { layer: "parents", label: "Parents", title: "An arrow to where each cell was reached from (zoom in)" },
  { layer: "jumps", label: "Jump points", swatch: "jump", title: "Diamonds where a jump point search stopped" },
  {
    layer: "learnt",
    label: "Learnt",
    swatch: "learnt",
    title: "Cells about which a unit has learnt something that it uses when it plans again",
  },
  { layer: "values", label: "Values", title: "g, h and f as numbers (zoom in far)" },
  { layer: "grid", label: "Grid lines", title: "Lines between cells" },
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
  return section("Layers", "layers", el("div", { class: "checks" }, ...boxes.map(({ root }) => root)));
}
