// Where maps come from: generators (the form is made from the engine's list), files, another size.
import type { App } from "../app";
import { button, chooser, el, iconButton, section, slider } from "./dom";
import { openFile, saveMap } from "./files";

const MOST_SIDE = 1024;

export function mapPanel(app: App): HTMLElement {
  const { generators } = app.session.registry;
  const values = new Map<string, number>();
  let kind = "caves";
  const scale = { cells: 64 };

  const form = el("div", { class: "fields" });
  const spec = () => {
    const parameters = generators.find((known) => known.name === kind)!.parameters;
    const chosen = parameters.map(({ name, default: usual }) => `${name}=${values.get(`${kind}.${name}`) ?? usual}`);
    return [kind, `${width.input.valueAsNumber}x${height.input.valueAsNumber}`, ...chosen].join(":");
  };
  const generate = () => void app.open({ spec: spec() });
  const later = debounced(generate, 60);

  const side = (label: string) => slider(label, { least: 4, most: MOST_SIDE, step: 1, value: scale.cells }, (value) => `${value} cells`, later);
  const width = side("Width");
  const height = side("Height");

  const fill = () => {
    const { parameters } = generators.find((known) => known.name === kind)!;
    form.replaceChildren(...parameters.map((parameter) => {
      const key = `${kind}.${parameter.name}`;
      const value = values.get(key) ?? parameter.default;
      values.set(key, value);
      if (parameter.name === "seed") return seedField(value, (to) => { values.set(key, to); generate(); });
      const name = parameter.name[0]!.toUpperCase() + parameter.name.slice(1);
      const made = slider(name, { ...parameter, value }, (at) => (parameter.step < 1 ? `${Math.round(at * 100)} %` : `${at}`), (to) => {
        values.set(key, to);
        later();
      });
      made.root.title = parameter.summary;
      return made.root;
    }));
  };
  const kinds = chooser("Kind", generators.map(({ name, summary }) => ({ value: name, label: name, title: summary })), kind, (to) => {
    kind = to;
    fill();
    generate();
  }, true);
  fill();

  const file = el("input", { type: "file", class: "hidden", accept: ".map,.png,.txt,.yaml,.yml,.json,image/png,text/plain", "aria-label": "Open a map", on: {
    change: () => { const [chosen] = file.files ?? []; if (chosen) void openFile(app, chosen); file.value = ""; },
  } });
  const format = el("select", { "aria-label": "Format to save in" },
    el("option", { value: "map", text: ".map (Moving AI)" }), el("option", { value: "png", text: ".png" }), el("option", { value: "txt", text: ".txt (ASCII)" }));

  app.topics.on("map", () => {
    width.set(app.map.width);
    height.set(app.map.height);
  });
  return section("Map", "map",
    kinds.root, width.root, height.root, form,
    el("div", { class: "row" },
      button("Make", "Make this map", generate, { class: "primary" }),
      button("Clear", "An empty map of this size", () => void app.open({ spec: `open:${app.map.width}x${app.map.height}` })),
      button("Resize", "Keep the cells, change the size to that above", () => void app.resize(width.input.valueAsNumber, height.input.valueAsNumber)),
    ),
    el("div", { class: "row" },
      button("Open…", "A .map, .png or ASCII file, or a Posthoc trace; dropping it on the page does the same", () => file.click()), file,
      format, button("Save", "Save the map in this format", () => void saveMap(app, format.value as "map" | "png" | "txt")),
    ),
  );
}

function seedField(value: number, set: (to: number) => void): HTMLElement {
  const input = el("input", { type: "number", min: "0", max: "4294967295", step: "1", value: String(value), on: {
    change: () => set(Math.max(0, Math.floor(input.valueAsNumber || 0))),
  } });
  return el("div", { class: "field seed" }, el("label", {}, el("span", { text: "Seed" }), input),
    iconButton("dice", "Another seed", "Another seed", () => { input.value = String(Math.floor(Math.random() * 100000)); set(input.valueAsNumber); }));
}

function debounced(act: () => void, ms: number): () => void {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(act, ms);
  };
}
