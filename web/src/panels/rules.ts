// The rules of the unit as text, edited live: what can be read is on the map a moment later, and its path with it.

import type { App } from "../app";
import { rowsOf, rulesOf } from "../unit/rules";
import { Unit } from "../unit/unit";
import { say } from "../words";
import { button, el } from "./dom";

/** How long nothing is typed before it is read. */
const SETTLE_MS = 250;

export function rulesEditor(app: App): HTMLElement {
  const text = el("textarea", {
    class: "rules",
    rows: 14,
    spellcheck: false,
    "aria-label": say("unit.rulesAsTOML"),
    "aria-describedby": "rules-note",
    on: { input: () => later() },
  });
  const note = el("p", { class: "note", id: "rules-note", role: "status" });
  let timer = 0;
  let asked = 0;
  /** The unit that the text is about: another one brings its own. */
  let shown: Unit | null = null;

  const later = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void read(), SETTLE_MS);
  };
  const read = async () => {
    const [mine, before] = [++asked, app.unit];
    if (!before) return;
    try {
      await rowsOf(text.value);
      const { preset, from: heading, to: goalHeading } = before.shared();
      const options = { preset, rules: text.value, heading, goalHeading, estimate: before.estimate };
      const made = await Unit.open(app, options);
      // Typed on meanwhile, or another unit was chosen.
      if (mine !== asked || app.unit !== before) return made.close();
      shown = made;
      app.setUnit(made);
      report("", false);
    } catch (error) {
      if (mine === asked) report(error instanceof Error ? error.message : String(error), true);
    }
  };
  const report = (message: string, wrong: boolean) => {
    note.textContent = message;
    note.classList.toggle("error", wrong);
    text.setAttribute("aria-invalid", String(wrong));
  };
  const show = async () => {
    const { unit } = app;
    if (!unit || unit === shown) return;
    shown = unit;
    const mine = ++asked;
    const rules = unit.options.rules ?? (await rulesOf(unit.options.preset));
    if (mine !== asked) return;
    text.value = rules;
    report("", false);
  };
  app.topics.on("unit", () => void app.attempt(show));
  void app.attempt(show);
  return el(
    "div",
    {},
    el("p", { class: "hint", text: say("unit.changeATimeAMove") }),
    text,
    note,
    el(
      "div",
      { class: "row" },
      button(say("unit.asItWas"), say("unit.theRulesOfThePreset"), () =>
        app.attempt(async () => {
          if (!app.unit) return;
          text.value = await rulesOf(app.unit.options.preset);
          await read();
        }),
      ),
    ),
  );
}
