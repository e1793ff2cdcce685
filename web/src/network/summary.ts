// What searches on a network came to, as sentences.
import type { NetworkApp } from "./app";

export function summaryOf(app: NetworkApp): string {
  const { ends, model, panes } = app;
  if (!ends) return "The network has no nodes.";
  const [from, to] = ends.map((node) => model.label(node));
  return panes
    .map(({ algorithm, answer, error }) => {
      if (!answer) return error ?? "";
      if (answer.cost === null) return `${algorithm}: there is no path from ${from} to ${to}.`;
      return `${algorithm}: ${from} to ${to}, ${app.text(answer.cost)}, ${answer.edges.length} edges, ${answer.expanded} nodes expanded.`;
    })
    .join(" ");
}
