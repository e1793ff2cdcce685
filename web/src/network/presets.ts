// Networks that are a click away: airports, generated roads, and the small graphs that articles are about.
import { say } from "../words";
import { flights } from "./flights";
import type { Doc } from "./model";

export interface Preset {
  name: string;
  label: string;
  /** What it shows, in a sentence. */
  text: string;
  /** A generator, or the network itself. */
  source: { spec: string } | { doc: () => Doc };
  /** Over an outline of the world. */
  world?: boolean;
  /** Ids of the nodes that a path is first looked for between. */
  ends: readonly [string, string];
  /** What isochrones show first, in the network's unit. */
  within: number;
}

/** Places on a small plane, in units of about a hundred metres: x to the right, y up. */
const at = (x: number, y: number): [number, number] => [y / 1000, x / 1000];

type Street = readonly [from: string, to: string, cost: number, name: string, oneWay?: "one-way"];

function graph(unit: Doc["unit"], places: Readonly<Record<string, readonly [number, number]>>, streets: Street[]): Doc {
  const ids = Object.keys(places);
  const edges = streets.flatMap(([a, b, cost, name, oneWay]) => {
    const there = { from: ids.indexOf(a), to: ids.indexOf(b), cost, name };
    return oneWay ? [there] : [there, { ...there, from: there.to, to: there.from }];
  });
  return { unit, nodes: ids.map((id) => ({ id, name: id, at: at(...places[id]) })), edges };
}

const minutes = (count: number) => 60 * count;

/** A small town: streets with travel times. The straight line is not the quickest path. */
const streets = (): Doc =>
  graph(
    "seconds",
    {
      Home: [0, 4],
      Bakery: [3, 6.5],
      School: [3.5, 2.5],
      Square: [6, 4.5],
      Bridge: [9, 6.5],
      Market: [9, 2],
      Park: [6, 0],
      Station: [12, 4.5],
      Museum: [12.5, 8],
      Harbour: [15.5, 3],
      Work: [16, 6.5],
    },
    [
      ["Home", "Bakery", minutes(4), "Mill Lane"],
      ["Home", "School", minutes(5), "School Road"],
      ["Bakery", "Square", minutes(5), "Church Street"],
      ["School", "Square", minutes(3), "Church Street"],
      ["School", "Park", minutes(4), "Park Avenue"],
      ["Bakery", "Bridge", minutes(6), "River Road"],
      ["Square", "Station", minutes(14), "High Street"],
      ["Square", "Market", minutes(5), "Market Street"],
      ["Park", "Market", minutes(4), "Park Avenue"],
      ["Bridge", "Station", minutes(4), "Bridge Street"],
      ["Bridge", "Museum", minutes(5), "River Road"],
      ["Market", "Station", minutes(5), "Station Road"],
      ["Market", "Harbour", minutes(8), "Harbour Road"],
      ["Station", "Work", minutes(5), "High Street"],
      ["Museum", "Work", minutes(4), "Museum Row"],
      ["Harbour", "Work", minutes(5), "Quay"],
      ["Station", "Harbour", minutes(4), "Station Road", "one-way"],
    ],
  );

/** A directed graph with costs: an arrow leads one way only, and two directions may cost different amounts. */
const directed = (): Doc =>
  graph("", { A: [0, 4], B: [4, 7], C: [4, 1], D: [8, 4], E: [12, 7], F: [12, 1], G: [16, 4] }, [
    ["A", "B", 4, "", "one-way"],
    ["A", "C", 2, "", "one-way"],
    ["C", "B", 1, "", "one-way"],
    ["B", "D", 5, "", "one-way"],
    ["D", "B", 2, "", "one-way"],
    ["C", "D", 8, "", "one-way"],
    ["C", "F", 10, "", "one-way"],
    ["D", "E", 2, "", "one-way"],
    ["D", "F", 6, "", "one-way"],
    ["E", "F", 1, "", "one-way"],
    ["E", "G", 7, "", "one-way"],
    ["F", "G", 3, "", "one-way"],
    ["G", "D", 4, "", "one-way"],
  ]);

/** The detour that greedy search falls for: the node that looks nearest to the goal has an expensive way on. */
const detour = (): Doc =>
  graph("", { S: [0, 3], Near: [6, 3], Ridge: [9, 3.6], Up: [2.5, 6.5], Over: [8, 7], G: [12, 3] }, [
    ["S", "Near", 6, ""],
    ["Near", "Ridge", 9, ""],
    ["Ridge", "G", 9, ""],
    ["S", "Up", 5, ""],
    ["Up", "Over", 6, ""],
    ["Over", "G", 6, ""],
  ]);

const empty = (): Doc => ({ unit: "", nodes: [], edges: [] });

export const PRESETS: readonly Preset[] = [
  {
    name: "airports",
    label: say("network.airportsOfTheWorld"),
    text: say("network.realAirportsFlightsByA"),
    source: { doc: flights },
    world: true,
    ends: ["LYR", "ZQN"],
    within: 60 * 60 * 8,
  },
  {
    name: "roads",
    label: say("network.roads5000Junctions"),
    text: say("network.generatedMotorwaysMainRoadsStreets"),
    source: { spec: "roads:5000:seed=1" },
    ends: ["", ""],
    within: 60 * 5,
  },
  {
    name: "county",
    label: say("network.roads18500Junctions"),
    text: say("network.theSameWithAbout50"),
    source: { spec: "roads:18500:seed=3" },
    ends: ["", ""],
    within: 60 * 8,
  },
  {
    name: "streets",
    label: say("network.streetsOfASmallTown"),
    text: say("network.streetsWithTravelTimesIn"),
    source: { doc: streets },
    ends: ["Home", "Work"],
    within: 60 * 12,
  },
  {
    name: "directed",
    label: say("network.aDirectedWeightedGraph"),
    text: say("network.arrowsLeadOneWayAnd"),
    source: { doc: directed },
    ends: ["A", "G"],
    within: 8,
  },
  {
    name: "detour",
    label: say("network.aTemptingDetour"),
    text: say("network.theNodeThatLooksNearest"),
    source: { doc: detour },
    ends: ["S", "G"],
    within: 12,
  },
  {
    name: "empty",
    label: say("network.anEmptyGraph"),
    text: say("network.drawOneOfYourOwn"),
    source: { doc: empty },
    ends: ["", ""],
    within: 10,
  },
];
