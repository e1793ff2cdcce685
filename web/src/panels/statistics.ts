// What the searches cost, side by side, with the judge's word on each path; and where they diverge.
import type { App } from "../app";
import { firstDivergence } from "../compare/divergence";
import type { Timing } from "../engine/timing";
import { gaveUp, titleOf } from "../summary";
import { count, el, preparationText, section, timeText } from "./dom";

export function statisticsPanel(app: App): HTMLElement {
  const table = el("table", { class: "figures" });
  const divergence = el("p", { class: "note" });
  const show = () => {
    const panes = app.panes;
    const rows: [string, string, (pane: (typeof panes)[number]) => string | Node][] = [
      [
        "Cost",
        "Cost of the path",
        ({ answer }) =>
          answer?.found && answer.cost !== null
            ? answer.cost.toFixed(3)
            : answer
              ? answer.outcome === "limit"
                ? "gave up"
                : "no path"
              : "–",
      ],
      ["Steps", "Moves of the path", ({ answer }) => (answer?.found ? count(answer.steps) : "–")],
      ["Expanded", "Cells whose neighbours were looked at", ({ answer }) => (answer ? count(answer.expanded) : "–")],
      [
        "Generated",
        "How often a cell was put on the open list or improved there: a cell that is reached more cheaply counts again",
        ({ answer }) => (answer ? count(answer.generated) : "–"),
      ],
      [
        "Reopened",
        "Closed cells opened again because a cheaper path was found",
        ({ answer }) => (answer ? count(answer.reopened) : "–"),
      ],
      ["Largest open list", "", ({ answer }) => (answer ? count(answer.largestOpen) : "–")],
      [
        "Time",
        "Of the search alone, in WebAssembly, without recording: the median of repeated runs, after warming up",
        ({ answer, timing }) =>
          timing ? timeCell(timing, panes.length > 2) : answer && app.solver.timing ? "measuring …" : "–",
      ],
      [
        "Preparation",
        "Once for this map and these rules: what the first search spent beyond a repeat, on tables derived from the map or an index",
        ({ timing }) => (timing?.preparation == null ? "–" : preparationText(timing.preparation, timing.resolution)),
      ],
      [
        "Events",
        "Recorded for the time line",
        ({ timeline }) =>
          timeline
            ? count(timeline.length) +
              (timeline.events.missed ? ` of ${count(timeline.length + timeline.events.missed)}` : "")
            : "–",
      ],
      [
        "Verified",
        "By the judge: every move, and the cost recomputed",
        ({ answer }) => badge(answer, panes.length > 2),
      ],
    ];
    table.replaceChildren(
      el("caption", { class: "visually-hidden", text: "What the searches cost" }),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("td"),
          ...panes.map((pane, index) =>
            el("th", {
              scope: "col",
              title: titleOf(app, pane),
              text:
                panes.length > 1
                  ? `${index + 1} ${pane.options.algorithm}`
                  : (pane.answer?.algorithm ?? pane.options.algorithm),
            }),
          ),
        ),
      ),
      el(
        "tbody",
        {},
        ...rows.map(([name, title, cell]) =>
          el(
            "tr",
            { title, "data-row": name.toLowerCase() },
            el("th", { scope: "row", text: name }),
            ...panes.map((pane) => el("td", {}, cell(pane))),
          ),
        ),
      ),
    );
    const error = panes.find((pane) => pane.error)?.error;
    const stopped = panes.flatMap(({ answer }) => {
      const why = answer && gaveUp(answer);
      return why ? [`${answer.algorithm} ${why}: whether there is a path is not known.`] : [];
    });
    const unsure = panes.some(({ answer }) => answer?.found && !answer.optimal && !answer.bound);
    const valid = panes.length > 2 && unsure ? "Valid: a valid path, not guaranteed shortest." : "";
    const notes = [...stopped, valid, panes.length > 1 ? describeDivergence(app) : ""];
    divergence.textContent = error ?? notes.filter(Boolean).join(" ");
    divergence.classList.toggle("error", Boolean(error));
    divergence.hidden = divergence.textContent === "";
  };
  app.topics.on(["answer", "panes", "timing"], show);
  // While a new search runs, what is shown is of the one before.
  const old = el("p", { class: "note", text: "Of the search before: a new one is running.", hidden: true });
  app.topics.on("busy", () => {
    const stale = app.busy && app.panes.some((pane) => pane.answer);
    old.hidden = !stale;
    table.classList.toggle("old", stale);
    table.setAttribute("aria-busy", String(app.busy));
  });
  show();
  const root = section(
    "Results",
    "results",
    old,
    el("div", { class: "wide", tabIndex: 0, role: "region", "aria-label": "Results" }, table),
    divergence,
  );
  app.topics.on("unit", () => {
    root.hidden = app.unit !== null;
  });
  return root;
}

/** A time, and in small letters what it is the median of. */
export function timeCell(timing: Timing, short: boolean): Node {
  const [ms, of] = timeText(timing);
  return el("span", { title: of }, ms, el("small", { text: short ? `of ${timing.runs}` : of }));
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
  if (!answer.verified) return el("span", { class: "badge bad", text: "✗ flawed", title: answer.flaw ?? "" });
  // Narrow columns have room for a word; what it means is in the note below them.
  const brief = answer.optimal ? "optimal" : answer.bound ? `≤ ${answer.bound} ×` : "valid";
  const claim = answer.optimal
    ? "optimal"
    : answer.bound
      ? `at most ${answer.bound} × optimal`
      : "valid path, not guaranteed shortest";
  return el("span", {
    class: "badge good",
    text: short ? brief : `✓ ${claim}`,
    title: "The judge walked the path cell by cell, and recomputed its cost",
  });
}

function describeDivergence(app: App): string {
  const recordings = app.panes.flatMap((pane) => pane.timeline?.events ?? []);
  if (recordings.length < app.panes.length) return "";
  const found = firstDivergence(recordings);
  if (!found) return "They expand the same cells in the same order.";
  const where = (node: number) =>
    node === 0xffffffff ? "nothing: it is done" : `(${node % app.map.width}, ${Math.floor(node / app.map.width)})`;
  return `They diverge at expansion ${count(found.expansion)}: ${found.nodes.map((node, index) => `search ${index + 1} takes ${where(node)}`).join(", ")}.`;
}
