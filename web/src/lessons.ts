// The lessons: a map, ends, searches, layers, and a sentence on what there is to see.
import { type App, DEFAULT_LAYERS, type Layer } from "./app";
import { MapModel } from "./map/model";
import type { Options } from "./pane";
import { Unit } from "./unit/unit";

export interface Lesson {
  name: string;
  title: string;
  text: string;
  /** A generator, or rows: # blocked, . free, digits terrain, A and B the ends. */
  map: string | string[];
  /** Ends on a generated map, x and y as shares of its sides. */
  ends?: [number, number, number, number];
  panes: Options[];
  layers?: Layer[];
  unit?: { preset: string; footprint?: string };
}

const BAIT = [
  "........................................",
  "........................................",
  "..........##################............",
  "...........................#............",
  "...........................#............",
  "...........................#............",
  "...........................#............",
  "...A.......................#........B...",
  "...........................#............",
  "...........................#............",
  "...........................#............",
  "...........................#............",
  "..........##################............",
  "........................................",
  "........................................",
];

const DOORS = [
  "########################################",
  "#..................#...................#",
  "#..................#...................#",
  "#..................#...................#",
  "#..................#...................#",
  "#.A....................................#",
  "#..................#...................#",
  "#..................#................B..#",
  "#..................#...................#",
  "#..................#...................#",
  "#..................#...................#",
  "#..................#...................#",
  "#......................................#",
  "#......................................#",
  "#......................................#",
  "#..................#...................#",
  "########################################",
];

const MUD = [
  "........................................",
  ".........3333333333333333333............",
  "........333333333333333333333...........",
  ".......33333555555555555533333..........",
  "......3333555555555555555553333.........",
  "..A...3333555599999999955553333......B..",
  "......3333555555555555555553333.........",
  ".......33333555555555555533333..........",
  "........333333333333333333333...........",
  ".........3333333333333333333............",
  "........................................",
  "........................................",
];

export const LESSONS: Lesson[] = [
  {
    name: "rings",
    title: "Why Dijkstra spreads in rings",
    text: "Dijkstra knows nothing about the goal, so it takes cells in the order of their cost: ring after ring around A, until one touches B. A* adds an estimate of the distance left, and skips most of the rings.",
    map: "open:61x41",
    ends: [0.25, 0.5, 0.75, 0.5],
    panes: [{ algorithm: "dijkstra" }, { algorithm: "astar" }],
  },
  {
    name: "manhattan",
    title: "Why Manhattan is wrong with diagonals",
    text: "Manhattan adds columns and rows, but a diagonal step covers one of each for 1.414. It overestimates, so cells that lie on the best path look worse than they are: the search is quicker, and its path can be longer. Octile never overestimates. Compare the costs.",
    map: "random:64x40:density=0.25:seed=8",
    panes: [
      { algorithm: "astar", heuristic: "octile" },
      { algorithm: "astar", heuristic: "manhattan" },
    ],
  },
  {
    name: "greedy",
    title: "What a bad estimate costs",
    text: "Greedy follows the estimate alone and runs into the dead end; the square of the distance is so large that A* does the same. Both find a path, but not the best one. Weighted A* says how much worse it can be at most.",
    map: BAIT,
    panes: [
      { algorithm: "astar" },
      { algorithm: "greedy" },
      { algorithm: "astar", heuristic: "squared-euclidean" },
      { algorithm: "weighted", weight: 2 },
    ],
  },
  {
    name: "jumps",
    title: "How jump points skip",
    text: "On a plain grid most cells are reached equally well in many orders. Jump point search leaps straight ahead and stops only where a wall forces a turn: the diamonds. The same cost, a fraction of the expansions.",
    map: "rooms:81x49:size=8:seed=4",
    panes: [{ algorithm: "astar" }, { algorithm: "jps" }],
    layers: ["open", "closed", "jumps", "grid"],
  },
  {
    name: "both",
    title: "From both ends",
    text: "Two searches, one from A and one from B, meet in the middle: two small circles cover less than a large one. Without an estimate that is all there is to gain; with an estimate at both ends, as in the third, hardly anything is left to look at.",
    map: "open:81x51",
    ends: [0.3, 0.5, 0.7, 0.5],
    panes: [
      { algorithm: "dijkstra" },
      { algorithm: "bidirectional", heuristic: "zero" },
      { algorithm: "bidirectional" },
    ],
  },
  {
    name: "terrain",
    title: "The longer path is cheaper",
    text: "Swamp takes three times as long, woods five, water nine. The cheapest path bends around the middle of the mud as far as it pays. Switch the layer g on: heat shows how cost flows around it.",
    map: MUD,
    panes: [{ algorithm: "dijkstra" }],
    layers: ["closed", "open", "g", "grid"],
  },
  {
    name: "depth",
    title: "Depth first, breadth first",
    text: "Depth-first search takes the first path it finds, however long. Breadth-first search finds the fewest steps, whatever they cost. Neither looks at costs; Dijkstra does.",
    map: "random:48x32:density=0.25:seed=4",
    panes: [{ algorithm: "dfs" }, { algorithm: "bfs" }, { algorithm: "dijkstra" }],
  },
  {
    name: "wide",
    title: "Why a wide body goes around",
    text: "A unit two cells wide and three long does not fit through the door that one cell would take, and it needs room to turn. Press Walk, and paint a wall across its path: it plans again from what it has learnt.",
    map: DOORS,
    panes: [{}],
    unit: { preset: "tank", footprint: "###\n#P#" },
  },
];

/** What is shown without a link: not a lesson, but what there is to see in five seconds. */
export const FIRST: Lesson = {
  name: "",
  title: "",
  text: "",
  map: "random:84x30:density=0.16:size=4:seed=9",
  ends: [0.25, 0.5, 0.75, 0.5],
  panes: [{ algorithm: "astar" }, { algorithm: "dijkstra" }],
};

export async function begin(app: App, lesson: Lesson): Promise<void> {
  app.placeUnit(null);
  if (typeof lesson.map === "string") await app.load({ spec: lesson.map });
  else {
    const { model, ends } = drawn(lesson.map);
    await app.load({ model }, ends);
  }
  if (lesson.ends) {
    const { width, height } = app.map;
    const at = (x: number, y: number) => Math.floor(y * height) * width + Math.floor(x * width);
    app.setEnds([at(lesson.ends[0], lesson.ends[1]), at(lesson.ends[2], lesson.ends[3])]);
  }
  app.setPanes(lesson.panes);
  app.setLayers(lesson.layers ?? DEFAULT_LAYERS);
  if (lesson.unit) app.placeUnit(await Unit.open(app, lesson.unit));
  app.setLesson(lesson.name || null);
  app.search();
}

function drawn(rows: string[]): { model: MapModel; ends: [number, number] } {
  const width = rows[0].length;
  const letters = rows.join("");
  const cells = [...letters];
  const model = new MapModel(
    width,
    rows.length,
    Uint8Array.from(cells, (letter) => (letter === "#" ? 1 : 0)),
    Float32Array.from(cells, (letter) => (/\d/.test(letter) ? Number(letter) : 1)),
  );
  return { model, ends: [letters.indexOf("A"), letters.indexOf("B")] };
}
