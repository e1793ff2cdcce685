// What the colours mean, and what one can do, on the map itself; folded away once it is known.

import type { App } from "../app";
import { theme } from "../render/palette";
import { colourOf } from "../render/swatches";
import { say } from "../words";
import { button, el } from "./dom";

const REMEMBERED = "wayline.legend";

const ENTRIES = [
  ["start", "A", say("legend.start"), ""],
  ["goal", "B", say("legend.goal"), ""],
  ["open", "", say("legend.open"), say("legend.waiting")],
  ["closed", "", say("legend.closed"), say("legend.expanded")],
  ["current", "", say("legend.current"), ""],
  ["path", "", say("legend.path"), ""],
] as const;

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
    for (const [kind] of ENTRIES)
      entries.querySelector<HTMLElement>(`.key-${kind}`)?.style.setProperty("background", colourOf(kind, theme()));
    hint.textContent = app.unit
      ? say("legend.pressWalkAndPaintA")
      : say(document.body.classList.contains("embed") ? "legend.withoutTools" : "legend.dragAOrBClick");
  };
  app.topics.on(["theme", "unit"], show);
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
