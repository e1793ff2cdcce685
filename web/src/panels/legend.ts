// What the colours mean, and what one can do, on the map itself; folded away once it is known.

import type { App } from "../app";
import { theme } from "../render/palette";
import { colourOf, type Mark } from "../render/swatches";
import { say } from "../words";
import { button, el } from "./dom";

const REMEMBERED = "wayline.legend";

const heated = ({ layers }: App) => (["g", "h", "f"] as const).find((layer) => layers.has(layer));
/** The costs to B lie over whatever a search marks. */
const covered = ({ layers, unit }: App) => !unit && layers.has("field");

/** What is drawn: its mark, a letter on it, its name, more about it where there is room; and when. */
const ENTRIES: readonly [
  kind: Mark | "danger" | "lead" | "ground" | "jump" | "heat" | "far" | "learnt",
  letter: string,
  label: string,
  more: string,
  shown?: (app: App) => boolean,
][] = [
  ["start", "A", say("legend.start"), ""],
  ["goal", "B", say("legend.goal"), ""],
  ["open", "", say("legend.open"), say("legend.waiting"), (app) => app.layers.has("open") && !covered(app)],
  [
    "closed",
    "",
    say("legend.closed"),
    say("legend.expanded"),
    (app) => app.layers.has("closed") && !heated(app) && !covered(app),
  ],
  ["heat", "", say("legend.heat"), "", (app) => heated(app) !== undefined && !covered(app)],
  ["far", "", say("legend.toGoal"), "", covered],
  ["current", "", say("legend.current"), ""],
  ["path", "", say("legend.path"), ""],
  ["lead", "", say("legend.lead"), "", ({ unit, field }) => !unit && field?.found != null],
  ["ground", "", say("legend.ground"), "", ({ map }) => map.weighted],
  ["danger", "", say("legend.danger"), "", ({ map, unit }) => map.dangerous && !unit],
  [
    "jump",
    "",
    say("legend.jump"),
    "",
    ({ layers, panes, unit }) =>
      !unit && layers.has("jumps") && panes.some(({ answer }) => answer?.algorithm.startsWith("jps")),
  ],
  ["learnt", "", say("legend.learnt"), "", ({ layers, unit }) => layers.has("learnt") && unit !== null],
];

const MARKS: readonly string[] = ["start", "goal", "open", "closed", "current", "path"] satisfies Mark[];
const isMark = (kind: string): kind is Mark => MARKS.includes(kind);

export function legend(app: App): HTMLElement {
  const entries = el(
    "ul",
    {},
    ...ENTRIES.map(([kind, letter, label, more]) =>
      el(
        "li",
        {},
        el("span", { class: `key key-${kind}`, "aria-hidden": "true", text: letter }),
        el("span", {}, label, more && el("span", { class: "more", text: more })),
      ),
    ),
  );
  const hint = el("p", {});
  const body = el("div", { class: "legend-body" }, entries, hint);
  const fold = button("", "", () => set(body.hidden), { class: "legend-fold" });
  const root = el("div", { class: "legend", role: "group", "aria-label": say("legend.legend") }, body, fold);
  const set = (open: boolean) => {
    body.hidden = !open;
    fold.textContent = open ? "×" : say("legend.legend");
    fold.title = open ? say("legend.hideTheLegend") : say("legend.showTheLegend");
    fold.setAttribute("aria-label", fold.title);
    fold.setAttribute("aria-expanded", String(open));
    try {
      localStorage.setItem(REMEMBERED, open ? "open" : "folded");
    } catch {
      // Storage may be forbidden.
    }
  };
  const show = () => {
    for (const [index, [kind, , label, , shown]] of ENTRIES.entries()) {
      const item = entries.children[index] as HTMLElement;
      item.hidden = shown !== undefined && !shown(app);
      const [key, name] = item.children as unknown as HTMLElement[];
      if (isMark(kind)) key.style.setProperty("background", colourOf(kind, theme()));
      // Where colours are costs, a dot says that a cell is open.
      if (kind === "open") key.classList.toggle("dotted", heated(app) !== undefined);
      if (kind === "heat") name.textContent = `${heated(app) ?? ""}: ${label}`;
    }
    hint.textContent = app.unit
      ? say("legend.pressWalkAndPaintA")
      : say(document.body.classList.contains("embed") ? "legend.withoutTools" : "legend.dragAOrBClick");
  };
  app.topics.on(["theme", "unit", "layers", "map", "field", "answer"], show);
  show();
  let folded = false;
  try {
    folded = localStorage.getItem(REMEMBERED) === "folded";
  } catch {
    // Storage may be forbidden.
  }
  set(!folded);
  return root;
}
