// What the searches cost, side by side, with the judge's word on each path; and where they diverge.
import type { App } from "../app";
import { firstDivergence } from "../compare/divergence";
import { titleOf } from "../summary";
import { count, el, milliseconds, section } from "./dom";

export function statisticsPanel(app: App): HTMLElement {
  const table = el("table", { class: "figures" });
  const divergence = el("p", { class: "note" });
  const show = () => {
    const panes = app.panes;
    const rows: [string, string, (pane: (typeof panes)[number]) => string | Node][] = [
      [
        "Cost",
        "Cost of the path",
        ({ answer }) => (answer?.found && answer.cost !== null ? answer.cost.toFixed(3) : answer ? "no path" : "–"),
      ],
      ["Steps", "Moves of the path", ({ answer }) => (answer?.found ? count(answer.steps) : "–")],
      ["Expanded", "Cells whose neighbours were looked at", ({ answer }) => (answer ? count(answer.expanded) : "–")],
      ["Generated", "Cells put on the open list", ({ answer }) => (answer ? count(answer.generated) : "–")],
      [
        "Reopened",
        "Closed cells opened again because a cheaper path was found",
        ({ answer }) => (answer ? count(answer.reopened) : "–"),
      ],
      ["Largest open list", "", ({ answer }) => (answer ? count(answer.largestOpen) : "–")],
      [
        "Time",
        "Of the search alone, in WebAssembly, without recording",
        ({ answer }) => (answer ? milliseconds(answer.ms) : "–"),
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
      ["Verified", "By the judge: every move, and the cost recomputed", ({ answer }) => badge(answer)],
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
    divergence.textContent = error ?? (panes.length > 1 ? describeDivergence(app) : "");
    divergence.classList.toggle("error", Boolean(error));
    divergence.hidden = divergence.textContent === "";
  };
  app.topics.on(["answer", "panes"], show);
  show();
  const root = section(
    "Figures",
    "figures",
    el("div", { class: "wide", tabIndex: 0, role: "region", "aria-label": "Figures" }, table),
    divergence,
  );
  app.topics.on("unit", () => {
    root.hidden = app.unit !== null;
  });
  return root;
}

function badge(
  answer: {
    verified: boolean | null;
    flaw: string | null;
    optimal: boolean;
    bound: number | null;
    found: boolean;
  } | null,
): Node {
  if (!answer?.found || answer.verified === null) return document.createTextNode("–");
  if (!answer.verified) return el("span", { class: "badge bad", text: "✗ flawed", title: answer.flaw ?? "" });
  const claim = answer.optimal ? "optimal" : answer.bound ? `≤ ${answer.bound} × optimum` : "no guarantee";
  return el("span", {
    class: "badge good",
    text: `✓ ${claim}`,
    title: "The judge walked the path cell by cell, and recomputed its cost",
  });
}

function describeDivergence(app: App): string {
  const recordings = app.panes.flatMap((pane) => pane.timeline?.events ?? []);
  if (recordings.length < app.panes.length) return "";
  const found = firstDivergence(recordings);
  if (!found) return "They expand the same cells in the same order.";
  const where = (node: number) =>
    node === 0xffffffff ? "nothing: it is done" : `${node % app.map.width},${Math.floor(node / app.map.width)}`;
  return `They diverge at expansion ${count(found.expansion)}: ${found.nodes.map((node, index) => `${index + 1} takes ${where(node)}`).join(", ")}.`;
}
