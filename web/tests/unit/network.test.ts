// Networks as they are drawn and picked: positions, lines, what is under the pointer, names, links, edits.
import { describe, expect, it } from "vitest";
import { AIRPORTS } from "../../src/network/airports";
import { along } from "../../src/network/draw";
import { nextName } from "../../src/network/drawing";
import { Edits } from "../../src/network/edits";
import { isNodes, isOsm } from "../../src/network/files";
import { flights } from "../../src/network/flights";
import { boxOf, overlaps, placeLabels } from "../../src/network/labels";
import { decodeLink, encodeLink, type Shared } from "../../src/network/link";
import { costText, type Doc, docOf, legsOf, Model } from "../../src/network/model";
import { Picker, toSegment } from "../../src/network/picking";
import { PRESETS } from "../../src/network/presets";
import { greatCircle, kilometres, project } from "../../src/network/projection";
import { WORLD } from "../../src/network/world";

/** The parts of a document, as the engine hands them back. */
function partsOf(doc: Doc) {
  const names = [...new Set(doc.edges.map(({ name }) => name))];
  return {
    unit: doc.unit,
    ids: doc.nodes.map(({ id }) => id),
    names: doc.nodes.map(({ name }) => name),
    positions: Float64Array.from(doc.nodes.flatMap(({ at }) => [...at])),
    from: Uint32Array.from(doc.edges, ({ from }) => from),
    to: Uint32Array.from(doc.edges, ({ to }) => to),
    costs: Float64Array.from(doc.edges, ({ cost }) => cost),
    firstPoint: new Uint32Array(doc.edges.length + 1),
    points: new Float64Array(),
    edgeNames: names,
    nameOfEdge: Uint32Array.from(doc.edges, ({ name }) => names.indexOf(name)),
    leftOut: [],
  };
}

function preset(name: string): Doc {
  const { source } = PRESETS.find((one) => one.name === name)!;
  if (!("doc" in source)) throw new Error(name);
  return source.doc();
}
const model = (name: string, world = false) => new Model(partsOf(preset(name)), world, preset(name));

describe("files", () => {
  it("of OpenStreetMap are known by how they begin", () => {
    const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const maps = [
      "<osm version='0.6'>",
      "<?xml version='1.0' encoding='UTF-8'?>\n<!-- by hand -->\n<osm>",
      "\u00ef\u00bb\u00bf<?xml version='1.0'?><osm>",
      "\0\0\0\x0d\n\tOSMHeader\x18",
    ];
    const others = ["", "from,to,cost", '{"type":"FeatureCollection"}', "<?xml version='1.0'?><graphml>", "p sp 3 2"];
    expect(maps.map((text) => isOsm(bytes(text)))).toEqual(maps.map(() => true));
    expect(others.map((text) => isOsm(bytes(text)))).toEqual(others.map(() => false));
  });
});

describe("the globe on a plane", () => {
  it("places go there and back", () => {
    const positions = Float64Array.of(60, 24, 60.2, 24.6, 59.9, 25);
    for (const world of [false, true]) {
      const plane = project(positions, world);
      const places: [node: number, at: [number, number]][] = [
        [0, [60, 24]],
        [2, [59.9, 25]],
      ];
      for (const [node, at] of places) {
        const [latitude, longitude] = plane.globe(...plane.place(...at));
        expect(latitude).toBeCloseTo(at[0], 6);
        expect(longitude).toBeCloseTo(at[1], 6);
        expect(plane.x[node]).toBeCloseTo(plane.place(...at)[0], 2);
      }
      expect(Math.max(plane.width, plane.height)).toBeCloseTo(1000, 3);
    }
  });

  it("north is up, east is to the right, and bounds that are given stay", () => {
    const plane = project(Float64Array.of(0, 0, 1, 1), false);
    expect(plane.y[1]).toBeLessThan(plane.y[0]);
    expect(plane.x[1]).toBeGreaterThan(plane.x[0]);
    const grown = project(Float64Array.of(0, 0, 1, 1, 5, 5), false, plane.bounds);
    expect([grown.x[1], grown.y[1]]).toEqual([plane.x[1], plane.y[1]]);
    expect(project(new Float64Array(), false).width).toBeGreaterThan(0);
  });

  it("great circles are as long as they should be", () => {
    expect(kilometres([0, 0], [0, 90])).toBeCloseTo(10_007.5, 0);
    const between = greatCircle([50, 0], [50, 90], 100);
    expect(Math.max(...between.map(([latitude]) => latitude))).toBeGreaterThan(57);
    for (const [i, place] of between.slice(1).entries()) expect(kilometres(between[i], place)).toBeLessThan(101);
  });

  it("outlines are on the globe, and every ring is closed or long enough to be", () => {
    for (const ring of [...WORLD.land, ...WORLD.seas]) {
      expect(ring.length % 2).toBe(0);
      expect(ring.length).toBeGreaterThanOrEqual(8);
      for (let i = 0; i < ring.length; i += 2) {
        expect(Math.abs(ring[i])).toBeLessThanOrEqual(180);
        expect(Math.abs(ring[i + 1])).toBeLessThanOrEqual(90);
      }
    }
  });
});

describe("airports and flights", () => {
  const doc = flights();

  it("are a few hundred, each once, and every one can be reached from every other", () => {
    expect(AIRPORTS.length).toBeGreaterThan(300);
    expect(new Set(AIRPORTS.map(({ code }) => code)).size).toBe(AIRPORTS.length);
    const reached = new Set([0]);
    for (const node of reached) for (const { from, to } of doc.edges) if (from === node) reached.add(to);
    expect(reached.size).toBe(AIRPORTS.length);
  });

  it("take longer the farther they go, and as long there as back", () => {
    const at = (node: number) => doc.nodes[node].at;
    for (const { from, to, cost } of doc.edges) {
      expect(cost).toBeGreaterThan((60 * kilometres(at(from), at(to))) / 16);
      expect(doc.edges.some((back) => back.from === to && back.to === from && back.cost === cost)).toBe(true);
    }
  });

  it("are drawn over the edge of the map, in two pieces", () => {
    const world = new Model(partsOf(doc), true, doc);
    const [sydney, los] = ["SYD", "LAX"].map((code) => doc.nodes.findIndex(({ id }) => id === code));
    const edge = world.between(sydney, los);
    const line = world.line.subarray(2 * world.lineStart[edge], 2 * world.lineStart[edge + 1]);
    expect(line.some(Number.isNaN)).toBe(true);
    let longest = 0;
    for (let i = 2; i < line.length; i += 2) longest = Math.max(longest, Math.abs(line[i] - line[i - 2]) || 0);
    expect(longest).toBeLessThan(100);
  });
});

describe("what is under the pointer", () => {
  const streets = model("streets");
  const picker = new Picker(streets);

  it("is the nearest node and the nearest edge, as a look at all of them says", () => {
    let seed = 7;
    const random = () => {
      seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
      return seed / 0x7fffffff;
    };
    for (const shown of [streets, model("airports", true)]) {
      const picker = new Picker(shown);
      for (let i = 0; i < 60; i++) {
        const [px, py] = [(1.4 * random() - 0.2) * shown.plane.width, (1.4 * random() - 0.2) * shown.plane.height];
        const far = (node: number) => Math.hypot(shown.plane.x[node] - px, shown.plane.y[node] - py);
        const nearest = Math.min(...Array.from({ length: shown.nodes }, (_, node) => far(node)));
        expect(far(picker.node(px, py))).toBeCloseTo(nearest, 9);
        const toEdge = (edge: number) => {
          let least = Infinity;
          for (let j = shown.lineStart[edge]; j + 1 < shown.lineStart[edge + 1]; j++) {
            const [ax, ay, bx, by] = shown.line.subarray(2 * j, 2 * j + 4);
            least = Math.min(least, toSegment(px, py, ax, ay, bx, by));
          }
          return least;
        };
        const closest = Math.min(...Array.from({ length: shown.edges }, (_, edge) => toEdge(edge)));
        const found = picker.edge(px, py, 20);
        if (closest < 20) expect(toEdge(found)).toBeCloseTo(closest, 9);
        else expect(found).toBe(-1);
      }
    }
  });

  it("is nothing where nothing is near", () => {
    expect(picker.node(-500, -500, 10)).toBe(-1);
    expect(new Picker(model("empty")).node(5, 5)).toBe(-1);
  });
});

describe("names on the map", () => {
  it("never lie on each other, nor on what else is drawn", () => {
    const wanted = Array.from({ length: 80 }, (_, i) => ({
      text: `Place ${i}`,
      x: (i * 37) % 400,
      y: (i * 53) % 300,
      away: 5,
    }));
    const other = { left: 100, top: 100, right: 200, bottom: 160 };
    const labels = placeLabels(wanted, { width: 400, height: 300 }, (text) => 6 * text.length, [other]);
    expect(labels.length).toBeGreaterThan(10);
    const boxes = labels.map(boxOf);
    for (const [i, box] of boxes.entries()) {
      expect(overlaps(box, other)).toBe(false);
      for (const later of boxes.slice(i + 1)) expect(overlaps(box, later)).toBe(false);
    }
  });

  it("of the ends are there whatever else is", () => {
    const all = [1, 2, 3].map((i) => ({ text: `${i}`, x: 10, y: 10, away: 3, always: true }));
    expect(placeLabels(all, { width: 20, height: 20 }, () => 60).length).toBe(3);
  });
});

describe("a network", () => {
  it("knows the other direction, neighbours and routes by their streets", () => {
    const streets = model("streets");
    const [home, bakery, station, harbour] = ["Home", "Bakery", "Station", "Harbour"].map((id) =>
      streets.parts.ids.indexOf(id),
    );
    const edge = streets.between(home, bakery);
    expect(streets.opposite[streets.opposite[edge]]).toBe(edge);
    expect(streets.opposite[streets.between(station, harbour)]).toBe(-1);
    expect(streets.neighbours(harbour)).toContain(station);
    const path = ["Home", "School", "Square", "Market"].map((id) => streets.parts.ids.indexOf(id));
    const edges = path.slice(1).map((to, i) => streets.between(path[i], to));
    const legs = legsOf(streets, Uint32Array.from(path), Uint32Array.from(edges), (one) => streets.parts.costs[one]);
    expect(legs.map(({ name }) => name)).toEqual(["School Road", "Church Street", "Market Street"]);
    expect(legs.reduce((sum, { cost }) => sum + cost, 0)).toBe(60 * 13);
  });

  it("draws two directions apart where they cost different amounts", () => {
    const directed = model("directed");
    const [b, d] = ["B", "D"].map((id) => directed.parts.ids.indexOf(id));
    const [there, back] = [directed.between(b, d), directed.opposite[directed.between(b, d)]];
    const [middle, other] = [there, back].map((edge) => along(directed, edge, 0.5));
    expect(Math.hypot(middle[0] - other[0], middle[1] - other[1])).toBeGreaterThan(20);
    expect(docOf(directed.parts)?.edges.length).toBe(directed.edges);
  });

  it("says costs as people do", () => {
    expect([
      costText("seconds", 8.25),
      costText("seconds", 59),
      costText("seconds", 600),
      costText("seconds", 84_060),
    ]).toEqual(["8.3 s", "59 s", "10 min", "23 h 21 min"]);
    expect([costText("metres", 12_345), costText("kilometres", 250), costText("", 4)]).toEqual([
      "12.3 km",
      "250 km",
      "4",
    ]);
    expect(nextName(["A", "C"])).toBe("B");
    expect(nextName([..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"])).toBe("A1");
    expect([isNodes("my-nodes.csv"), isNodes("NY.co.gz"), isNodes("edges.csv")]).toEqual([true, true, false]);
  });
});

describe("links and edits", () => {
  it("bring back what they were made of", async () => {
    const doc = preset("streets");
    const all: Shared[] = [
      { net: { preset: "airports" }, changes: [], from: "HEL", to: "AKL", by: ["astar"], step: null, lesson: null },
      {
        net: { spec: "roads:500:seed=3" },
        changes: [
          { edge: 4, cost: 12.5 },
          { edge: 7, closed: true },
          { edge: 9, cost: 3, closed: true },
        ],
        from: "1",
        to: "A & B = ü",
        by: ["dijkstra", "bidirectional"],
        step: 17,
        lesson: "roads",
      },
      { net: { doc, world: false }, changes: [], from: "Home", to: "Work", by: ["bfs"], step: 0, lesson: null },
    ];
    for (const shared of all) {
      const read = await decodeLink(await encodeLink(shared));
      if (shared.net && "doc" in shared.net && read.net && "doc" in read.net) {
        expect(read.net.doc.edges).toEqual(shared.net.doc.edges);
        expect(read.net.doc.nodes.map(({ id, name }) => [id, name])).toEqual(
          doc.nodes.map(({ id, name }) => [id, name]),
        );
        expect({ ...read, net: null }).toEqual({ ...shared, net: null });
      } else expect(read).toEqual(shared);
    }
    await expect(decodeLink("net=roads&by=best")).rejects.toThrow("expected dijkstra");
    await expect(decodeLink("drawn=AAAA")).rejects.toThrow("damaged");
    await expect(decodeLink("net=roads&edges=7:y")).rejects.toThrow("7:y");
  });

  it("undo and redo costs, closed edges and drawings", () => {
    const doc = preset("streets");
    const edits = new Edits();
    edits.begin(doc, (edge) => doc.edges[edge].cost);
    expect(edits.undo()).toBeNull();
    edits.remember();
    edits.setCost(3, 1);
    edits.closed.add(5);
    edits.remember();
    edits.renumber({ ...doc, nodes: doc.nodes.slice(1) }, (edge) => edge - 1);
    expect([...edits.costs, ...edits.closed]).toEqual([[2, 1], 4]);
    expect(edits.undo()?.doc).not.toBe(edits.doc);
    expect([...edits.costs, ...edits.closed]).toEqual([[3, 1], 5]);
    const back = edits.undo();
    expect(back?.doc).toBe(edits.doc);
    expect(back?.changes).toEqual([
      { edge: 3, cost: doc.edges[3].cost, closed: false },
      { edge: 5, cost: doc.edges[5].cost, closed: false },
    ]);
    expect(edits.canRedo).toBe(true);
    edits.setCost(3, doc.edges[3].cost);
    expect(edits.costs.size).toBe(0);
  });
});
