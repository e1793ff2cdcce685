// The unit: a single cell, a preset, or a footprint of one's own; headings; the walk.
import type { App } from "../app";
import { gaveUp } from "../summary";
import { cannotStart, HEADING_NAMES, Unit } from "../unit/unit";
import { button, chooser, count, el, section } from "./dom";
import { timeCell } from "./statistics";

const SINGLE_CELL = "cell";
const SIDE = 5;
/** What may guide a body's search. */
const ESTIMATES = [
  { value: "auto", label: "auto", title: "the engine's choice: the fastest, with the least to watch" },
  { value: "free", label: "free", title: "the cost with nothing in the way, moves and turns included" },
  { value: "steps", label: "steps", title: "steps and turns, as if each were the cheapest" },
  { value: "euclid", label: "euclid", title: "as the crow flies" },
  { value: "zero", label: "zero", title: "no estimate: Dijkstra" },
  { value: "field", label: "field", title: "costs from the goal over folded headings, grown as far as needed" },
];

export function unitPanel(app: App): HTMLElement {
  const presets = app.session.registry.bodies;
  const choose = (preset: string, footprint?: string) =>
    void app.attempt(async () => {
      // What was chosen for the unit before holds for the next one.
      const { from: heading, to: goalHeading } = app.unit?.shared() ?? {};
      const options = { preset, footprint, heading, goalHeading, estimate: app.unit?.estimate };
      app.setUnit(preset === SINGLE_CELL ? null : await Unit.open(app, options));
    });
  const kind = chooser(
    "Unit",
    [
      { value: SINGLE_CELL, label: "a single cell", title: "no size, no heading: every algorithm" },
      ...presets.map(({ name, summary }) => ({ value: name, label: name, title: summary })),
    ],
    SINGLE_CELL,
    (value) => choose(value),
    true,
  );
  const headings = HEADING_NAMES.map((label, index) => ({ value: String(index), label }));
  const from = chooser("Start", headings, "0", (value) => app.unit?.turn(0, Number(value)));
  const to = chooser("Goal", [{ value: "any", label: "any heading" }, ...headings], "any", (value) =>
    app.unit?.turn(1, value === "any" ? null : Number(value)),
  );
  const estimate = chooser("Estimate", ESTIMATES, "free", (value) => app.unit?.chooseEstimate(value), true);
  const draw = footprintEditor(app, (rows) => choose(kind.select.value, rows));
  const more = el(
    "div",
    { class: "part-body inner", hidden: true },
    from.root,
    to.root,
    estimate.root,
    el(
      "details",
      {},
      el("summary", { text: "Draw its footprint" }),
      el("p", { class: "hint", text: "Heading east. The cell in the middle is the pivot." }),
      draw,
    ),
  );
  const show = () => {
    more.hidden = !app.unit;
    kind.set(app.unit?.options.preset ?? SINGLE_CELL, app.unit?.options.footprint && ownFootprint(app.unit));
    if (!app.unit) return;
    estimate.set(app.unit.estimate);
    from.set(String(app.unit.heading));
    to.set(app.unit.goalHeading === null ? "any" : String(app.unit.goalHeading));
  };
  app.topics.on("unit", show);
  return section("Unit", "unit", kind.root, more);
}

/** A preset's own words give the size of its own footprint: not of one that was drawn. */
function ownFootprint(unit: Unit): string {
  const offsets = unit.offsets(0);
  const span = (axis: 0 | 1) => {
    const along = [...offsets].filter((_, part) => part % 2 === axis);
    return Math.max(...along) - Math.min(...along) + 1;
  };
  return `moves as the ${unit.options.preset} does; its footprint was drawn: ${span(1)}x${span(0)} cells`;
}

/** Cells to switch on and off around a pivot; gives rows of P, # and dots. */
function footprintEditor(app: App, changed: (rows: string) => void): HTMLElement {
  const on = Array.from({ length: SIDE * SIDE }, () => false);
  const middle = Math.floor((SIDE * SIDE) / 2);
  on[middle] = true;
  const root = el("div", { class: "footprint", role: "group", "aria-label": "Footprint" });
  root.style.gridTemplateColumns = `repeat(${SIDE}, 26px)`;
  const buttons = on.map((_, index) =>
    button(
      index === middle ? "P" : "",
      `Column ${(index % SIDE) + 1}, row ${Math.floor(index / SIDE) + 1}`,
      () => {
        if (index === middle) return;
        on[index] = !on[index];
        buttons[index].setAttribute("aria-pressed", String(on[index]));
        changed(rows());
      },
      {
        "aria-pressed": String(on[index]),
        "aria-label": index === middle ? "Pivot" : `Cell ${(index % SIDE) - 2}, ${Math.floor(index / SIDE) - 2}`,
      },
    ),
  );
  const rows = () =>
    Array.from({ length: SIDE }, (_, y) =>
      Array.from({ length: SIDE }, (_, x) => {
        const index = y * SIDE + x;
        return index === middle ? "P" : on[index] ? "#" : ".";
      }).join(""),
    ).join("\n");
  // Shows the unit's footprint, wherever it was drawn.
  app.topics.on("unit", () => {
    const offsets = app.unit?.offsets(0) ?? new Int32Array(0);
    on.fill(false);
    for (let part = 0; part < offsets.length; part += 2) {
      const [x, y] = [offsets[part] + 2, offsets[part + 1] + 2];
      if (x >= 0 && y >= 0 && x < SIDE && y < SIDE) on[y * SIDE + x] = true;
    }
    on[middle] = true;
    for (const [index, cell] of buttons.entries()) cell.setAttribute("aria-pressed", String(on[index]));
  });
  root.append(...buttons);
  return root;
}

/** What the unit's plan cost, and what replanning saved. */
export function unitFigures(app: App): HTMLElement {
  const table = el("table", { class: "figures" });
  const note = el("p", { class: "note" });
  const walk = button(
    "Walk",
    "Let the unit walk; paint a wall across its path (g)",
    () => void app.unit?.toggleWalk(),
    {
      class: "primary",
    },
  );
  const root = section(
    "Unit's path",
    "search",
    el(
      "div",
      { class: "row" },
      walk,
      button("Back", "Back to the start", () => app.unit?.walkBack()),
    ),
    table,
    note,
  );
  root.hidden = true;
  const show = () => {
    const { unit } = app;
    root.hidden = !unit;
    if (!unit) return;
    const { answer, replanned } = unit;
    walk.textContent = unit.walking ? "Stop" : "Walk";
    const rows: [string, string | Node][] = [
      ["Time needed", answer?.found ? `${answer.cost} units` : answer ? (gaveUp(answer) ?? "no path") : "–"],
      ["Moves", answer?.found ? count(answer.steps) : "–"],
      ["Placements expanded", answer ? count(answer.expanded) : "–"],
      ["Generated", answer ? count(answer.generated) : "–"],
      ["Time", unit.timing ? timeCell(unit.timing, false) : app.solver.timing ? "measuring …" : "–"],
      [
        "Verified",
        answer?.verified
          ? el("span", { class: "badge good", text: "✓ optimal" })
          : answer?.flaw
            ? el("span", { class: "badge bad", text: "✗ flawed", title: answer.flaw })
            : "–",
      ],
    ];
    if (replanned)
      rows.push(
        ["Planned again", `${replanned.times === 1 ? "once" : `${replanned.times} times`}, by ${replanned.method}`],
        ["Re-expanded", `${count(replanned.expanded)} (from scratch: ${count(replanned.fresh)})`],
        ["Placements learnt about", count(replanned.learnt)],
      );
    table.replaceChildren(
      el("caption", { class: "visually-hidden", text: "What the unit's path costs" }),
      el(
        "tbody",
        {},
        ...rows.map(([name, value]) =>
          el("tr", { "data-row": name.toLowerCase() }, el("th", { scope: "row", text: name }), el("td", {}, value)),
        ),
      ),
    );
    const problem =
      unit.error ??
      (unit.unfit ? cannotStart(unit.options.preset, unit.unfit) : null) ??
      (answer && !answer.found && !gaveUp(answer) ? (answer.why ?? "There is no path.") : null);
    note.textContent =
      problem ?? (unit.walking ? "Paint a wall across its path." : unit.walk.underWay ? "The unit is waiting." : "");
    note.classList.toggle("error", Boolean(problem));
    note.hidden = note.textContent === "";
  };
  app.topics.on(["unit", "answer", "walk", "timing"], show);
  return root;
}
