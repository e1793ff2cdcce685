// The course: from graphs to bodies, each lesson a search to look at. What a lesson says is held to by
// tests/e2e/lessons.test.mjs, claim by claim.

import { chapter, told } from "../words/lessons";
import type { Lesson } from "./begin";
import { BAIT, BEHIND, CORNERS, DOORS, MUD, POCKET, RIVER, STREETS } from "./maps";

export interface Chapter {
  readonly title: string;
  readonly lessons: readonly Lesson[];
}

export const CHAPTERS: readonly Chapter[] = [
  {
    title: chapter("graph"),
    lessons: [
      {
        ...told("graph"),
        map: "random:18x11:density=0.2:seed=4",
        panes: [{ algorithm: "astar" }],
        layers: ["open", "closed", "parents", "grid"],
      },
      {
        ...told("streets"),
        map: STREETS,
        panes: [
          { algorithm: "dfs", moves: 4 },
          { algorithm: "bfs", moves: 4 },
          { algorithm: "astar", moves: 4 },
        ],
      },
      {
        ...told("moves"),
        map: "open:41x27",
        ends: [0.2, 0.2, 0.8, 0.8],
        panes: [
          { algorithm: "astar", moves: 4 },
          { algorithm: "astar", moves: 8 },
        ],
      },
      {
        ...told("corners"),
        map: CORNERS,
        panes: [
          { algorithm: "astar", corners: "never" },
          { algorithm: "astar", corners: "one" },
          { algorithm: "astar", corners: "always" },
        ],
      },
      {
        ...told("terrain"),
        map: MUD,
        panes: [{ algorithm: "dijkstra" }],
        layers: ["closed", "open", "g", "grid"],
      },
    ],
  },
  {
    title: chapter("search"),
    lessons: [
      {
        ...told("depth"),
        map: "random:48x32:density=0.25:seed=4",
        panes: [{ algorithm: "dfs" }, { algorithm: "bfs" }, { algorithm: "dijkstra" }],
      },
      {
        ...told("steps"),
        map: RIVER,
        panes: [{ algorithm: "bfs" }, { algorithm: "dijkstra" }],
      },
      {
        ...told("rings"),
        map: "open:61x41",
        ends: [0.25, 0.5, 0.75, 0.5],
        panes: [{ algorithm: "dijkstra" }, { algorithm: "astar" }],
        layers: ["open", "closed", "contours"],
      },
      {
        ...told("direction"),
        map: "random:84x30:density=0.16:size=4:seed=9",
        ends: [0.25, 0.5, 0.75, 0.5],
        panes: [{ algorithm: "dijkstra" }, { algorithm: "astar" }],
      },
      {
        ...told("both"),
        map: "open:81x51",
        ends: [0.3, 0.5, 0.7, 0.5],
        panes: [
          { algorithm: "dijkstra" },
          { algorithm: "bidirectional", heuristic: "zero" },
          { algorithm: "bidirectional" },
        ],
      },
      {
        ...told("unreachable"),
        map: POCKET,
        panes: [{ algorithm: "astar" }, { algorithm: "bidirectional" }],
      },
      {
        ...told("memory"),
        map: "caves:40x26:seed=3",
        panes: [{ algorithm: "naive" }, { algorithm: "astar" }],
      },
      {
        ...told("deepening"),
        map: "random:12x8:density=0.2:seed=6",
        panes: [{ algorithm: "ida" }, { algorithm: "astar" }],
      },
    ],
  },
  {
    title: chapter("heuristics"),
    lessons: [
      {
        ...told("estimate"),
        map: "random:72x44:density=0.2:seed=3",
        panes: [
          { algorithm: "astar", heuristic: "zero" },
          { algorithm: "astar", heuristic: "chebyshev" },
          { algorithm: "astar", heuristic: "octile" },
        ],
      },
      {
        ...told("four"),
        map: "random:64x40:density=0.25:seed=8",
        panes: [
          { algorithm: "astar", moves: 4, heuristic: "manhattan" },
          { algorithm: "astar", moves: 4, heuristic: "octile" },
          { algorithm: "astar", moves: 4, heuristic: "euclidean" },
        ],
      },
      {
        ...told("manhattan"),
        map: "random:64x40:density=0.25:seed=8",
        panes: [
          { algorithm: "astar", heuristic: "octile" },
          { algorithm: "astar", heuristic: "manhattan" },
        ],
      },
      {
        ...told("chess"),
        map: "random:64x40:density=0.25:seed=8",
        panes: [
          { algorithm: "dijkstra", stepCosts: "uniform" },
          { algorithm: "astar", stepCosts: "uniform", heuristic: "chebyshev" },
        ],
      },
      {
        ...told("greedy"),
        map: BAIT,
        panes: [
          { algorithm: "astar" },
          { algorithm: "greedy" },
          { algorithm: "astar", heuristic: "squared-euclidean" },
          { algorithm: "weighted", weight: 2 },
        ],
      },
      {
        ...told("weight"),
        map: "random:96x60:density=0.25:seed=3",
        panes: [{ algorithm: "astar" }, { algorithm: "weighted", weight: 1.5 }, { algorithm: "weighted", weight: 3 }],
      },
      {
        ...told("ties"),
        map: "open:61x41",
        ends: [0.2, 0.3, 0.8, 0.7],
        panes: [
          { algorithm: "astar", open: "heap", ties: "newest" },
          { algorithm: "astar", open: "heap", ties: "low-g" },
        ],
      },
      {
        ...told("jumps"),
        map: "rooms:81x49:size=8:seed=4",
        panes: [{ algorithm: "astar" }, { algorithm: "jps" }],
        layers: ["open", "closed", "jumps", "grid"],
      },
      {
        ...told("angle"),
        map: "random:60x36:density=0.12:size=4:seed=2",
        panes: [{ algorithm: "astar" }, { algorithm: "theta" }],
      },
    ],
  },
  {
    title: chapter("openLists"),
    lessons: [
      {
        ...told("lists"),
        map: "random:48x30:density=0.2:seed=7",
        panes: [
          { algorithm: "astar", open: "array" },
          { algorithm: "astar", open: "heap" },
          { algorithm: "astar", open: "bucket" },
        ],
      },
      {
        ...told("reopened"),
        map: "caves:64x40:seed=3",
        panes: [
          { algorithm: "astar", heuristic: "octile" },
          { algorithm: "astar", heuristic: "squared-euclidean" },
        ],
      },
      {
        ...told("prepared"),
        map: "rooms:96x60:size=12:seed=4",
        panes: [{ algorithm: "astar" }, { algorithm: "prepared" }],
      },
    ],
  },
  {
    title: chapter("bodies"),
    lessons: [
      {
        ...told("wide"),
        map: DOORS,
        panes: [{}],
        unit: { preset: "tank", footprint: "###\n#P#" },
      },
      {
        ...told("turning"),
        map: BEHIND,
        panes: [{}],
        unit: { preset: "car" },
      },
      {
        ...told("replanning"),
        map: "caves:80x50:seed=3",
        // A wall across this path leaves a way around that what was learnt knows well.
        ends: [0.055, 0.885, 0.93, 0.13],
        panes: [{}],
        unit: { preset: "tank" },
      },
    ],
  },
];

export const LESSONS: readonly Lesson[] = CHAPTERS.flatMap(({ lessons }) => lessons);
