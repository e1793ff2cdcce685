// A network by keys: a cursor that goes from node to node, the time line, ends, edits. `KEYS` is also what the help
// shows, so that it cannot be wrong.
import { toggleFullScreen } from "../frame";
import { type Key, PLAYING } from "../input/keys";
import type { NetworkApp } from "./app";
import { addNode, connect, deleteEdge, deleteNode } from "./drawing";

/** What is known of a node, as a sentence. */
export function describe(app: NetworkApp, node: number): string {
  const { timeline } = app.pane;
  const g = timeline?.g(node);
  const known = g === undefined || Number.isNaN(g) ? "" : `, ${app.text(g)} so far`;
  const ends = app.ends ? [" (start)", " (goal)"].filter((_, which) => app.ends?.[which] === node).join("") : "";
  return `${app.model.title(node)}${ends}${known}.`;
}

const here = (app: NetworkApp): number =>
  app.cursor >= 0 ? app.cursor : (app.ends?.[0] ?? (app.model.nodes ? 0 : -1));

/** To the neighbour that lies most in a direction; where none does, to any node that does. */
const move = (dx: number, dy: number) => (app: NetworkApp) => {
  const { model, view } = app;
  const at = here(app);
  if (at < 0) return app.announce("The network has no nodes: choose Draw and press n.");
  const { x, y } = model.plane;
  const score = (node: number) => {
    const [ax, ay] = [x[node] - x[at], y[node] - y[at]];
    const length = Math.hypot(ax, ay);
    const forward = length === 0 ? 0 : (ax * dx + ay * dy) / length;
    return forward > 0.35 ? length / forward ** 2 : Infinity;
  };
  const best = (nodes: Iterable<number>) => {
    let [found, least] = [-1, Infinity];
    for (const node of nodes) {
      const value = node === at ? Infinity : score(node);
      if (value < least) [found, least] = [node, value];
    }
    return found;
  };
  const neighbour = best(model.neighbours(at));
  const to = neighbour >= 0 ? neighbour : best(Array(model.nodes).keys());
  if (to < 0) return app.announce("Nothing lies that way.");
  app.setCursor(to, true);
  view.reveal(x[to], y[to]);
  app.announce(describe(app, to));
};
const end = (which: 0 | 1) => (app: NetworkApp) => {
  if (app.cursor < 0) return app.announce("Move the cursor first, with the arrow keys.");
  app.setEnd(which, app.cursor);
};
/** The next edge of the cursor's node, around and around. */
const nextEdge = (app: NetworkApp) => {
  const at = here(app);
  if (at < 0) return;
  const edges = app.model.edgesAt(at);
  if (edges.length === 0) return app.announce(`${app.model.label(at)} has no edges.`);
  const now = app.selected?.kind === "edge" ? edges.indexOf(app.selected.edge) : -1;
  const edge = edges[(now + 1) % edges.length];
  app.select({ kind: "edge", edge });
  const { from, to } = app.model.parts;
  app.announce(
    `Edge from ${app.model.label(from[edge])} to ${app.model.label(to[edge])}, ${app.isClosed(edge) ? "closed" : app.text(app.cost(edge))}.`,
  );
};
const close = (app: NetworkApp) => {
  const { selected } = app;
  if (selected?.kind !== "edge") return app.announce("Select an edge first: press e, or click one.");
  const back = app.model.opposite[selected.edge];
  const closed = !app.isClosed(selected.edge);
  const both = back >= 0 ? [selected.edge, back] : [selected.edge];
  void app.attempt(() => app.change(both.map((edge) => ({ edge, closed }))));
};
const remove = (app: NetworkApp) => {
  const { selected } = app;
  if (!selected) return app.announce("Select a node or an edge first.");
  void app.attempt(() => (selected.kind === "edge" ? deleteEdge(app, selected.edge) : deleteNode(app, selected.node)));
};
/** A new node a little to the right of the cursor, or in the middle. */
const add = (app: NetworkApp) => {
  const { view, model } = app;
  const at = here(app);
  const spot = at >= 0 ? view.pixel(model.plane.x[at], model.plane.y[at]) : [view.width / 2, view.height / 2];
  void app.attempt(async () => {
    await addNode(app, ...view.at(spot[0] + 60, spot[1] + (at >= 0 ? 20 : 0)));
    app.setCursor(app.model.nodes - 1, true);
  });
};
/** From the selected node to the cursor's; without one, the cursor's is selected. */
const join = (app: NetworkApp) => {
  const { selected, cursor } = app;
  if (cursor < 0) return app.announce("Move the cursor first, with the arrow keys.");
  if (selected?.kind !== "node" || selected.node === cursor) {
    app.select({ kind: "node", node: cursor });
    return app.announce(`${app.model.label(cursor)} is selected: move the cursor and press c again to connect.`);
  }
  void app.attempt(() => connect(app, selected.node, cursor));
};

export const KEYS: Key<NetworkApp>[] = [
  ...PLAYING,
  { keys: "ArrowLeft", does: "move the cursor to a neighbour on the left", stage: true, act: move(-1, 0) },
  { keys: "ArrowRight", does: "to one on the right", stage: true, act: move(1, 0) },
  { keys: "ArrowUp", does: "to one above", stage: true, act: move(0, -1) },
  { keys: "ArrowDown", does: "to one below", stage: true, act: move(0, 1) },
  { keys: "a", does: "put the start at the cursor", act: end(0) },
  { keys: "b", does: "put the goal at the cursor", act: end(1) },
  { keys: "Enter", does: "put the goal at the cursor, and search", stage: true, act: end(1) },
  { keys: "e", does: "select the next edge of the cursor's node", act: nextEdge },
  { keys: "x", does: "close the selected edge, or open it again", act: close },
  { keys: "n", does: "draw: a new node beside the cursor", act: add },
  { keys: "c", does: "draw: connect the selected node with the cursor's", act: join },
  { keys: "Delete", does: "draw: delete what is selected", stage: true, act: remove },
  { keys: "s", does: "search again and replay", act: (app) => app.search() },
  { keys: "1", does: "tool: move the ends", act: (app) => app.setTool("move") },
  { keys: "2", does: "tool: isochrones", act: (app) => app.setTool("reach") },
  { keys: "3", does: "tool: draw", act: (app) => app.setTool("draw") },
  { keys: "+", does: "zoom in", act: (app) => app.view.zoom(1.25) },
  { keys: "-", does: "zoom out", act: (app) => app.view.zoom(0.8) },
  { keys: "0", does: "show the whole network", act: (app) => app.view.fit() },
  { keys: "f", does: "the whole screen, or back", act: toggleFullScreen },
  { keys: "[", does: "slower", act: (app) => app.chooseSpeed(Math.max(1, app.player.speed / 2)) },
  { keys: "]", does: "faster", act: (app) => app.chooseSpeed(Math.min(4_000_000, app.player.speed * 2)) },
  { keys: "p", does: "select the next search", act: (app) => app.choosePane((app.chosen + 1) % app.panes.length) },
  { keys: "Ctrl+z", does: "undo", act: (app) => void app.attempt(() => app.undo()) },
  { keys: "Ctrl+y", does: "redo (also Ctrl+Shift+z)", act: (app) => void app.attempt(() => app.redo()) },
];
