// Which searches there are, what each came to, and the route of the chosen one, leg by leg.

import { button, chooser, count, el, section, timeText } from "../panels/dom";
import { column } from "../panels/statistics";
import { say } from "../words";
import { ALGORITHMS, type AlgorithmName, MOST_PANES, type NetworkApp, type Pane } from "./app";
import { legsOf } from "./model";

const labelOf = (algorithm: string) => ALGORITHMS.find(({ name }) => name === algorithm)?.label ?? algorithm;

export function searchPanel(app: NetworkApp): HTMLElement {
  const algorithm = chooser(
    say("chart.algorithm"),
    ALGORITHMS.map(({ name, label, summary }) => ({ value: name, label, title: summary })),
    app.pane.algorithm,
    (name) => app.setAlgorithm(name as AlgorithmName),
    true,
  );
  const tabs = el("div", { class: "panes", role: "group", "aria-label": say("search.searchesCompared") });
  const compare = button(say("search.compare"), say("network.addAnotherSearchBeside"), () => app.addPane());
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
              button(
                `${index + 1}. ${labelOf(pane.algorithm)}`,
                say("search.chooseThisSearch"),
                () => app.choosePane(index),
                {
                  "aria-pressed": String(index === app.chosen),
                },
              ),
              button("×", say("network.takeThisSearchAway"), () => app.removePane(index), {
                "aria-label": say("network.takeAway", { algorithm: labelOf(pane.algorithm) }),
              }),
            ),
          )),
    );
    if (focused) tabs.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
  };
  app.topics.on(["panes", "options"], show);
  show();
  return section(
    say("network.search"),
    "search",
    tabs,
    algorithm.root,
    el(
      "div",
      { class: "row" },
      button(say("search.go"), say("search.searchFromTheBeginningS"), () => app.search(), { class: "primary" }),
      compare,
    ),
  );
}

function timeCell(timing: NonNullable<Pane["timing"]>, short: boolean): Node {
  const [time, how] = timeText(timing);
  return el(
    "span",
    { title: how },
    time,
    el("small", { text: short ? say("figures.ofRuns", { runs: timing.runs }) : how }),
  );
}

/** A row of the results: how tests know it, its name, what it means, and what it says of a search. */
type Row = [row: string, name: string, title: string, value: (pane: Pane) => string | Node];

export function resultsPanel(app: NetworkApp): HTMLElement {
  const table = el("table", { class: "figures" });
  const show = () => {
    const { panes } = app;
    const rows: Row[] = [
      [
        "cost",
        say("figures.cost2"),
        say("network.ofThePath"),
        ({ answer }) => (!answer ? "–" : answer.cost === null ? say("figures.noPath") : app.text(answer.cost)),
      ],
      [
        "edges",
        say("network.edges"),
        say("network.ofThePath"),
        ({ answer }) => (answer?.found ? count(answer.edges.length) : "–"),
      ],
      [
        "expanded",
        say("figures.expanded"),
        say("network.nodesWhoseEdgesWereLooked"),
        ({ answer }) => (answer ? count(answer.expanded) : "–"),
      ],
      [
        "generated",
        say("figures.generated"),
        say("network.howOftenANodeWas"),
        ({ answer }) => (answer ? count(answer.generated) : "–"),
      ],
      [
        "largest open list",
        say("figures.largestOpenList"),
        "",
        ({ answer }) => (answer ? count(answer.largestOpen) : "–"),
      ],
      [
        "time",
        say("figures.time"),
        say("network.ofTheSearchAloneIn"),
        ({ timing }) => (timing ? timeCell(timing, panes.length > 2) : "–"),
      ],
      ...(panes.some(({ answer }) => answer?.preparedMs != null)
        ? [
            [
              "preparation",
              say("figures.preparation"),
              say("network.onceForThisNetwork"),
              ({ answer }: Pane) => (answer?.preparedMs == null ? "–" : `${count(Math.round(answer.preparedMs))} ms`),
            ] as Row,
          ]
        : []),
      [
        "verified",
        say("figures.verified"),
        say("network.theJudgeWentOverThe"),
        ({ answer }) =>
          answer?.verified == null
            ? "–"
            : answer.verified
              ? el("span", { class: "badge good", text: answer.optimal ? say("unit.optimal") : say("network.valid") })
              : el("span", { class: "badge bad", text: answer.flaw ?? "✗" }),
      ],
    ];
    table.replaceChildren(
      el(
        "thead",
        { hidden: panes.length < 2 },
        el("tr", {}, el("td", {}), ...panes.map((pane) => column(panes, pane, labelOf(pane.algorithm)))),
      ),
      el(
        "tbody",
        {},
        ...rows.map(([row, name, title, value]) =>
          el(
            "tr",
            { "data-row": row },
            el("th", { scope: "row", text: name, title }),
            ...panes.map((pane) => el("td", {}, value(pane))),
          ),
        ),
      ),
    );
  };
  app.topics.on(["answer", "panes", "timing", "map"], show);
  show();
  return section(say("figures.results"), "results", table);
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
      title.textContent = error ?? (answer ? say("unit.thereIsNoPath") : "");
      list.replaceChildren();
      return;
    }
    const [from, to] = app.ends.map((node) => model.title(node));
    const legs = legsOf(model, answer.path, answer.edges, app.cost);
    title.textContent = say("network.to", { from, to, cost: app.text(answer.cost) });
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
      ...(legs.length > MOST_LEGS
        ? [el("li", { class: "hint", text: say("study.andMore", { number: legs.length - MOST_LEGS }) })]
        : []),
    );
  };
  app.topics.on(["answer", "panes", "map"], show);
  show();
  return section(say("network.route"), "results", title, list);
}
