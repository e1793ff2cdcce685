// What searches on a network came to, as sentences.
import { say } from "../words";
import type { NetworkApp } from "./app";

export function summaryOf(app: NetworkApp): string {
  const { ends, model, panes } = app;
  if (!ends) return say("network.theNetworkHasNoNodes2");
  const [from, to] = ends.map((node) => model.label(node));
  return panes
    .map(({ algorithm, answer, error }) => {
      if (!answer) return error ?? "";
      if (answer.cost === null) return say("network.thereIsNoPathFrom", { algorithm, from, to });
      return say("network.toEdgesNodesExpanded", {
        algorithm,
        from,
        to,
        cost: app.text(answer.cost),
        edges: answer.edges.length,
        expanded: answer.expanded,
      });
    })
    .join(" ");
}
