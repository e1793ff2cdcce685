// The unit: a single cell, a preset, or a footprint of one's own; headings; the walk.

import type { App } from "../app";
import { gaveUp } from "../summary";
import { HEADING_NAMES } from "../unit/headings";
import { cannotStart, Unit } from "../unit/unit";
import { meaning, say } from "../words";
import { button, chooser, count, el, section } from "./dom";
import { timeCell } from "./statistics";

const SINGLE_CELL = "cell";
const SIDE = 5;
/** What may guide a body's search. */
const ESTIMATES = [
  { value: "auto", label: "auto", title: say("unit.theEnginesChoiceTheFastest") },
  { value: "free", label: "free", title: say("unit.theCostWithNothingIn") },
  { value: "steps", label: "steps", title: say("unit.stepsAndTurnsAsIf") },
  { value: "euclid", label: "euclid", title: say("unit.asTheCrowFlies") },
  { value: "zero", label: "zero", title: say("unit.noEstimateDijkstra") },
  { value: "field", label: "field", title: say("unit.costsFromTheGoalOver") },
];

export function unitPanel(app: App): HTMLElement {
  const presets = app.session.registry.bodies;
  const choose = (preset: string, footprint?: string) =>
    void app.attempt(async () => {
      // What was chosen for the unit before holds for the next one.
      const { from: heading, to: goalHeading } = app.unit?.shared() ?? {};
      // A footprint is drawn for the rules there are, edited or not; another preset has rules of its own.
      const rules = footprint === undefined ? undefined : app.unit?.options.rules;
      const options = { preset, footprint, rules, heading, goalHeading, estimate: app.unit?.estimate };
      app.setUnit(preset === SINGLE_CELL ? null : await Unit.open(app, options));
    });
  const kind = chooser(
    say("page.unit"),
    [
      { value: SINGLE_CELL, label: say("unit.aSingleCell"), title: say("unit.noSizeNoHeadingEvery") },
      ...presets.map(({ name, summary }) => ({ value: name, label: name, title: meaning("body", name, summary) })),
    ],
    SINGLE_CELL,
    (value) => choose(value),
    true,
  );
  const headings = HEADING_NAMES.map((label, index) => ({ value: String(index), label }));
  const from = chooser(say("unit.start"), headings, "0", (value) => app.unit?.turn(0, Number(value)));
  const to = chooser(say("unit.goal"), [{ value: "any", label: say("unit.anyHeading") }, ...headings], "any", (value) =>
    app.unit?.turn(1, value === "any" ? null : Number(value)),
  );
  const estimate = chooser(say("unit.estimate"), ESTIMATES, "free", (value) => app.unit?.chooseEstimate(value), true);
  const draw = footprintEditor(app, (rows) => choose(kind.select.value, rows));
  const rules = el("details", {
    on: {
      toggle: () =>
        void app.attempt(async () => {
          if (rules.open && rules.childElementCount === 1) rules.append((await import("./rules")).rulesEditor(app));
        }),
    },
  });
  rules.append(el("summary", { text: say("unit.editItsRules") }));
  const more = el(
    "div",
    { class: "part-body inner", hidden: true },
    from.root,
    to.root,
    estimate.root,
    el(
      "details",
      {},
      el("summary", { text: say("unit.drawItsFootprint") }),
      el("p", { class: "hint", text: say("unit.headingEastTheCellIn") }),
      draw,
    ),
    rules,
  );
  const show = () => {
    more.hidden = !app.unit;
    kind.set(app.unit?.options.preset ?? SINGLE_CELL, app.unit ? ownWords(app.unit) : undefined);
    if (!app.unit) return;
    estimate.set(app.unit.estimate);
    from.set(String(app.unit.heading));
    to.set(app.unit.goalHeading === null ? "any" : String(app.unit.goalHeading));
  };
  app.topics.on("unit", show);
  return section(say("page.unit"), "unit", kind.root, more);
}

/** A preset's own words give the size of its own footprint and its own moves: not of what was drawn or edited. */
function ownWords(unit: Unit): string | undefined {
  if (unit.options.rules !== undefined) return say("unit.movesByRulesYou");
  if (unit.options.footprint === undefined) return undefined;
  const offsets = unit.offsets(0);
  const span = (axis: 0 | 1) => {
    const along = [...offsets].filter((_, part) => part % 2 === axis);
    return Math.max(...along) - Math.min(...along) + 1;
  };
  return say("unit.movesAsTheDoesIts", { preset: unit.options.preset, width: span(1), length: span(0) });
}

/** Cells to switch on and off around a pivot; gives rows of P, # and dots. */
function footprintEditor(app: App, changed: (rows: string) => void): HTMLElement {
  const on = Array.from({ length: SIDE * SIDE }, () => false);
  const middle = Math.floor((SIDE * SIDE) / 2);
  on[middle] = true;
  const root = el("div", { class: "footprint", role: "group", "aria-label": say("unit.footprint") });
  root.style.gridTemplateColumns = `repeat(${SIDE}, 26px)`;
  const buttons = on.map((_, index) =>
    button(
      index === middle ? "P" : "",
      say("unit.columnRow", { column: (index % SIDE) + 1, row: Math.floor(index / SIDE) + 1 }),
      () => {
        if (index === middle) return;
        on[index] = !on[index];
        buttons[index].setAttribute("aria-pressed", String(on[index]));
        changed(rows());
      },
      {
        "aria-pressed": String(on[index]),
        "aria-label":
          index === middle
            ? say("unit.pivot")
            : say("unit.cell", { x: (index % SIDE) - 2, y: Math.floor(index / SIDE) - 2 }),
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
  const walk = button(say("unit.walk"), say("unit.letTheUnitWalkPaint"), () => void app.unit?.toggleWalk(), {
    class: "primary",
  });
  const root = section(
    say("unit.unitsPath"),
    "search",
    el(
      "div",
      { class: "row" },
      walk,
      button(say("unit.back"), say("unit.backToTheStart"), () => app.unit?.walkBack()),
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
    walk.textContent = unit.walking ? say("page.stop") : say("unit.walk");
    const rows: [row: string, name: string, value: string | Node][] = [
      [
        "time needed",
        say("unit.timeNeeded"),
        answer?.found
          ? say("unit.units", { cost: answer.cost })
          : answer
            ? (gaveUp(answer) ?? say("figures.noPath"))
            : "–",
      ],
      ["moves", say("search.moves"), answer?.found ? count(answer.steps) : "–"],
      ["placements expanded", say("unit.placementsExpanded"), answer ? count(answer.expanded) : "–"],
      ["generated", say("figures.generated"), answer ? count(answer.generated) : "–"],
      [
        "time",
        say("figures.time"),
        unit.timing ? timeCell(unit.timing, false) : app.solver.timing ? say("figures.measuring") : "–",
      ],
      [
        "verified",
        say("figures.verified"),
        answer?.verified
          ? el("span", { class: "badge good", text: say("unit.optimal") })
          : answer?.flaw
            ? el("span", { class: "badge bad", text: say("figures.flawed"), title: answer.flaw })
            : "–",
      ],
    ];
    if (replanned)
      rows.push(
        [
          "planned again",
          say("unit.plannedAgain"),
          replanned.times === 1
            ? say("unit.onceBy", { method: replanned.method })
            : say("unit.timesBy", { times: replanned.times, method: replanned.method }),
        ],
        [
          "re-expanded",
          say("unit.reExpanded"),
          say("unit.fromScratch", { expanded: count(replanned.expanded), fresh: count(replanned.fresh) }),
        ],
        ["placements learnt about", say("unit.placementsLearntAbout"), count(replanned.learnt)],
      );
    table.replaceChildren(
      el("caption", { class: "visually-hidden", text: say("unit.whatTheUnitsPathCosts") }),
      el(
        "tbody",
        {},
        ...rows.map(([row, name, value]) =>
          el("tr", { "data-row": row }, el("th", { scope: "row", text: name }), el("td", {}, value)),
        ),
      ),
    );
    const problem =
      unit.error ??
      (unit.unfit ? cannotStart(unit.options.preset, unit.unfit) : null) ??
      (answer && !answer.found && !gaveUp(answer) ? (answer.why ?? say("unit.thereIsNoPath")) : null);
    note.textContent =
      problem ??
      (unit.walking ? say("unit.paintAWallAcrossIts") : unit.walk.underWay ? say("unit.theUnitIsWaiting") : "");
    note.classList.toggle("error", Boolean(problem));
    note.hidden = note.textContent === "";
  };
  app.topics.on(["unit", "answer", "walk", "timing"], show);
  return root;
}
