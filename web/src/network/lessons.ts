// Lessons on networks. What a lesson says is held to by tests/e2e/network.test.mjs, claim by claim.
import type { AlgorithmName, NetworkApp } from "./app";
import type { Change } from "./edits";

export interface NetworkLesson {
  name: string;
  title: string;
  text: string;
  preset: string;
  /** Ids of the ends, where they are not the preset's. */
  ends?: readonly [string, string];
  by: readonly AlgorithmName[];
  changes?: readonly Change[];
}

export const NETWORK_LESSONS: readonly NetworkLesson[] = [
  {
    name: "minutes",
    title: "The quickest path is not the straightest",
    text: "Streets with travel times. High Street goes straight to the station, and takes 14 minutes: the quickest path leaves it aside. Breadth-first search counts streets, not minutes, and takes it. Click High Street, set it to 3 minutes, and the route moves.",
    preset: "streets",
    by: ["dijkstra", "bfs"],
  },
  {
    name: "arrows",
    title: "There and back are two questions",
    text: "In a directed graph an arrow leads one way, and costs need not be lengths. Dijkstra's algorithm takes nodes in the order of their cost, so the first time it expands a node it has the cheapest path to it: B is reached through C for 3, although the arrow from A costs 4.",
    preset: "directed",
    by: ["dijkstra"],
  },
  {
    name: "tempting",
    title: "The estimate alone is led astray",
    text: "Greedy search always takes the node that looks nearest to the goal, and walks over the ridge. A* adds what the path has cost so far, and goes around: more nodes, a cheaper path.",
    preset: "detour",
    by: ["greedy", "astar"],
  },
  {
    name: "flights",
    title: "Halfway around the world",
    text: "From Svalbard to the south of New Zealand: three ways to search one network of flights, one cost. Dijkstra looks at the whole world. The straight line, flown at the speed of the fastest flight, tells A* where not to look.",
    preset: "airports",
    by: ["dijkstra", "astar", "bidirectional"],
  },
  {
    name: "roads",
    title: "From both ends on the road",
    text: "Travel times on roads: the straight line at the speed of a motorway is a weak estimate, so A* still expands about half of what Dijkstra's algorithm does. Two searches that meet in the middle need no estimate at all, and expand about two thirds.",
    preset: "roads",
    by: ["dijkstra", "astar", "bidirectional"],
  },
];

export async function beginLesson(app: NetworkApp, lesson: NetworkLesson): Promise<void> {
  await app.openPreset(lesson.preset);
  if (lesson.ends) {
    const [from, to] = lesson.ends.map((id) => app.model.parts.ids.indexOf(id));
    app.setEnds(from, to);
  }
  app.setPanes(lesson.by);
  if (lesson.changes) await app.change(lesson.changes, false);
  app.setLesson(lesson.name);
  app.search();
}
