// A scenario's queries over chosen algorithms: a table, a scatter plot, and the rows as CSV.

import { Wayline } from "wayline/client";
import type { App } from "../app";
import { openMap } from "../engine/session";
import { clockResolution } from "../engine/timing";
import { button, count, el, fine, measured } from "../panels/dom";
import { download } from "../panels/files";
import { dialogue } from "../panels/top";
import { meaning, say } from "../words";
import { csvOf, fineness, type Row, runQueries, summarise } from "./run";
import { COLOURS, drawScatter, type Measure } from "./scatter";
import { readScenario, spread } from "./scenario";

export function openScenario(app: App, text: string, name: string): void {
  const scenario = readScenario(text);
  const { map } = app;
  if (scenario.width !== map.width || scenario.height !== map.height)
    throw new Error(
      say("queries.isAboutXCellsAnd", {
        name,
        map: scenario.map,
        width: scenario.width,
        height: scenario.height,
        width2: map.width,
        height2: map.height,
      }),
    );
  const algorithms = app.session.registry.algorithms.filter(
    ({ name, plainGridsOnly }) => !["auto", "naive", "ida", "dfs"].includes(name) && !(plainGridsOnly && map.weighted),
  );
  const boxes = algorithms.map(({ name, summary }) => {
    const input = el("input", { type: "checkbox", value: name, checked: ["dijkstra", "astar", "jps"].includes(name) });
    return { input, root: el("label", { class: "check", title: meaning("algorithm", name, summary) }, input, name) };
  });
  const { length } = scenario.queries;
  const amounts = [10, 50, 200, 1000].filter((amount) => amount < length);
  const amount = el(
    "select",
    { "aria-label": say("queries.howManyQueries") },
    ...amounts.map((many) =>
      el("option", { value: String(many), text: say("queries.evenlySpread", { many }), selected: many === 50 }),
    ),
    el("option", { value: String(length), text: say("queries.all", { length: count(length) }) }),
  );
  const status = el("p", { class: "note", role: "status" });
  const bar = el("progress", { value: 0, max: 1, hidden: true, "aria-label": say("queries.queriesDone") });
  const table = el("div", { class: "wide", tabIndex: 0, role: "region", "aria-label": say("figures.results") });
  const plot = el("canvas", {
    class: "scatter",
    hidden: true,
    role: "img",
    "aria-label": say("queries.everyQueryAsAPoint"),
  });
  const measure = el(
    "select",
    { "aria-label": say("queries.upwards"), on: { change: () => show() } },
    el("option", { value: "ms", text: say("queries.time") }),
    el("option", { value: "expanded", text: say("queries.cellsExpanded") }),
  );
  let rows: Row[] = [];
  let engine: Wayline | null = null;
  let run = 0;
  const halted = () => {
    run++;
    engine?.close();
    engine = null;
    go.hidden = false;
    halt.hidden = bar.hidden = true;
  };
  const go = button(say("chart.run"), say("queries.answerTheQueriesByEach"), () => void start(), { class: "primary" });
  const halt = button(say("page.stop"), say("queries.stopWhatIsDoneStays"), () => {
    halted();
    show();
    status.textContent = say("queries.stoppedAfterAnswers", { answers: count(rows.length) });
  });
  halt.hidden = true;
  const save = button(say("queries.saveCSV"), say("queries.everyAnswerAsARow"), () =>
    download([csvOf(rows)], "queries.csv", "text/csv"),
  );
  const after = el("div", { class: "row", hidden: true }, measure, save);

  const show = () => {
    const shown = summarise(rows);
    after.hidden = plot.hidden = rows.length === 0;
    if (rows.length === 0) return;
    table.replaceChildren(
      el(
        "table",
        { class: "figures queries" },
        el("caption", { class: "visually-hidden", text: say("queries.queriesByAlgorithm") }),
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            ...[
              say("chart.algorithm"),
              say("queries.found"),
              say("queries.median"),
              say("queries.slowest"),
              say("figures.expanded"),
              say("queries.otherCost"),
            ].map((text) => el("th", { scope: "col", text })),
          ),
        ),
        el(
          "tbody",
          {},
          ...shown.map((line, index) => {
            const key = el("span", { class: "key", "aria-hidden": "true" });
            key.style.background = COLOURS[index % COLOURS.length];
            return el(
              "tr",
              {},
              el("th", { scope: "row" }, key, ` ${line.algorithm}`),
              el("td", { text: say("queries.foundOf", { found: count(line.found), queries: count(line.queries) }) }),
              el("td", { text: measured(line.medianMs, fineness(clockResolution())) }),
              el("td", { text: measured(line.slowestMs, fineness(clockResolution())) }),
              el("td", { text: count(Math.round(line.medianExpanded)) }),
              el("td", { text: count(line.differing), title: say("queries.foundAtAnotherCostThan") }),
            );
          }),
        ),
      ),
    );
    const style = getComputedStyle(document.documentElement);
    const colours = { ink: style.getPropertyValue("--soft"), line: style.getPropertyValue("--line") };
    drawScatter(plot, rows, measure.value as Measure, colours, fineness(clockResolution()));
  };

  async function start(): Promise<void> {
    halted();
    const mine = ++run;
    const chosen = boxes.filter(({ input }) => input.checked).map(({ input }) => input.value);
    if (chosen.length === 0) {
      status.textContent = say("queries.chooseAtLeastOneAlgorithm");
      return;
    }
    rows = [];
    go.hidden = true;
    halt.hidden = bar.hidden = false;
    const queries = spread(scenario.queries, Number(amount.value));
    bar.max = queries.length * chosen.length;
    const stopped = () => mine !== run;
    try {
      const own = await Wayline.open();
      if (stopped()) return own.close();
      engine = own;
      const twin = await openMap(own, { model: app.map });
      let drawn = performance.now();
      const done = (row: Row) => {
        rows.push(row);
        bar.value = rows.length;
        status.textContent = say("queries.ofAnswers", { answers: count(rows.length), all: count(bar.max) });
        if (performance.now() - drawn < 500) return;
        drawn = performance.now();
        show();
      };
      await runQueries(twin, queries, chosen, done, stopped);
      if (stopped()) return;
      status.textContent = say("queries.answersTimesAreMediansOf", {
        resolution: fine(clockResolution()),
        answers: count(rows.length),
      });
    } catch (error) {
      if (!stopped()) status.textContent = error instanceof Error ? error.message : String(error);
    }
    if (stopped()) return;
    halted();
    show();
  }

  const made = dialogue(
    say("queries.queries", { name, length: count(length) }),
    el("div", { class: "checks" }, ...boxes.map(({ root }) => root)),
    el("div", { class: "row" }, amount, go, halt, bar),
    status,
    table,
    after,
    plot,
  );
  made.addEventListener("close", halted);
}
