// The package as a program in Node uses it. Run by: node --test tests
import assert from "node:assert/strict";
import test from "node:test";
import {
  WaylineBody, WaylineMap, algorithms, init, judge, readPicture, record, solve, version, writePicture,
} from "../pkg/node.js";
import { Random } from "./cases.mjs";
import { EngineFailure, Wayline } from "../pkg/node-client.js";

await init();
const cell = (map, x, y) => y * map.width + x;

test("the registry is the engine's", () => {
  const { algorithms: all, openLists, heuristics, corners, generators, grounds, bodies } = algorithms();
  assert.ok(all.length >= 14 && all.every(({ name, summary }) => name && summary));
  assert.equal(openLists.length, 5);
  assert.ok(heuristics.some(({ name }) => name === "octile"));
  assert.deepEqual(corners.map(({ name }) => name), ["never", "one", "always"]);
  assert.ok(bodies.some(({ name }) => name === "tank"));
  for (const { name, summary, parameters } of generators) {
    const line = parameters.map((parameter) => `:${parameter.name}=${parameter.default}`).join("");
    const [plain, spelled] = [`${name}:20x20`, `${name}:20x20${line}`].map((spec) => WaylineMap.generate(spec).blocked());
    assert.deepEqual(spelled, plain, name);
    assert.ok(summary && parameters.every((one) => one.summary && one.least <= one.default && one.default <= one.most));
  }
  assert.deepEqual(grounds.find(({ name }) => name === "swamp"), { name: "swamp", letter: "S", multiplier: 3 });
  assert.match(version(), /^\d+\.\d+\.\d+$/);
});

test("every algorithm with every open list finds the way, and the judge agrees", () => {
  const map = WaylineMap.generate("caves:60x40:seed=5");
  const { algorithms: all, openLists } = algorithms();
  const best = solve(map, { algorithm: "dijkstra", verify: true });
  for (const { name, optimal, takesOpen, cap } of all) {
    for (const open of takesOpen ? openLists.map((list) => list.name) : [undefined]) {
      const answer = solve(map, { algorithm: name, open, verify: true, maxExpansions: 200000 });
      assert.equal(answer.verified, true, `${name} ${open}: ${answer.flaw}`);
      if (name === "ida" || cap) continue;
      assert.ok(answer.found, name);
      if (optimal) assert.equal(answer.cost, best.cost, name);
      assert.equal(answer.path[0], answer.from);
      assert.equal(answer.path.at(-1), answer.to);
      assert.equal(answer.steps, answer.path.length - 1);
    }
  }
});

test("cells in and out", () => {
  const map = new WaylineMap(10, 8);
  assert.equal(map.setBlocked(new Uint32Array([3, 4, 4]), true), 2);
  assert.equal(map.blocked().indexOf(1), 3);
  assert.equal(map.freeCells, 78);
  const cells = map.blocked();
  cells[79] = 1;
  assert.equal(map.setAllBlocked(cells), 1);
  assert.throws(() => map.setBlocked(new Uint32Array([0, 80]), true), /there is no cell 80: the last is 79/);
  assert.equal(map.blocked()[0], 0, "all or nothing");
  assert.throws(() => map.setAllBlocked(new Uint8Array(3)), /expected 80/);
  assert.equal(map.multipliers().length, 0);
  map.setMultiplier(new Uint32Array([7]), 2.5);
  assert.equal(map.multipliers()[7], 2.5);
  assert.throws(() => solve(map, { algorithm: "jps", from: 0, to: 70 }), /jps/);
  map.setMultiplier(new Uint32Array([7]), 1);
  assert.ok(solve(map, { algorithm: "jps", from: 0, to: 70 }).found, "plain again");
  const larger = map.resized(12, 9);
  assert.deepEqual([larger.width, larger.height, larger.freeCells], [12, 9, 105]);
  assert.throws(() => new WaylineMap(0, 5), /at least 1x1/);
  assert.throws(() => new WaylineMap(1e9, 1e9), /at most 16777216/);
  assert.throws(() => new WaylineMap(2.5, NaN), /whole numbers/);
});

test("files out and in again", async () => {
  const map = WaylineMap.read(new TextEncoder().encode("S.#.\n..#.\n...G\n"));
  assert.deepEqual([map.start, map.goal], [0, 11]);
  for (const format of ["map", "txt"]) {
    const again = WaylineMap.read(map.write(format));
    assert.deepEqual(again.blocked(), map.blocked(), format);
  }
  assert.throws(() => map.write("gif"), /expected map, txt/);
  map.setMultiplier(new Uint32Array([4, 5]), 3);
  const picture = await writePicture(map);
  const again = await readPicture(picture);
  assert.deepEqual([again.blocked(), again.multipliers()], [map.blocked(), map.multipliers()]);
  assert.throws(() => WaylineMap.read(picture), /readPicture/);
  await assert.rejects(readPicture(picture.subarray(0, 40)), /PNG/);
  map.setMultiplier(new Uint32Array([4]), 200);
  await assert.rejects(writePicture(map), /multiplier 200/);
  assert.throws(() => WaylineMap.read(new TextEncoder().encode("..\n.x\n")), /line 2, column 2/);
  assert.throws(() => WaylineMap.generate("mase:9x9"), /there is no kind of map 'mase'/);
  assert.throws(() => WaylineMap.generate("open:90000x90000"), /at most/);
});

test("what is wrong is reported, and nothing breaks", () => {
  const map = WaylineMap.generate("random:30x30:density=0.2:seed=1");
  const [from, to] = map.ends();
  const said = (options, message) => assert.throws(() => solve(map, { from, to, ...options }), message);
  said({ algoritm: "astar" }, /unknown option 'algoritm'/);
  said({ algorithm: "magic" }, /unknown algorithm 'magic'/);
  said({ heuristic: "magic" }, /unknown heuristic/);
  said({ from: [30, 0] }, /off the map/);
  said({ from: -1 }, /expected a cell/);
  said({ from: {} }, /expected a cell/);
  said({ to: Symbol.iterator }, /expected a cell/);
  said({ algorithm: () => "astar" }, /algorithm: expected a text/);
  assert.throws(() => solve(map, "astar"), /expected an object/);
  said({ weight: 0 }, /weight/);
  said({ maxExpansions: "many" }, /number/);
  assert.ok(solve(map, { from, to }).found);
  assert.ok(solve(map).found);
});

test("limits are named", () => {
  const map = WaylineMap.generate("open:400x400");
  const ask = (options) => solve(map, { algorithm: "dijkstra", from: 0, to: [399, 399], ...options });
  assert.equal(ask({ maxExpansions: 10 }).limit, "expansions");
  assert.equal(ask({ maxCost: 3 }).limit, "cost");
  assert.equal(ask({ maxMs: 0 }).limit, "time");
  const recorded = record(map, { algorithm: "dijkstra", from: 0, to: [399, 399], maxMs: 0 });
  assert.equal(recorded.limit, "time");
});

test("a recording replays to the counts of the answer", () => {
  const map = WaylineMap.generate("maze:61x61:seed=2");
  const { events, ...answer } = record(map, { algorithm: "astar" });
  assert.equal(events.kinds.filter((kind) => kind === 0).length, answer.expanded);
  assert.equal(events.missed, 0);
  assert.equal(events.parents[0], 0xffffffff);
  assert.equal(events.cells[0], answer.from);
  const short = record(map, { algorithm: "astar" }, { events: 100 });
  assert.equal(short.events.length, 100);
  assert.equal(short.events.missed, events.length - 100);
  assert.equal(short.cost, answer.cost);
});

test("four million events", () => {
  const map = WaylineMap.generate("open:1024x1024");
  const { events } = record(map, { algorithm: "dijkstra", from: 0, to: [1023, 1023] });
  assert.equal(events.length + events.missed > 3_000_000, true);
  assert.ok(events.length <= 4_000_000);
  assert.ok(events.cells.at(-1) > 0);
});

test("the judge judges paths from anywhere", () => {
  const map = new WaylineMap(5, 5);
  assert.equal(judge(map, new Uint32Array([0, 1, 2])), 2);
  assert.throws(() => judge(map, new Uint32Array([0, 2])), /is not a neighbour/);
  assert.throws(() => judge(map, new Uint32Array([0, 6]), { moves: 4 }), /diagonal/);
  assert.throws(() => judge(map, new Uint32Array([])), /empty/);
});

test("bodies plan, replan and say why not", () => {
  const map = new WaylineMap(24, 16);
  const tank = new WaylineBody(map, { preset: "tank" });
  const query = { from: "2,8,E", to: [20, 8, "E"], why: true };
  const before = tank.plan(query);
  assert.ok(before.optimal && before.verified);
  assert.equal(tank.judge(before.path, query.from, query.to), before.cost);
  const wall = Array.from({ length: 12 }, (_, y) => cell(map, 11, y + 2));
  map.setBlocked(new Uint32Array(wall), true);
  assert.equal(tank.sync(map), 12);
  const after = tank.plan(query);
  assert.ok(after.verified && after.cost > before.cost);
  assert.throws(() => tank.judge(before.path, query.from, query.to), /blocked/);
  map.setBlocked(new Uint32Array(Array.from({ length: 16 }, (_, y) => cell(map, 11, y))), true);
  tank.sync(map);
  const never = tank.plan(query);
  assert.equal(never.outcome, "unreachable");
  assert.ok(never.why);
  assert.equal(tank.unfit("2,8,E"), null);
  assert.ok(tank.unfit([11, 8, "E"]).cells.length > 0);
  assert.ok(tank.covers("0,0,W").some((side) => side < 0));
  const wide = new WaylineBody(map, { preset: "tank", footprint: "P##\n###" });
  assert.equal(wide.covers("3,3,E").length, 12);
  assert.throws(() => new WaylineBody(map, { preset: "boat" }), /boat/);
  assert.throws(() => tank.plan({ from: "99,0,E", to: "1,1" }), /off the map/);
  const ship = new WaylineBody(map, { preset: "ship" });
  assert.equal(ship.plan({ from: "2,8,E", to: "8,8,E" }).outcome, "unreachable");
  ship.setGround(Uint32Array.from({ length: 24 * 16 }, (_, i) => i), "water");
  assert.ok(ship.plan({ from: "2,8,E", to: "8,8,E" }).verified);
});

test("painted ground is ground to bodies", () => {
  const map = new WaylineMap(20, 9);
  const all = Uint32Array.from({ length: 180 }, (_, i) => i);
  map.setMultiplier(all, 9);
  const ship = new WaylineBody(map, { preset: "ship" });
  const tank = new WaylineBody(map, { preset: "tank" });
  const query = { from: "2,4,E", to: "15,4,E" };
  assert.ok(ship.plan(query).verified);
  assert.equal(tank.plan(query).outcome, "unreachable");
  map.setMultiplier(all, 3);
  assert.equal(tank.sync(map), 180);
  ship.sync(map);
  assert.equal(ship.plan(query).outcome, "unreachable");
  const swamp = tank.plan(query).cost;
  map.setMultiplier(all, 1);
  tank.sync(map);
  assert.equal(tank.plan(query).cost * 3, swamp);
  // What was named for a body stays.
  tank.setGround(all, "water");
  tank.sync(map);
  assert.equal(tank.plan(query).outcome, "unreachable");
  assert.throws(() => tank.setGround(new Uint32Array([180]), "water"), /the last is 179/);
});

test("a body's search is recorded", () => {
  const map = WaylineMap.generate("random:60x40:density=0.2:seed=3");
  const body = new WaylineBody(map, { preset: "infantry" });
  const { from, to } = { from: map.blocked().indexOf(0) * 4, to: map.blocked().lastIndexOf(0) * 4 + 2 };
  for (const estimate of ["zero", "euclid", "steps", "free", "field"]) {
    for (const backward of [false, true]) {
      const query = { from, to, estimate, backward };
      const plain = body.plan(query);
      const { events, ...answer } = body.record(query);
      assert.deepEqual({ ...answer, ms: 0 }, { ...plain, ms: 0 });
      const of = (kind) => events.kinds.filter((own) => own === kind).length;
      // A field's places are counted, but are no placements.
      if (estimate !== "field" || backward) assert.equal(of(0), answer.expanded, estimate);
      else assert.ok(of(0) <= answer.expanded);
      assert.equal(of(0), of(3));
      assert.equal(of(1) + of(2), answer.generated, estimate);
      assert.equal(events.parents[0], 0xffffffff);
      const known = new Set();
      events.kinds.forEach((kind, i) => {
        if (kind === 1 || kind === 2) known.add(events.cells[i]);
        assert.ok(known.has(events.cells[i]));
        assert.ok(events.parents[i] === 0xffffffff || known.has(events.parents[i]));
      });
    }
  }
  const few = body.record({ from, to, estimate: "zero" }, { events: 100 }).events;
  assert.ok(few.length === 100 && few.missed > 0);
});

test("a replanner's costs are those of fresh plans, whatever changed", () => {
  const random = new Random(7);
  let [again, afresh] = [0, 0];
  for (let i = 0; i < 20; i++) {
    const map = WaylineMap.generate(`random:40x30:density=0.${1 + (i % 3)}:size=${1 + (i % 4)}:seed=${i}`);
    const body = new WaylineBody(map, { preset: random.of(["tank", "infantry", "king", "cart"]) });
    const free = () => {
      const blocked = map.blocked();
      for (;;) {
        const cell = random.below(1200);
        if (!blocked[cell]) return cell;
      }
    };
    const goal = free() * 4 + random.below(4);
    const replanner = body.replanner(goal);
    let from = free() * 4 + random.below(4);
    for (let edit = 0; edit < 10; edit++) {
      const cells = Uint32Array.from({ length: 1 + random.below(6) }, () => random.below(1200));
      if (random.below(4) === 0) map.setMultiplier(cells, random.of([1, 2, 3, 5]));
      else map.setBlocked(cells, random.below(2) === 0);
      body.sync(map);
      const kept = edit % 2 === 0 ? replanner.plan(from) : replanner.record(from);
      const fresh = body.plan({ from, to: goal });
      assert.deepEqual([kept.outcome, kept.cost], [fresh.outcome, fresh.cost], `map ${i}, edit ${edit}`);
      assert.notEqual(kept.verified, false);
      assert.ok(["paths", "field"].includes(kept.method));
      assert.equal(kept.expandedPlaces.length, kept.expanded);
      if (kept.events) assert.equal(kept.events.kinds.filter((kind) => kind === 0).length, kept.expanded);
      [again, afresh] = [again + kept.expanded, afresh + fresh.expanded];
      if (kept.path.length > 2) from = kept.path[1];
    }
    assert.ok(replanner.learnt().every((cell) => cell < 1200));
  }
  assert.ok(again < afresh, `${again} expanded again, ${afresh} afresh`);
});

test("the same in a worker, by promises", async (t) => {
  const wayline = await Wayline.open();
  t.after(() => wayline.close());
  assert.ok((await wayline.algorithms()).algorithms.length > 10);
  const map = await wayline.generate("maze:41x41:seed=1");
  assert.equal(map.width, 41);
  const own = solve(WaylineMap.generate("maze:41x41:seed=1"), { algorithm: "astar" });
  const { totalMs, ...answer } = await map.solve({ algorithm: "astar" });
  assert.deepEqual({ ...answer, ms: 0 }, { ...own, ms: 0 });
  assert.ok(totalMs >= answer.ms, `${totalMs} ${answer.ms}`);
  const { events } = await map.record({ algorithm: "astar" });
  assert.ok(events.length > 100 && events.cells instanceof Uint32Array);
  await assert.rejects(map.solve({ algorithm: "magic" }), /unknown algorithm/);
  await assert.rejects(wayline.generate("mase:9x9"), /no kind of map/);
  await map.setBlocked(new Uint32Array([answer.path[1]]), true);
  const body = await (await wayline.create(20, 20)).body({ preset: "infantry" });
  assert.ok((await body.plan({ from: "1,1,E", to: "9,9" })).verified);
  assert.ok((await body.record({ from: "1,1,E", to: "9,9" })).events.length > 5);
  const replanner = await body.replanner("9,9");
  assert.equal((await replanner.plan("1,1,E")).method, "paths");
  // On an open map there is nothing to learn: what is estimated is what it costs.
  assert.ok((await replanner.learnt()) instanceof Uint32Array);
  const picture = await map.write("png");
  assert.deepEqual(await (await wayline.read(picture)).blocked(), await map.blocked());
  await map.free();
  await assert.rejects(map.solve(), /freed/);
  const waiting = map.solve();
  wayline.close();
  await assert.rejects(waiting, EngineFailure);
  await assert.rejects(wayline.version(), EngineFailure);
});

test("networks are made, read, changed and searched by a module of their own", async () => {
  const { default: initNetworks, WaylineNetwork } = await import("../pkg/node-networks.js");
  await initNetworks();
  const roads = WaylineNetwork.generate("roads:500:seed=1");
  const { from, to, costs, positions, ids } = roads.parts();
  assert.equal(roads.nodes, ids.length);
  assert.equal(positions.length, 2 * roads.nodes);
  assert.deepEqual([from.length, to.length, costs.length], [roads.edges, roads.edges, roads.edges]);
  const best = roads.solve(0, 400, "dijkstra");
  assert.ok(best.found && best.verified && best.path.length === best.edges.length + 1);
  const recorded = roads.record(0, 400, "astar");
  assert.equal(recorded.cost, best.cost);
  assert.equal([...recorded.events.kinds].filter((kind) => kind === 0).length, recorded.expanded);
  assert.ok(recorded.expanded <= best.expanded);
  roads.setClosed(best.edges[3], true);
  const around = roads.solve(0, 400, "bidirectional");
  assert.ok(around.cost > best.cost && !around.edges.includes(best.edges[3]));
  roads.setClosed(best.edges[3], false);
  roads.setCost(best.edges[3], 9999);
  assert.equal(roads.solve(0, 400, "astar").cost, around.cost);
  const { nodes, costs: reached, edges, shares } = roads.reach(0, 60);
  assert.ok(nodes.length > 1 && [...reached].every((cost) => cost <= 60));
  assert.equal(edges.length, shares.length);
  assert.ok([...shares].some((share) => share < 1) && [...shares].every((share) => share >= 0 && share <= 1));
  assert.throws(() => roads.solve(0, 5000, "astar"), /5000/);
  assert.throws(() => roads.solve(0, 1, "best"), /unknown algorithm/);
  assert.throws(() => WaylineNetwork.generate("rails:5"), /expected roads/);
  const text = new TextEncoder().encode("from,to,cost\na,b,2\nb,c,3\n");
  const read = WaylineNetwork.read("x.csv", text, undefined, true, "");
  assert.deepEqual([read.nodes, read.edges, read.parts().positions], [3, 4, null]);
  assert.equal(read.solve(2, 0, "dijkstra").cost, 5);
});

test("a hierarchy answers as searches do, and says what it took to prepare", async () => {
  const { WaylineNetwork } = await import("../pkg/node-networks.js");
  const roads = WaylineNetwork.generate("roads:600:seed=1");
  const [dijkstra, climbed] = ["dijkstra", "hierarchy"].map((by) => roads.record(0, 599, by));
  assert.deepEqual([climbed.cost, climbed.algorithm, climbed.verified], [dijkstra.cost, "hierarchy", true]);
  assert.ok(climbed.preparedMs >= 0 && dijkstra.preparedMs === null);
  assert.ok(climbed.expanded * 3 < dijkstra.expanded);
});

test("rules of bodies are read by a module of their own", async () => {
  const { default: initRules, presetRules, readRules } = await import("../pkg/node-rules.js");
  await initRules();
  const map = new WaylineMap(20, 20);
  const cost = (options) => new WaylineBody(map, options).plan({ from: "2,2,E", to: "15,2,E" }).cost;
  const tank = presetRules("tank");
  assert.equal(cost({ rules: readRules(tank) }), cost({ preset: "tank" }));
  assert.equal(cost({ rules: readRules(tank.replace("time = 10", "time = 5")) }) * 2, cost({ preset: "tank" }));
  assert.throws(() => readRules("footprint = ['P']\n[[moves]]\ndx = 1\ntime = -5"), /line 4, column 8: moves\[0\].time/);
  assert.throws(() => presetRules("tnk"), /tnk/);
  assert.throws(() => new WaylineBody(map, { rules: "P#" }), /rows of numbers/);
});

test("maps of OpenStreetMap become lines that networks read", async () => {
  const [{ readOsm }, { WaylineNetwork }] = await Promise.all([
    import("../pkg/node-osm.js"),
    import("../pkg/node-networks.js"),
  ]);
  const map = `<osm><node id="1" lat="60" lon="25"/><node id="2" lat="60" lon="25.1"/>
    <way id="1"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="primary"/></way></osm>`;
  const { lines, leftOut } = readOsm(new TextEncoder().encode(map), "car");
  assert.deepEqual(leftOut, ["1 nodes: named by ways, but not in the file"]);
  const streets = WaylineNetwork.read("town.osm", lines, undefined, false, "seconds");
  assert.deepEqual([streets.nodes, streets.edges, streets.parts().ids.toSorted()], [2, 2, ["1", "2"]]);
  assert.throws(() => readOsm(lines, "boat"), /car, bike or foot/);
});

test("fields lead around danger, by a module of their own", async () => {
  const { default: initFields, WaylineField } = await import("../pkg/node-fields.js");
  await initFields();
  const field = new WaylineField(5, 3, new Uint8Array(15), new Float32Array(0));
  const plain = field.towards(9, 5);
  assert.deepEqual([plain.cost, [...plain.path], plain.next[9]], [4, [5, 6, 7, 8, 9], 0xffffffff]);
  field.setDanger(Uint8Array.from({ length: 15 }, (_, cell) => (cell === 7 || cell === 12 ? 9 : 0)));
  const around = field.towards(9, 5);
  assert.ok(around.path.includes(2) && around.danger === 0 && around.cost < 6);
  assert.throws(() => field.setRules(8, "sometimes", false), /sometimes/);
  assert.throws(() => new WaylineField(5000, 5000, new Uint8Array(0), new Float32Array(0)), /at most/);
});

test("crowds walk by a module of their own", async () => {
  const { default: initCrowds, WaylineCrowd } = await import("../pkg/node-crowds.js");
  await initCrowds();
  const crowd = WaylineCrowd.generate("open:16x10");
  assert.deepEqual([crowd.width, crowd.height, crowd.blocked().length], [16, 10, 160]);
  crowd.add(Uint32Array.of(0, 1, 16, 17));
  const places = crowd.sendGroup(Uint32Array.of(0, 1, 2, 3), 5 * 16 + 12);
  assert.equal(new Set(places).size, 4);
  assert.deepEqual([...crowd.goals()].toSorted(), [...places].toSorted());
  let last;
  for (let tick = 0; tick < 80; tick++) {
    if (tick === 10) crowd.setBlocked(Uint32Array.of(8, 24), true);
    last = crowd.tick();
    if (tick === 10) assert.equal(last.blocked[8], 1);
  }
  assert.equal(last.blocked, null);
  assert.deepEqual([...last.states], [3, 3, 3, 3]);
  assert.deepEqual([...last.waits], [-1, -1, -1, -1]);
  const stand = [0, 1, 2, 3].map((unit) => last.at[2 * unit + 1] * 16 + last.at[2 * unit]);
  assert.deepEqual(stand.toSorted(), [...places].toSorted());
  assert.throws(() => crowd.add(Uint32Array.of(900)), /the last is 159/);
  assert.throws(() => crowd.sendGroup(Uint32Array.of(9), 0), /no unit 9/);
});
