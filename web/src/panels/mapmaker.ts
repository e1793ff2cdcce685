// Where maps come from: generators (the form is made from the engine's list), files, another size.

import type { App } from "../app";
import { meaning, nameOf, say } from "../words";
import { button, chooser, count, el, iconButton, section, slider } from "./dom";
import { openFiles, saveMap } from "./files";
import { gallery } from "./gallery";

const MOST_SIDE = 1024;
/** Parameters whose names alone would be taken for the size of the map. */
const LABELS: Readonly<Record<string, string>> = {
  "random.size": say("map.obstacles"),
  "rooms.size": say("map.rooms"),
};
/** What the kind is where no generator made the map. */
const OWN = "own";

export function mapPanel(app: App): HTMLElement {
  const { generators } = app.session.registry;
  const values = new Map<string, number>();
  let kind = "caves";

  const form = el("div", { class: "fields" });
  const parametersOf = () => generators.find((known) => known.name === kind)?.parameters ?? [];
  const spec = (size: [number, number]) => {
    const chosen = parametersOf().map(
      ({ name, default: usual }) => `${name}=${values.get(`${kind}.${name}`) ?? usual}`,
    );
    return [kind, size.join("x"), ...chosen].join(":");
  };
  /** What the form shows. Maps of its own do not change it: a slider that is held would be lost. */
  let shown: string | null | undefined;
  const generate = () => {
    const size = sized();
    if (!size || kind === OWN) return;
    shown = spec(size);
    void app.open({ spec: shown });
  };
  const later = debounced(generate, 60);

  // Sizes are numbers that wait for a button: a slider that made a map at once would destroy a painted one.
  const side = (label: string) =>
    el("input", { type: "number", min: "1", max: String(MOST_SIDE), step: "1", value: "64", "aria-label": label });
  const [width, height] = [side(say("map.width")), side(say("map.height"))];
  /** The size in the fields; null, and a complaint, if it cannot be. */
  const sized = (): [number, number] | null => {
    const wrong = [width, height].find((input) => !input.checkValidity() || Number.isNaN(input.valueAsNumber));
    if (!wrong) return [width.valueAsNumber, height.valueAsNumber];
    const asked = wrong.value === "" ? say("map.nothing") : wrong.value;
    app.complain(
      wrong === width
        ? say("map.isNotAWidthOf", { asked, most: MOST_SIDE })
        : say("map.isNotAHeightOf", { asked, most: MOST_SIDE }),
    );
    wrong.focus();
    return null;
  };

  const fill = () => {
    form.replaceChildren(
      ...parametersOf().map((parameter) => {
        const key = `${kind}.${parameter.name}`;
        const value = values.get(key) ?? parameter.default;
        values.set(key, value);
        if (parameter.name === "seed")
          return seedField(value, (to) => {
            values.set(key, to);
            generate();
          });
        const name = LABELS[key] ?? nameOf("parameter", parameter.name);
        const made = slider(
          name,
          { ...parameter, value },
          (at) => (parameter.step < 1 ? `${Math.round(at * 100)} %` : `${at}`),
          (to) => {
            values.set(key, to);
            later();
          },
        );
        made.root.title = meaning("parameter", `${kind}.${parameter.name}`, parameter.summary);
        return made.root;
      }),
    );
  };
  const kinds = chooser(
    say("map.kind"),
    [
      ...generators.map(({ name, summary }) => ({
        value: name,
        label: name,
        title: meaning("generator", name, summary),
      })),
      { value: OWN, label: say("map.yourOwn"), title: say("map.notMadeByAGenerator") },
    ],
    kind,
    (to) => {
      kind = to;
      fill();
      generate();
    },
    true,
  );
  fill();

  const file = el("input", {
    type: "file",
    class: "hidden",
    multiple: true,
    accept: ".map,.scen,.png,.txt,.yaml,.yml,.json,image/png,text/plain",
    "aria-label": say("map.openAMap"),
    on: {
      change: () => {
        void openFiles(app, [...(file.files ?? [])]);
        file.value = "";
      },
    },
  });
  const format = el(
    "select",
    { "aria-label": say("map.formatToSaveIn") },
    el("option", { value: "map", text: ".map" }),
    el("option", { value: "png", text: ".png" }),
    el("option", { value: "txt", text: ".txt" }),
  );

  /** The form follows maps that came from elsewhere: a link, a lesson. */
  const follow = () => {
    const made = app.made?.spec ?? null;
    if (made === shown) return;
    shown = made;
    const [name, , ...parameters] = made?.split(":") ?? [OWN];
    kind = generators.some((known) => known.name === name) ? name : OWN;
    for (const parameter of parameters) {
      const [key, value] = parameter.split("=");
      if (key && Number.isFinite(Number(value))) values.set(`${kind}.${key}`, Number(value));
    }
    kinds.set(kind);
    fill();
  };

  const size = el("p", { class: "hint", "data-size": "" });
  app.topics.on("map", () => {
    follow();
    make.disabled = kind === OWN;
    width.valueAsNumber = app.map.width;
    height.valueAsNumber = app.map.height;
    size.textContent = say("map.cellsOfThemFree", {
      width: app.map.width,
      height: app.map.height,
      freeCells: count(app.map.freeCells),
    });
  });
  const make = button(say("map.make"), say("map.makeThisMap"), generate, { class: "primary" });
  return section(
    say("map.map"),
    "map",
    gallery(app),
    kinds.root,
    el(
      "div",
      { class: "field" },
      el("span", { text: say("chart.size") }),
      el("div", { class: "row sides" }, width, "×", height),
    ),
    form,
    el(
      "div",
      { class: "row" },
      make,
      button(
        say("map.clear"),
        say("map.anEmptyMapOfThis"),
        () => void app.open({ spec: `open:${app.map.width}x${app.map.height}` }),
      ),
      button(say("map.resize"), say("map.keepTheCellsChangeThe"), () => {
        const size = sized();
        if (size) void app.resize(...size);
      }),
    ),
    el(
      "div",
      { class: "row" },
      button(say("map.open"), say("map.aMapPngOrASCII"), () => file.click()),
      file,
      format,
      button(
        say("map.save"),
        say("map.saveTheMapInThis"),
        () => void saveMap(app, format.value as "map" | "png" | "txt"),
      ),
    ),
    size,
  );
}

function seedField(value: number, set: (to: number) => void): HTMLElement {
  const input = el("input", {
    type: "number",
    min: "0",
    max: "4294967295",
    step: "1",
    value: String(value),
    on: {
      change: () => set(Math.max(0, Math.floor(input.valueAsNumber || 0))),
    },
  });
  return el(
    "div",
    { class: "field seed" },
    el("label", {}, el("span", { text: say("map.seed") }), input),
    iconButton("dice", say("map.anotherSeed"), say("map.anotherSeed"), () => {
      input.value = String(Math.floor(Math.random() * 100000));
      set(input.valueAsNumber);
    }),
  );
}

function debounced(act: () => void, ms: number): () => void {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(act, ms);
  };
}
