// A network by keys: a cursor that goes from node to node, the time line, ends, edits. `KEYS` is also what the help
// shows, so that it cannot be wrong.

import { toggleFullScreen } from "../frame";
import { type Key, PLAYING } from "../input/keys";
import { say } from "../words";
import type { NetworkApp } from "./app";
import { addNode, connect, deleteEdge, deleteNode } from "./drawing";

/** What is known of a node, as a sentence. */
export function describe(app: NetworkApp, node: number): string {
  const { timeline } = app.pane;
  const g = timeline?.g(node);
  const known = g === undefined || Number.isNaN(g) ? "" : say("network.soFar", { g: app.text(g) });
  const ends = app.ends
    ? [` ${say("network.start")}`, ` ${say("network.goal")}`].filter((_, which) => app.ends?.[which] === node).join("")
    : "";
  return `${app.model.title(node)}${ends}${known}.`;
}

const here = (app: NetworkApp): number =>
  app.cursor >= 0 ? app.cursor : (app.ends?.[0] ?? (app.model.nodes ? 0 : -1));

/** To the neighbour that lies most in a direction; where none does, to any node that does. */
const move = (dx: number, dy: number) => (app: NetworkApp) => {
  const { model, view } = app;
  const at = here(app);
  if (at < 0) return app.announce(say("network.theNetworkHasNoNodes"));
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
  if (to < 0) return app.announce(say("network.nothingLiesThatWay"));
  app.setCursor(to, true);
  view.reveal(x[to], y[to]);
  app.announce(describe(app, to));
};
const end = (which: 0 | 1) => (app: NetworkApp) => {
  if (app.cursor < 0) return app.announce(say("network.moveTheCursorFirstWith"));
  app.setEnd(which, app.cursor);
};
/** The next edge of the cursor's node, around and around. */
const nextEdge = (app: NetworkApp) => {
  const at = here(app);
  if (at < 0) return;
  const edges = app.model.edgesAt(at);
  if (edges.length === 0) return app.announce(say("network.hasNoEdges", { at: app.model.label(at) }));
  const now = app.selected?.kind === "edge" ? edges.indexOf(app.selected.edge) : -1;
  const edge = edges[(now + 1) % edges.length];
  app.select({ kind: "edge", edge });
  const { from, to } = app.model.parts;
  app.announce(
    say("network.edgeFromTo", {
      from: app.model.label(from[edge]),
      to: app.model.label(to[edge]),
      cost: app.isClosed(edge) ? say("network.closed") : app.text(app.cost(edge)),
    }),
  );
};
const close = (app: NetworkApp) => {
  const { selected } = app;
  if (selected?.kind !== "edge") return app.announce(say("network.selectAnEdgeFirstPress"));
  const back = app.model.opposite[selected.edge];
  const closed = !app.isClosed(selected.edge);
  const both = back >= 0 ? [selected.edge, back] : [selected.edge];
  void app.attempt(() => app.change(both.map((edge) => ({ edge, closed }))));
};
const remove = (app: NetworkApp) => {
  const { selected } = app;
  if (!selected) return app.announce(say("network.selectANodeOrAn"));
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
  if (cursor < 0) return app.announce(say("network.moveTheCursorFirstWith"));
  if (selected?.kind !== "node" || selected.node === cursor) {
    app.select({ kind: "node", node: cursor });
    return app.announce(say("network.isSelectedMoveTheCursor", { cursor: app.model.label(cursor) }));
  }
  void app.attempt(() => connect(app, selected.node, cursor));
};

export const KEYS: Key<NetworkApp>[] = [
  ...PLAYING,
  { keys: "ArrowLeft", does: say("network.moveTheCursorToA"), stage: true, act: move(-1, 0) },
  { keys: "ArrowRight", does: say("network.toOneOnTheRight"), stage: true, act: move(1, 0) },
  { keys: "ArrowUp", does: say("network.toOneAbove"), stage: true, act: move(0, -1) },
  { keys: "ArrowDown", does: say("network.toOneBelow"), stage: true, act: move(0, 1) },
  { keys: "a", does: say("keys.putTheStartAtThe"), act: end(0) },
  { keys: "b", does: say("keys.putTheGoalAtThe"), act: end(1) },
  { keys: "Enter", does: say("keys.putTheGoalAtThe2"), stage: true, act: end(1) },
  { keys: "e", does: say("network.selectTheNextEdgeOf"), act: nextEdge },
  { keys: "x", does: say("network.closeTheSelectedEdgeOr"), act: close },
  { keys: "n", does: say("network.drawANewNodeBeside"), act: add },
  { keys: "c", does: say("network.drawConnectTheSelectedNode"), act: join },
  { keys: "Delete", does: say("network.drawDeleteWhatIsSelected"), stage: true, act: remove },
  { keys: "s", does: say("keys.searchAgainAndReplay"), act: (app) => app.search() },
  { keys: "1", does: say("keys.toolMoveTheEnds"), act: (app) => app.setTool("move") },
  { keys: "2", does: say("network.toolIsochrones"), act: (app) => app.setTool("reach") },
  { keys: "3", does: say("network.toolDraw"), act: (app) => app.setTool("draw") },
  { keys: "+", does: say("keys.zoomIn"), act: (app) => app.view.zoom(1.25) },
  { keys: "-", does: say("keys.zoomOut"), act: (app) => app.view.zoom(0.8) },
  { keys: "0", does: say("network.showTheWholeNetwork"), act: (app) => app.view.fit() },
  { keys: "f", does: say("keys.theWholeScreenOrBack"), act: toggleFullScreen },
  { keys: "[", does: say("keys.slower"), act: (app) => app.chooseSpeed(Math.max(1, app.player.speed / 2)) },
  { keys: "]", does: say("keys.faster"), act: (app) => app.chooseSpeed(Math.min(4_000_000, app.player.speed * 2)) },
  {
    keys: "p",
    does: say("keys.selectTheNextSearch"),
    act: (app) => app.choosePane((app.chosen + 1) % app.panes.length),
  },
  { keys: "Ctrl+z", does: say("keys.undo"), act: (app) => void app.attempt(() => app.undo()) },
  { keys: "Ctrl+y", does: say("keys.redoAlsoCtrlShiftZ"), act: (app) => void app.attempt(() => app.redo()) },
];
