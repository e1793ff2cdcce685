// Fields and danger: asks the engine's module for fields whenever the map, the ends or the rules change, and shows what
// it says. Loaded when a field is shown, or danger painted, for the first time.

import type { Field } from "wayline/fields";
import type { App } from "../app";
import { Caller } from "../engine/calls";
import { button, count, el, section } from "../panels/dom";
import { decimal, say } from "../words";
import { FieldView } from "./view";

/** A map with its rules, and the two ends. */
interface Asked {
  width: number;
  height: number;
  blocked: Uint8Array;
  multipliers: Float32Array;
  danger: Uint8Array;
  elevations: Int32Array;
  uphill: number;
  moves: number;
  corners: string;
  uniform: boolean;
  from: number;
  to: number;
}

export interface Calls {
  towards(asked: Asked): Field;
}

/** What is asked, for the chosen search's rules; null while there is nothing to show. */
function question(app: App): Asked | null {
  const { map, ends, layers, unit, pane } = app;
  if (!ends || unit || !(layers.has("field") || map.dangerous)) return null;
  const { width, height, blocked, multipliers, weighted, danger } = map;
  const { moves, corners, stepCosts, uphill } = pane.options;
  return {
    width,
    height,
    blocked,
    multipliers: weighted ? multipliers : new Float32Array(0),
    danger,
    elevations: app.session.elevations,
    uphill: app.hilly ? Number(uphill ?? 0) : 0,
    moves: Number(moves ?? 8),
    corners: String(corners ?? "never"),
    uniform: stepCosts === "uniform",
    from: ends[0],
    to: ends[1],
  };
}

export function showFields(app: App): HTMLElement {
  const engine = new Caller<Calls>(() => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }));
  const table = el("table", { class: "figures" });
  const note = el("p", { class: "hint" });
  const clear = button(say("field.clearDanger"), say("field.makeEveryCellSafe"), () => {
    app.beginStroke();
    app.paint(
      Uint32Array.from(app.map.danger.keys()).filter((cell) => app.map.danger[cell] > 0),
      {
        kind: "danger",
        danger: 0,
      },
    );
    app.endStroke();
  });
  const root = section(say("field.field"), "layers", note, table, el("div", { class: "row" }, clear));

  let [asked, busy] = [0, false];
  /** The last of many questions is answered. */
  const ask = () => {
    asked++;
    if (!busy) void answer();
  };
  const answer = async () => {
    busy = true;
    for (let mine = -1; mine !== asked; ) {
      mine = asked;
      const [wanted, { map, layers }] = [question(app), app];
      const found = wanted && (await app.attempt(() => engine.call("towards", wanted)));
      if (map === app.map) app.showField(new FieldView(map, found ?? null, layers.has("field")));
    }
    busy = false;
    show();
  };
  const show = () => {
    const { map, layers, unit, field, pane } = app;
    root.hidden = !(layers.has("field") || map.dangerous);
    clear.hidden = !map.dangerous;
    note.textContent = unit ? say("field.notForUnits") : say("field.hint");
    const found = unit ? null : (field?.found ?? null);
    table.hidden = found === null;
    if (!found) return;
    const walked = pane.answer?.path ?? new Uint32Array(0);
    const walkedInto = walked.subarray(1).reduce((sum, cell) => sum + map.danger[cell], 0);
    const rows = [
      [
        "field-cost",
        say("field.cost"),
        say("field.theCostOfTheCheapest"),
        found.cost === null ? say("figures.noPath") : decimal(found.cost, 3),
      ],
      ["field-danger", say("field.dangerOnIt"), say("field.whatEnteringItsCells"), count(found.danger)],
      [
        "search-danger",
        say("field.dangerOnTheSearchs"),
        say("field.theSearchIgnoresDanger"),
        pane.answer?.found ? count(walkedInto) : "–",
      ],
    ];
    table.replaceChildren(
      el(
        "tbody",
        {},
        ...rows.map(([row, name, title, value]) =>
          el("tr", { "data-row": row }, el("th", { scope: "row", text: name, title }), el("td", { text: value })),
        ),
      ),
    );
  };
  app.topics.on(["map", "ends", "options", "panes", "layers", "unit"], ask);
  app.topics.on("answer", show);
  ask();
  return root;
}
