// What the searches cost, side by side, with the judge's word on each path; and where they diverge.

import type { App } from "../app";
import { firstDivergence } from "../compare/divergence";
import type { Timing } from "../engine/timing";
import { TRACE } from "../share/posthoc-read";
import { gaveUp, nameOfTrace, numbered, titleOf } from "../summary";
import { decimal, say } from "../words";
import { breakable, count, el, preparationText, section, timeText } from "./dom";

export function statisticsPanel(app: App): HTMLElement {
  const table = el("table", { class: "figures" });
  const divergence = el("p", { class: "note" });
  const show = () => {
    const panes = app.panes;
    const rows: [row: string, name: string, title: string, cell: (pane: (typeof panes)[number]) => string | Node][] = [
      [
        "cost",
        say("figures.cost2"),
        say("figures.costOfThePath"),
        ({ answer }) =>
          answer?.found && answer.cost !== null
            ? decimal(answer.cost, 3)
            : answer
              ? answer.outcome === "limit"
                ? say("figures.gaveUp")
                : say("figures.noPath")
              : "–",
      ],
      [
        "steps",
        say("figures.steps2"),
        say("figures.movesOfThePath"),
        ({ answer }) => (answer?.found ? count(answer.steps) : "–"),
      ],
      [
        "expanded",
        say("figures.expanded"),
        say("figures.cellsWhoseNeighboursWereLooked"),
        ({ answer }) => (answer ? count(answer.expanded) : "–"),
      ],
      [
        "generated",
        say("figures.generated"),
        say("figures.howOftenACellWas"),
        ({ answer }) => (answer ? count(answer.generated) : "–"),
      ],
      [
        "reopened",
        say("figures.reopened"),
        say("figures.closedCellsOpenedAgainBecause"),
        ({ answer }) => (answer ? count(answer.reopened) : "–"),
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
        say("figures.ofTheSearchAloneIn"),
        ({ answer, timing }) =>
          timing
            ? timeCell(timing, panes.length > 2)
            : answer && answer.algorithm !== TRACE && app.solver.timing
              ? say("figures.measuring")
              : "–",
      ],
      [
        "preparation",
        say("figures.preparation"),
        say("figures.onceForThisMapAnd"),
        ({ timing }) => (timing?.preparation == null ? "–" : preparationText(timing.preparation, timing.resolution)),
      ],
      [
        "events",
        say("figures.events"),
        say("figures.recordedForTheTimeLine"),
        ({ timeline }) =>
          timeline
            ? count(timeline.length) +
              (timeline.events.missed
                ? ` ${say("figures.ofAll", { all: count(timeline.length + timeline.events.missed) })}`
                : "")
            : "–",
      ],
      [
        "verified",
        say("figures.verified"),
        say("figures.byTheJudgeEveryMove"),
        ({ answer }) => badge(answer, panes.length > 2),
      ],
    ];
    table.replaceChildren(
      el("caption", { class: "visually-hidden", text: say("figures.whatTheSearchesCost") }),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("td"),
          ...panes.map((pane) => {
            const { answer, options } = pane;
            const used = panes.length > 1 ? options.algorithm : answer?.algorithm;
            const name = answer?.algorithm === TRACE ? nameOfTrace(pane) : (used ?? options.algorithm ?? "");
            return column(panes, pane, name, titleOf(app, pane));
          }),
        ),
      ),
      el(
        "tbody",
        {},
        ...rows.map(([row, name, title, cell]) =>
          el(
            "tr",
            { title, "data-row": row },
            el("th", { scope: "row", text: name }),
            ...panes.map((pane) => el("td", {}, cell(pane))),
          ),
        ),
      ),
    );
    const error = panes.find((pane) => pane.error)?.error;
    const stopped = panes.flatMap(({ answer }) => {
      const why = answer && gaveUp(answer);
      return why ? [say("figures.whetherThereIsAPath", { algorithm: answer.algorithm, why })] : [];
    });
    const unsure = panes.some(({ answer }) => answer?.found && !answer.optimal && !answer.bound);
    const valid = panes.length > 2 && unsure ? say("figures.validAValidPathNot") : "";
    const notes = [...stopped, valid, panes.length > 1 ? describeDivergence(app) : ""];
    divergence.textContent = error ?? notes.filter(Boolean).join(" ");
    divergence.classList.toggle("error", Boolean(error));
    divergence.hidden = divergence.textContent === "";
  };
  app.topics.on(["answer", "panes", "timing"], show);
  // While a new search runs, what is shown is of the one before.
  const old = el("p", { class: "note", text: say("figures.ofTheSearchBeforeA"), hidden: true });
  app.topics.on("busy", () => {
    const stale = app.busy && app.panes.some((pane) => pane.answer);
    old.hidden = !stale;
    table.classList.toggle("old", stale);
    table.setAttribute("aria-busy", String(app.busy));
  });
  show();
  const root = section(
    say("figures.results"),
    "results",
    old,
    el("div", { class: "wide", tabIndex: 0, role: "region", "aria-label": say("figures.results") }, table),
    divergence,
  );
  app.topics.on("unit", () => {
    root.hidden = app.unit !== null;
  });
  return root;
}

/** The head of a search's column: its name, or where there is no room for names the number that is above its map. */
export function column<T>(panes: readonly T[], pane: T, name: string, title = name): HTMLElement {
  const number = numbered(panes, pane);
  const head = el("th", { scope: "col", title: number + title });
  if (panes.length < 3) head.append(number + breakable(name));
  else
    head.append(
      el("span", { "aria-hidden": "true", text: number }),
      el("span", { class: "visually-hidden", text: number + title }),
    );
  return head;
}

/** A time, and in small letters what it is the median of. */
export function timeCell(timing: Timing, short: boolean): Node {
  const [ms, of] = timeText(timing);
  return el(
    "span",
    { title: of },
    ms,
    el("small", { text: short ? say("figures.ofRuns", { runs: timing.runs }) : of }),
  );
}

function badge(
  answer: {
    verified: boolean | null;
    flaw: string | null;
    optimal: boolean;
    bound: number | null;
    found: boolean;
  } | null,
  short: boolean,
): Node {
  if (!answer?.found || answer.verified === null) return document.createTextNode("–");
  if (!answer.verified)
    return el("span", { class: "badge bad", text: say("figures.flawed"), title: answer.flaw ?? "" });
  // Narrow columns have room for a word; what it means is in the note below them.
  const brief = answer.optimal ? say("figures.optimal") : answer.bound ? `≤ ${answer.bound} ×` : say("figures.valid");
  const claim = answer.optimal
    ? say("figures.optimal")
    : answer.bound
      ? say("figures.atMostOptimal", { bound: answer.bound })
      : say("figures.validPathNotGuaranteedShortest");
  return el("span", {
    class: "badge good",
    text: short ? brief : `✓ ${claim}`,
    title: say("figures.theJudgeWalkedThePath"),
  });
}

function describeDivergence(app: App): string {
  const recordings = app.panes.flatMap((pane) => pane.timeline?.events ?? []);
  if (recordings.length < app.panes.length) return "";
  const found = firstDivergence(recordings);
  if (!found) return say("figures.theyExpandTheSameCells");
  const where = (node: number) =>
    node === 0xffffffff
      ? say("figures.nothingItIsDone")
      : `(${node % app.map.width}, ${Math.floor(node / app.map.width)})`;
  return say("figures.theyDivergeAtExpansion", {
    expansion: count(found.expansion),
    takes: found.nodes
      .map((node, index) => say("figures.searchTakes", { number: index + 1, cell: where(node) }))
      .join(", "),
  });
}
