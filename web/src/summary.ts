// Searches in words: what they are called, and what came of them.

import type { App } from "./app";
import type { Options, Pane } from "./pane";
import { count } from "./panels/dom";
import { TRACE } from "./share/posthoc-read";
import { decimal, say } from "./words";

/** What a search is called: its algorithm, and what else sets it apart from the others. */
export function titleOf(app: App, pane: Pane): string {
  const { options } = pane;
  if (pane.answer?.algorithm === TRACE) return nameOfTrace(pane);
  const info = app.algorithm(options.algorithm);
  const differs = (name: keyof Options) => app.panes.some((other) => other.options[name] !== options[name]);
  const more = [
    info?.informed && differs("heuristic") && options.heuristic !== "auto" && options.heuristic,
    info?.takesOpen && differs("open") && options.open !== "auto" && options.open,
    info?.takesWeight && options.weight,
    differs("corners") && say("figures.corners", { corners: options.corners }),
    differs("moves") && say("figures.moves", { moves: options.moves }),
    differs("stepCosts") && say("figures.steps", { stepCosts: options.stepCosts }),
    differs("ties") && options.ties,
  ];
  const used = pane.answer?.algorithm ?? options.algorithm;
  const name = used === options.algorithm ? used : `${options.algorithm} (${used})`;
  return [name, ...more.filter(Boolean)].join(", ");
}

/** What a recording from elsewhere is called: as its file. */
export function nameOfTrace({ answer }: Pane): string {
  return (answer && "name" in answer && String(answer.name)) || TRACE;
}

/** What comes before a search's name where there are several: the number that it is referred to by. */
export function numbered<T>(panes: readonly T[], pane: T): string {
  return panes.length > 1 ? `${panes.indexOf(pane) + 1}. ` : "";
}

/** What all searches came to, as sentences. */
export function summaryOf(app: App): string {
  return app.unit ? app.unit.summary() : app.panes.map(paneSummary).join(" ");
}

/** What a search that was stopped by a limit did until then; null for any other. */
export function gaveUp(answer: { outcome: string; limit: string | null; expanded: number; ms: number }): string | null {
  if (answer.outcome !== "limit") return null;
  if (answer.limit === "time") return say("figures.gaveUpAfterS", { seconds: Math.round(answer.ms / 1000) });
  if (answer.limit === "cost") return say("figures.gaveUpAtTheLimit");
  return say("figures.gaveUpAfterExpansions", { expanded: count(answer.expanded) });
}

/** What came of a search, in few words. */
export function outcomeOf(answer: {
  found: boolean;
  cost: number | null;
  outcome: string;
  limit: string | null;
  expanded: number;
  ms: number;
}): string {
  if (answer.found && answer.cost !== null) return say("figures.cost", { cost: decimal(answer.cost, 2) });
  return gaveUp(answer) ?? say("figures.noPath");
}

/** How much of a search was recorded, if not all of it. */
export function cutOf(events: { length: number; missed: number } | undefined): string | null {
  if (!events?.missed) return null;
  const share = (100 * events.length) / (events.length + events.missed);
  return say("figures.recordingCutAt", { percent: share < 1 ? decimal(share, 1) : Math.floor(share) });
}

function paneSummary({ answer, error }: Pane): string {
  if (error) return error;
  if (!answer) return "";
  const expanded = say("figures.cellsExpanded", { expanded: answer.expanded });
  const stopped = gaveUp(answer);
  if (stopped) return say("figures.whetherThereIsAPath", { algorithm: answer.algorithm, why: stopped });
  if (answer.cost === null || !answer.found)
    return say("figures.thereIsNoPath", { algorithm: answer.algorithm, expanded });
  return say("figures.aPathOfCostIn", {
    algorithm: answer.algorithm,
    cost: decimal(answer.cost, 3),
    steps: answer.steps,
    expanded,
  });
}
