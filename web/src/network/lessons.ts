// Lessons on networks. What a lesson says is held to by tests/e2e/network.test.mjs, claim by claim.

import { told } from "../words/lessons";
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
    ...told("minutes"),
    preset: "streets",
    by: ["dijkstra", "bfs"],
  },
  {
    ...told("arrows"),
    preset: "directed",
    by: ["dijkstra"],
  },
  {
    ...told("tempting"),
    preset: "detour",
    by: ["greedy", "astar"],
  },
  {
    ...told("flights"),
    preset: "airports",
    by: ["dijkstra", "astar", "bidirectional"],
  },
  {
    ...told("roads"),
    preset: "roads",
    by: ["dijkstra", "astar", "bidirectional"],
  },
  {
    ...told("climbing"),
    preset: "roads",
    by: ["dijkstra", "bidirectional", "hierarchy"],
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
