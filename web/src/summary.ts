// Searches in words: what they are called, and what came of them.
import type { App } from "./app";
import type { Options, Pane } from "./pane";
import { count } from "./panels/dom";

/** What a search is called: its algorithm, and what else sets it apart from the others. */
export function titleOf(app: App, pane: Pane): string {
  const { options } = pane;
  if (pane.answer?.algorithm === "trace") return "trace";
  const info = app.algorithm(options.algorithm);
  const differs = (name: keyof Options) => app.panes.some((other) => other.options[name] !== options[name]);
  const more = [
    info?.informed && differs("heuristic") && options.heuristic !== "auto" && options.heuristic,
    info?.takesOpen && differs("open") && options.open !== "auto" && options.open,
    info?.takesWeight && options.weight,
    differs("corners") && `corners ${options.corners}`,
    differs("moves") && `${options.moves} moves`,
    differs("stepCosts") && `${options.stepCosts} steps`,
    differs("ties") && options.ties,
  ];
  const used = pane.answer?.algorithm ?? options.algorithm;
  const name = used === options.algorithm ? used : `${options.algorithm} (${used})`;
  return [name, ...more.filter(Boolean)].join(", ");
}

/** What all searches came to, as sentences. */
export function summaryOf(app: App): string {
  return app.unit ? app.unit.summary() : app.panes.map(paneSummary).join(" ");
}

/** What a search that was stopped by a limit did until then; null for any other. */
export function gaveUp(answer: { outcome: string; limit: string | null; expanded: number; ms: number }): string | null {
  if (answer.outcome !== "limit") return null;
  if (answer.limit === "time") return `gave up after ${Math.round(answer.ms / 1000)} s`;
  if (answer.limit === "cost") return "gave up at the limit on the cost";
  return `gave up after ${count(answer.expanded)} expansions`;
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
  if (answer.found && answer.cost !== null) return `cost ${answer.cost.toFixed(2)}`;
  return gaveUp(answer) ?? "no path";
}

/** How much of a search was recorded, if not all of it. */
export function cutOf(events: { length: number; missed: number } | undefined): string | null {
  if (!events?.missed) return null;
  const share = (100 * events.length) / (events.length + events.missed);
  return `recording cut at ${share < 1 ? share.toFixed(1) : Math.floor(share)} %`;
}

function paneSummary({ answer, error }: Pane): string {
  if (error) return error;
  if (!answer) return "";
  const expanded = `${answer.expanded} cells expanded`;
  const stopped = gaveUp(answer);
  if (stopped) return `${answer.algorithm} ${stopped}: whether there is a path is not known.`;
  if (answer.cost === null || !answer.found) return `${answer.algorithm}: there is no path, ${expanded}.`;
  return `${answer.algorithm}: a path of cost ${answer.cost.toFixed(3)} in ${answer.steps} steps, ${expanded}.`;
}
