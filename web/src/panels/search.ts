// Which search: every choice comes from the engine's own registry, so a new algorithm appears by itself.

import type { App } from "../app";
import { MOST_PANES, type Options } from "../pane";
import { numbered, titleOf } from "../summary";
import { decimal, meaning, say } from "../words";
import { button, chooser, el, section, slider } from "./dom";

export function searchPanel(app: App): HTMLElement {
  const { registry } = app.session;
  const list = (kind: string, from: { name: string; summary: string }[]) =>
    from.map(({ name, summary }) => ({ value: name, label: name, title: meaning(kind, name, summary) }));
  const choose = <K extends keyof Options>(
    title: string,
    name: K,
    from: { name: string; summary: string }[],
    explained = false,
  ) =>
    chooser(
      title,
      list(name, from),
      String(app.pane.options[name]),
      (value) => app.setOptions({ [name]: value } as Partial<Options>),
      explained,
    );

  const algorithm = choose(say("chart.algorithm"), "algorithm", registry.algorithms, true);
  const heuristic = choose(say("search.heuristic"), "heuristic", registry.heuristics, true);
  const open = choose(say("search.openList"), "open", [
    { name: "auto", summary: say("search.theEnginesChoiceAsThe") },
    ...registry.openLists,
  ]);
  const corners = choose(say("search.corners"), "corners", registry.corners);
  const ties = choose(say("search.ties"), "ties", registry.ties);
  const moves = chooser(
    say("search.moves"),
    [
      { value: "8", label: say("search.eightNeighbours"), title: say("search.straightAndDiagonal") },
      { value: "4", label: say("search.fourNeighbours"), title: say("search.straightOnly") },
    ],
    "8",
    (value) => app.setOptions({ moves: value === "4" ? 4 : 8 }),
  );
  const weight = slider(
    say("search.weight"),
    { least: 1, most: 5, step: 0.1, value: 1.5 },
    (value) => decimal(value, 1),
    (value) => app.setOptions({ weight: value }),
  );
  const uphill = slider(
    say("search.uphill"),
    { least: 0, most: 4, step: 0.25, value: 0 },
    (value) => say("search.aUnit", { value }),
    (value) => app.setOptions({ uphill: value }),
  );

  const steps = chooser(
    say("search.diagonals"),
    [
      { value: "exact", label: say("search.cost1414"), title: say("search.theirTrueLength") },
      { value: "uniform", label: say("search.cost1"), title: say("search.theSameAsStraightSteps") },
    ],
    "exact",
    (value) => app.setOptions({ stepCosts: value as Options["stepCosts"] }),
  );
  const closest = el("input", { type: "checkbox", on: { change: () => app.setOptions({ closest: closest.checked }) } });
  const nearest = el(
    "label",
    { class: "check", title: say("search.ifTheGoalCannotBe") },
    closest,
    say("search.closestCellIfThereIs"),
  );
  const tabs = el("div", { class: "panes", role: "group", "aria-label": say("search.searchesCompared") });
  const compare = button(say("search.compare"), say("search.addAnotherSearchOnThe"), () => app.addPane());
  const actions = el(
    "div",
    { class: "row" },
    button(say("search.go"), say("search.searchFromTheBeginningS"), () => app.search(), { class: "primary" }),
    compare,
  );
  const note = el("p", { class: "note" });
  let shown = "";

  const show = () => {
    const { options } = app.pane;
    const info = app.algorithm(options.algorithm);
    for (const [field, name] of [
      [algorithm, "algorithm"],
      [heuristic, "heuristic"],
      [open, "open"],
      [corners, "corners"],
      [ties, "ties"],
      [moves, "moves"],
      [steps, "stepCosts"],
    ] as const) {
      field.set(String(options[name]));
    }
    weight.set(options.weight ?? 1.5);
    uphill.set(options.uphill ?? 0);
    heuristic.root.hidden = !info?.informed;
    open.root.hidden = !info?.takesOpen;
    ties.root.hidden = !info?.takesOpen;
    weight.root.hidden = !info?.takesWeight;
    corners.root.hidden = steps.root.hidden = options.moves === 4;
    closest.checked = options.closest ?? false;
    uphill.root.hidden = !app.hilly;
    note.textContent = info?.plainGridsOnly && app.map.weighted ? say("search.thisAlgorithmNeedsAMap") : "";
    note.hidden = note.textContent === "";
    compare.disabled = app.panes.length >= MOST_PANES;
    const titles =
      app.panes.length === 1 ? [] : app.panes.map((pane) => numbered(app.panes, pane) + titleOf(app, pane));
    // Rebuilt only if a title has changed, so that the focus stays on its tab.
    if (titles.join("\n") !== shown) {
      shown = titles.join("\n");
      const focused = [...tabs.querySelectorAll("button")].indexOf(document.activeElement as HTMLButtonElement);
      tabs.replaceChildren(
        ...titles.map((title, index) =>
          el(
            "span",
            { class: "pane-tab" },
            button(title, say("search.chooseThisSearch"), () => app.choosePane(index)),
            button("×", say("search.removeThisSearch"), () => app.removePane(index), {
              "aria-label": say("search.removeSearch", { number: index + 1 }),
            }),
          ),
        ),
      );
      if (focused >= 0) (tabs.querySelectorAll("button")[focused] ?? compare).focus();
    }
    for (const [index, tab] of tabs.querySelectorAll(".pane-tab button:first-child").entries()) {
      tab.setAttribute("aria-pressed", String(index === app.chosen));
    }
  };
  app.topics.on(["panes", "options", "map", "answer"], show);
  show();
  const root = section(
    say("search.search"),
    "search",
    tabs,
    actions,
    algorithm.root,
    note,
    heuristic.root,
    weight.root,
    open.root,
    ties.root,
    moves.root,
    corners.root,
    steps.root,
    uphill.root,
    nearest,
  );
  app.topics.on("unit", () => {
    root.hidden = app.unit !== null;
  });
  return root;
}
