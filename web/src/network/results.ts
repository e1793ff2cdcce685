// Which searches there are, what each came to, and the route of the chosen one, leg by leg.
import { button, chooser, count, el, section, timeText } from "../panels/dom";
import { ALGORITHMS, type AlgorithmName, MOST_PANES, type NetworkApp, type Pane } from "./app";
import { legsOf } from "./model";

const labelOf = (algorithm: string) => ALGORITHMS.find(({ name }) => name === algorithm)?.label ?? algorithm;

export function searchPanel(app: NetworkApp): HTMLElement {
  const algorithm = chooser(
    "Algorithm",
    ALGORITHMS.map(({ name, label, summary }) => ({ value: name, label, title: summary })),
    app.pane.algorithm,
    (name) => app.setAlgorithm(name as AlgorithmName),
    true,
  );
  const tabs = el("div", { class: "panes", role: "group", "aria-label": "Searches compared" });
  const compare = button("+ Compare", "Add another search beside", () => app.addPane());
  const show = () => {
    algorithm.set(app.pane.algorithm);
    compare.disabled = app.panes.length >= MOST_PANES;
    const focused = tabs.contains(document.activeElement);
    tabs.replaceChildren(
      ...(app.panes.length < 2
        ? []
        : app.panes.map((pane, index) =>
            el(
              "div",
              { class: "pane-tab" },
              button(`${index + 1}. ${labelOf(pane.algorithm)}`, "Choose this search", () => app.choosePane(index), {
                "aria-pressed": String(index === app.chosen),
              }),
              button("×", "Take this search away", () => app.removePane(index), {
                "aria-label": `Take ${labelOf(pane.algorithm)} away`,
              }),
            ),
          )),
    );
    if (focused) tabs.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
  };
  app.topics.on(["panes", "options"], show);
  show();
  return section(
    "Search",
    "search",
    tabs,
    algorithm.root,
    el(
      "div",
      { class: "row" },
      button("Search", "Search from the beginning (s)", () => app.search(), { class: "primary" }),
      compare,
    ),
  );
}

function timeCell(timing: NonNullable<Pane["timing"]>): Node {
  const [time, how] = timeText(timing);
  return el("span", {}, time, el("small", { text: how }));
}

export function resultsPanel(app: NetworkApp): HTMLElement {
  const table = el("table", { class: "figures" });
  const show = () => {
    const { panes } = app;
    const rows: [string, string, (pane: Pane) => string | Node][] = [
      [
        "Cost",
        "Of the path",
        ({ answer }) => (!answer ? "–" : answer.cost === null ? "no path" : app.text(answer.cost)),
      ],
      ["Edges", "Of the path", ({ answer }) => (answer?.found ? count(answer.edges.length) : "–")],
      ["Expanded", "Nodes whose edges were looked at", ({ answer }) => (answer ? count(answer.expanded) : "–")],
      [
        "Generated",
        "How often a node was put on the open list or improved there",
        ({ answer }) => (answer ? count(answer.generated) : "–"),
      ],
      ["Largest open list", "", ({ answer }) => (answer ? count(answer.largestOpen) : "–")],
      [
        "Time",
        "Of the search alone, in WebAssembly, without recording: the median of repeated runs",
        ({ timing }) => (timing ? timeCell(timing) : "–"),
      ],
      [
        "Verified",
        "The judge went over the path, edge by edge, and added up its cost",
        ({ answer }) =>
          answer?.verified == null
            ? "–"
            : answer.verified
              ? el("span", { class: "badge good", text: answer.optimal ? "✓ optimal" : "✓ valid" })
              : el("span", { class: "badge bad", text: answer.flaw ?? "✗" }),
      ],
    ];
    table.replaceChildren(
      el(
        "thead",
        { hidden: panes.length < 2 },
        el(
          "tr",
          {},
          el("td", {}),
          ...panes.map(({ algorithm }) => el("th", { scope: "col", text: labelOf(algorithm) })),
        ),
      ),
      el(
        "tbody",
        {},
        ...rows.map(([name, title, value]) =>
          el(
            "tr",
            { "data-row": name.toLowerCase() },
            el("th", { scope: "row", text: name, title }),
            ...panes.map((pane) => el("td", {}, value(pane))),
          ),
        ),
      ),
    );
  };
  app.topics.on(["answer", "panes", "timing", "map"], show);
  show();
  return section("Results", "results", table);
}

/** Longer routes are cut in the middle of the list. */
const MOST_LEGS = 60;

export function routePanel(app: NetworkApp): HTMLElement {
  const title = el("p", { class: "note" });
  const list = el("ol", { class: "legs" });
  const show = () => {
    const { pane, model } = app;
    const { answer, error } = pane;
    if (!answer?.found || answer.cost === null || !app.ends) {
      title.textContent = error ?? (answer ? "There is no path." : "");
      list.replaceChildren();
      return;
    }
    const [from, to] = app.ends.map((node) => model.title(node));
    const legs = legsOf(model, answer.path, answer.edges, app.cost);
    title.textContent = `${from} to ${to}: ${app.text(answer.cost)}`;
    list.replaceChildren(
      ...legs
        .slice(0, MOST_LEGS)
        .map((leg) =>
          el(
            "li",
            {},
            el("span", { text: leg.name || `${model.title(leg.from)} → ${model.title(leg.to)}` }),
            el("span", { class: "leg-cost", text: app.text(leg.cost) }),
          ),
        ),
      ...(legs.length > MOST_LEGS ? [el("li", { class: "hint", text: `and ${legs.length - MOST_LEGS} more` })] : []),
    );
  };
  app.topics.on(["answer", "panes", "map"], show);
  show();
  return section("Route", "results", title, list);
}
