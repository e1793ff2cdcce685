// Searches in words: what they are called, and what came of them.
import type { App } from "./app";
import type { Options, Pane } from "./pane";

/** What a search is called: its algorithm, and what else sets it apart from the others. */
export function titleOf(app: App, pane: Pane): string {
  const { options } = pane;
  const info = app.algorithm(options.algorithm);
  const differs = (name: keyof Options) => app.panes.some((other) => other.options[name] !== options[name]);
  const more = [
    info?.informed && differs("heuristic") && options.heuristic,
    info?.takesOpen && differs("open") && options.open,
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

function paneSummary({ answer, error }: Pane): string {
  if (error) return error;
  if (!answer) return "";
  const expanded = `${answer.expanded} cells expanded`;
  if (answer.outcome === "limit") return `${answer.algorithm}: stopped by the limit of ${answer.limit}, ${expanded}.`;
  if (answer.cost === null || !answer.found) return `${answer.algorithm}: there is no path, ${expanded}.`;
  return `${answer.algorithm}: a path of cost ${answer.cost.toFixed(3)} in ${answer.steps} steps, ${expanded}.`;
}
