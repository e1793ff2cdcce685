// The network view as people use it, in a real Chromium.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { DESKTOP, PHONE, settled, suite } from "./browser.mjs";

const { start } = suite();
const still = { ...DESKTOP, reducedMotion: "reduce" };
const network = (fragment = "", options = still) => start(options, `?view=network${fragment && `#${fragment}`}`);

/** What the view knows, for comparisons. */
const state = (page) =>
  page.evaluate(() => {
    const { app } = globalThis.wayline;
    const { ids } = app.model.parts;
    return {
      nodes: app.model.nodes,
      edges: app.model.edges,
      ends: app.ends?.map((node) => ids[node]) ?? null,
      at: app.player.at,
      length: app.player.length,
      selected: app.selected,
      closed: [...app.edits.closed],
      panes: app.panes.map(({ algorithm, answer, error }) => ({
        algorithm,
        error,
        cost: answer?.cost ?? null,
        expanded: answer?.expanded,
        verified: answer?.verified,
        optimal: answer?.optimal,
        path: [...(answer?.path ?? [])].map((node) => ids[node]),
      })),
    };
  });

/** Where a node is on the page. */
const spot = (page, id, pane = 0) =>
  page.evaluate(
    ([id, pane]) => {
      const { app } = globalThis.wayline;
      const node = app.model.parts.ids.indexOf(id);
      const box = document.querySelectorAll(".overlay")[pane].getBoundingClientRect();
      const [x, y] = app.view.pixel(app.model.plane.x[node], app.model.plane.y[node]);
      return [box.left + x, box.top + y];
    },
    [id, pane],
  );
/** A place on the edge between two nodes. */
async function between(page, a, b, share = 0.5) {
  const [[ax, ay], [bx, by]] = [await spot(page, a), await spot(page, b)];
  return [ax + (bx - ax) * share, ay + (by - ay) * share];
}
async function drag(page, from, to) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 6 });
  await page.mouse.up();
}
const costs = async (page) => (await state(page)).panes.map(({ cost }) => cost);
/** Until the first search has another cost. */
const costIs = (page, cost) =>
  page.waitForFunction((cost) => globalThis.wayline.app.panes[0].answer?.cost === cost, cost);

describe("networks", () => {
  test("two searches of the world's airports, verified and said aloud; each view loads its own engine", async () => {
    const page = await network();
    const { panes, nodes } = await state(page);
    assert.ok(nodes > 300);
    assert.deepEqual(
      panes.map(({ algorithm }) => algorithm),
      ["dijkstra", "astar"],
    );
    assert.equal(panes[0].cost, panes[1].cost);
    assert.ok(panes.every(({ verified, optimal }) => verified && optimal));
    assert.ok(panes[0].expanded > 3 * panes[1].expanded);
    await page.waitForFunction(() => /nodes expanded/.test(document.querySelector(".announce")?.textContent));
    assert.ok((await page.locator(".legs li").count()) >= 2);
    const loaded = () =>
      page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name.replace(/.*\//, "")));
    assert.ok(!(await loaded()).some((name) => name.startsWith("engine")));
    await page.click('.views a:text-is("Grid")');
    await page.waitForFunction(() => document.documentElement.dataset.ready && globalThis.wayline.app.solver);
    await settled(page);
    assert.ok(!(await loaded()).some((name) => name.startsWith("networks") || name.startsWith("start")));
    await page.click('.views a:text-is("Network")');
    await page.waitForFunction(() => document.documentElement.dataset.ready && globalThis.wayline.app.model);
  });

  test("ends are dragged and clicked, and snap to the nearest place; wheel and keys zoom, dragging pans", async () => {
    const page = await network("net=streets&by=dijkstra");
    assert.deepEqual((await state(page)).ends, ["Home", "Work"]);
    await drag(page, await spot(page, "Work"), await spot(page, "Harbour"));
    await page.waitForFunction(() => globalThis.wayline.app.panes[0].answer?.path.at(-1) === 9);
    await settled(page);
    const [x, y] = await spot(page, "Museum");
    // Beside it, where neither a node nor an edge is: the nearest place.
    await page.mouse.click(x, y - 40);
    await page.waitForFunction(() => globalThis.wayline.app.ends[1] === 8);
    await page.mouse.click(...(await spot(page, "School")), { button: "right" });
    await page.waitForFunction(() => globalThis.wayline.app.ends[0] === 2);
    await settled(page);
    const { panes } = await state(page);
    assert.deepEqual([panes[0].path[0], panes[0].path.at(-1)], ["School", "Museum"]);
    const view = () => page.evaluate(() => ({ ...globalThis.wayline.app.view }));
    const before = await view();
    await page.mouse.wheel(0, -300);
    await page.waitForFunction((scale) => globalThis.wayline.app.view.scale > 1.2 * scale, before.scale);
    await page.keyboard.press("0");
    await page.waitForFunction((scale) => globalThis.wayline.app.view.scale === scale, before.scale);
    await page.keyboard.press("+");
    const { x: left } = await view();
    await drag(page, [x - 60, y - 60], [x - 160, y - 60]);
    assert.ok((await view()).x > left);
    assert.deepEqual((await state(page)).ends, ["School", "Museum"]);
  });

  test("an edge is clicked: its minutes, closed, one-way; the route moves; undo and redo", async () => {
    const page = await network("net=streets&by=dijkstra,astar");
    const minutes = (count) => 60 * count;
    assert.deepEqual(await costs(page), [minutes(19), minutes(19)]);
    await page.mouse.click(...(await between(page, "Square", "Station", 0.25)));
    assert.match(await page.locator(".selected-name").innerText(), /Square – Station High Street/);
    await page.locator('[data-field="cost"]').fill("3");
    await page.keyboard.press("Enter");
    await costIs(page, minutes(16));
    await settled(page);
    assert.deepEqual((await state(page)).panes[0].path, ["Home", "School", "Square", "Station", "Work"]);
    await page.locator('[data-field="closed"]').check();
    await costIs(page, minutes(19));
    await page.click('button:text-is("Undo")');
    await costIs(page, minutes(16));
    // Against the only direction that is left.
    await page.locator('[data-field="one-way"]').check();
    await settled(page);
    assert.equal((await costs(page))[0], minutes(16));
    await page.click('button:text-is("Other direction")');
    await page.locator('[data-field="one-way"]').waitFor();
    await page.locator('[data-field="one-way"]').check();
    await costIs(page, minutes(19));
    for (let i = 0; i < 3; i++) {
      await page.click('button:text-is("Undo")');
      await settled(page);
    }
    assert.equal(await page.locator('button:text-is("Undo")').isDisabled(), true);
    assert.deepEqual(await costs(page), [minutes(19), minutes(19)]);
    await page.click('button:text-is("Redo")');
    await costIs(page, minutes(16));
    await settled(page);
    assert.ok((await state(page)).panes.every(({ verified }) => verified));
  });

  test("plays, scrubs and steps back, by the events that the engine recorded", async () => {
    const page = await network("net=directed&by=dijkstra,astar");
    const { length, panes } = await state(page);
    assert.ok(length > 10);
    await page.click('[aria-label="Go to the beginning"]');
    for (let step = 0; step < 4; step++) await page.click('[aria-label="One step forward"]');
    await page.click('[aria-label="One step back"]');
    assert.equal((await state(page)).at, 3);
    await page.selectOption('[aria-label="Step by"]', "expansion");
    await page.locator('[aria-label="Position in the search"]').fill("2");
    const shown = () => page.evaluate(() => globalThis.wayline.app.panes[0].timeline.counts.expanded);
    assert.equal(await shown(), 2);
    await page.click('[aria-label="Play"]');
    await page.waitForFunction(() => {
      const { player } = globalThis.wayline.app;
      return player.at === player.length;
    });
    assert.equal(await shown(), panes[0].expanded);
  });

  test("a hierarchy is climbed from both ends by shortcuts, step by step, and prepared again after a change", async () => {
    const page = await network("net=roads:600:seed=1&by=dijkstra,hierarchy");
    const [dijkstra, climbed] = (await state(page)).panes;
    assert.deepEqual([climbed.cost, climbed.verified, climbed.optimal], [dijkstra.cost, true, true]);
    assert.ok(climbed.expanded * 3 < dijkstra.expanded);
    assert.match(await page.innerText('[data-row="preparation"] td:last-child'), /\d ms/);
    assert.match(await page.innerText(".legend"), /shortcut/);
    // Both ends are where it begins, and some node was reached by no edge there is.
    const seen = await page.evaluate(() => {
      const { app } = globalThis.wayline;
      const { timeline } = app.panes[1];
      timeline.seek(2);
      const ends = app.ends.every((end) => timeline.states[end] > 0);
      timeline.seek(timeline.length);
      const nodes = [...timeline.last.keys()].filter((node) => timeline.last[node] > 0);
      const { model } = app;
      const shortcut = (node) => {
        const parent = timeline.parent(node);
        return parent !== 0xffffffff && model.between(parent, node) < 0 && model.between(node, parent) < 0;
      };
      return { ends, shortcuts: nodes.filter(shortcut).length };
    });
    assert.ok(seen.ends && seen.shortcuts > 0, JSON.stringify(seen));
    await page.evaluate(async () => {
      const { app } = globalThis.wayline;
      const [edge] = app.panes[1].answer.edges.slice(3);
      await app.change([{ edge, closed: true }]);
    });
    await settled(page);
    const [again, moved] = (await state(page)).panes;
    assert.ok(again.cost > dijkstra.cost);
    assert.equal(moved.cost, again.cost);
  });

  test("isochrones follow the pointer, and grow with the limit", async () => {
    const page = await network("net=roads&by=astar");
    await page.click("[data-tool=reach]");
    await page.waitForFunction(() => globalThis.wayline.app.reached);
    await page.mouse.move(...(await spot(page, "2500")));
    await page.waitForFunction(() => globalThis.wayline.app.reachFrom === 2500);
    const reached = () =>
      page.evaluate(() => {
        const { reached, within } = globalThis.wayline.app;
        return {
          nodes: reached.nodes.length,
          most: Math.max(...reached.costs),
          within,
          cut: reached.shares.some((share) => share < 1),
        };
      });
    const small = await reached();
    assert.ok(small.nodes > 20 && small.most <= small.within && small.cut);
    await page.locator("label.slide", { hasText: "Within" }).locator("input").fill("60");
    await page.waitForFunction((nodes) => globalThis.wayline.app.reached.nodes.length > nodes, small.nodes);
  });

  test("a graph is drawn: nodes, edges, costs, names; deleted, undone and shared", async () => {
    const page = await network("net=empty&by=dijkstra");
    await page.click("[data-tool=draw]");
    const box = await page.locator(".overlay").boundingBox();
    const at = (x, y) => [box.x + x * box.width, box.y + y * box.height];
    for (const [i, place] of [at(0.2, 0.5), at(0.5, 0.25), at(0.8, 0.5)].entries()) {
      await page.mouse.click(...place);
      await page.waitForFunction((count) => globalThis.wayline.app.model.nodes === count, i + 1);
    }
    for (const [a, b, edges] of [
      ["A", "B", 2],
      ["B", "C", 4],
    ]) {
      await drag(page, await spot(page, a), await spot(page, b));
      await page.waitForFunction((count) => globalThis.wayline.app.model.edges === count, edges);
    }
    await page.locator('[data-field="cost"]').fill("5");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => globalThis.wayline.app.cost(2) === 5);
    await settled(page);
    assert.deepEqual((await state(page)).ends, ["A", "B"]);
    await page.mouse.click(...(await spot(page, "C")));
    await page.click('button:text-is("Go here")');
    await page.waitForFunction(() => globalThis.wayline.app.panes[0].answer?.edges.length === 2);
    await settled(page);
    let now = await state(page);
    assert.deepEqual(now.ends, ["A", "C"]);
    assert.deepEqual(now.panes[0].path, ["A", "B", "C"]);
    // Moved, and named.
    await drag(page, await spot(page, "B"), at(0.5, 0.7));
    await page.waitForFunction(() => {
      const { y } = globalThis.wayline.app.model.plane;
      return y[1] > y[0];
    });
    await settled(page);
    await page.mouse.click(...(await spot(page, "B")));
    await page.locator(".selected input[type=text]").fill("Bridge");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => globalThis.wayline.app.model.label(1) === "Bridge");
    // Everything is in the link.
    await page.click('button:text-is("Share")');
    const link = await page.locator('[aria-label="Link"]').inputValue();
    await page.click('dialog [aria-label="Close"]');
    await page.locator('.selected button:text-is("Delete")').click();
    await page.waitForFunction(() => globalThis.wayline.app.model.nodes === 2);
    await settled(page);
    assert.equal((await state(page)).panes[0].cost, null);
    await page.keyboard.press("Control+z");
    await page.waitForFunction(() => globalThis.wayline.app.model.nodes === 3);
    await page.goto("about:blank");
    await page.goto(link);
    await page.waitForFunction(() => document.documentElement.dataset.ready);
    await settled(page);
    now = await state(page);
    assert.deepEqual(now.panes[0].path, ["A", "B", "C"]);
    assert.equal(await page.evaluate(() => globalThis.wayline.app.model.label(1)), "Bridge");
  });

  test("files are opened: CSV with its nodes, GeoJSON, DIMACS; what is wrong is said, and nothing else happens", async () => {
    const page = await network("net=streets&by=astar");
    const open = async (...files) => {
      await page
        .locator('[aria-label="Open a network"]')
        .setInputFiles(files.map(([name, text]) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) })));
    };
    const nodes = "id,name,lat,lon\nhel,Helsinki,60.2,24.9\ntll,Tallinn,59.4,24.8\nrix,Riga,56.9,24.1\n";
    await open(["edges.csv", "from,to,cost,name\nhel,tll,82,Ferry\ntll,rix,310,Via Baltica\n"], ["nodes.csv", nodes]);
    await page.waitForFunction(() => globalThis.wayline.app.model.nodes === 3);
    await settled(page);
    const { panes, edges } = await state(page);
    assert.equal(edges, 4);
    assert.ok(panes[0].verified);
    const line = (points) => ({
      type: "Feature",
      properties: {},
      geometry: { type: "LineString", coordinates: points },
    });
    const collection = {
      type: "FeatureCollection",
      features: [
        line([
          [24, 60],
          [25, 60],
        ]),
        line([
          [25, 60],
          [25, 61],
        ]),
      ],
    };
    await open(["x.geojson", JSON.stringify(collection)]);
    await page.waitForFunction(() => globalThis.wayline.app.origin.file === "x.geojson");
    await settled(page);
    await open(["tiny.gr", "p sp 3 2\na 1 2 5\na 2 3 7\n"], ["tiny.co", "v 1 0 0\nv 2 1000 0\nv 3 1000 1000\n"]);
    await page.waitForFunction(() => globalThis.wayline.app.model.parts.ids[2] === "3");
    await settled(page);
    const place = (id, lat, lon) => `<node id="${id}" lat="${lat}" lon="${lon}"/>`;
    const way = (id, nodes, tags) =>
      `<way id="${id}">${nodes.map((node) => `<nd ref="${node}"/>`).join("")}${Object.entries(tags)
        .map(([k, v]) => `<tag k="${k}" v="${v}"/>`)
        .join("")}</way>`;
    const streets = [
      [place(1, 60.17, 24.94), place(2, 60.175, 24.945), place(3, 60.18, 24.94), place(4, 60.18, 24.95)],
      way(7, [1, 2, 3], { highway: "residential", name: "Mannerheimintie" }),
      way(8, [3, 4], { highway: "footway" }),
      way(9, [3, 4, 1], { highway: "primary" }),
    ];
    await open(["town.osm", `<?xml version='1.0'?>\n<osm version="0.6">${streets.flat().join("")}</osm>`]);
    await page.waitForFunction(() => globalThis.wayline.app.origin.file === "town.osm");
    await settled(page);
    const town = await page.evaluate(() => {
      const { nodes, edges, parts } = globalThis.wayline.app.model;
      return { nodes, edges, unit: parts.unit, names: parts.edgeNames.filter(Boolean) };
    });
    // Cars have two streets between two junctions.
    assert.deepEqual(town, { nodes: 2, edges: 4, unit: "seconds", names: ["Mannerheimintie"] });
    assert.ok((await state(page)).panes[0].verified);
    await open(["broken.osm", "<osm><node id='x'/></osm>"]);
    await page.waitForSelector(".complaint:visible");
    const before = await state(page);
    await open(["bad.csv", "from,to,cost\na,b,far\n"]);
    await page.waitForFunction(() => /far/.test(document.querySelector(".complaint span")?.textContent));
    await open(["x.graphml", "<?xml version='1.0'?><graphml xmlns='http://graphml.graphdrawing.org/xmlns'></graphml>"]);
    await page.waitForFunction(() => /expected CSV/.test(document.querySelector(".complaint span")?.textContent));
    assert.deepEqual((await state(page)).panes, before.panes);
  });

  test("by keys alone: from place to place, ends, edges; the map within three Tabs", async () => {
    const page = await network("net=streets&by=dijkstra");
    const focused = [];
    for (let presses = 0; presses < 3; presses++) {
      await page.keyboard.press("Tab");
      focused.push(await page.evaluate(() => document.activeElement.id));
    }
    assert.ok(focused.includes("stage"), focused.join());
    await page.locator("#stage").focus();
    await page.keyboard.press("ArrowRight");
    const at = () => page.evaluate(() => globalThis.wayline.app.model.label(globalThis.wayline.app.cursor));
    assert.ok(["Bakery", "School"].includes(await at()));
    await page.keyboard.press("ArrowRight");
    const place = await at();
    await page.keyboard.press("b");
    await page.waitForFunction(
      (name) => globalThis.wayline.app.model.label(globalThis.wayline.app.ends[1]) === name,
      place,
    );
    await settled(page);
    const cost = (await costs(page))[0];
    await page.evaluate(() => {
      const { app } = globalThis.wayline;
      app.setCursor(app.panes[0].answer.path.at(-1), true);
      app.select({ kind: "edge", edge: app.panes[0].answer.edges.at(-1) });
    });
    await page.keyboard.press("x");
    await page.waitForFunction((cost) => globalThis.wayline.app.panes[0].answer?.cost > cost, cost);
    await page.keyboard.press("Control+z");
    await costIs(page, cost);
    await page.keyboard.press("e");
    assert.equal((await state(page)).selected.kind, "edge");
    await page.click('button:text-is("Keys")');
    assert.ok((await page.locator("dialog kbd").count()) > 20);
  });

  test("a phone: nothing sticks out, tabs change panels, fingers pinch", async () => {
    const page = await network("net=streets&by=dijkstra,astar", { ...PHONE, reducedMotion: "reduce" });
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    for (const tab of ["Network", "Search", "Results", "Selected"]) {
      await page.click(`.tabs button:text-is("${tab}")`);
      assert.ok((await page.locator(".part:visible").count()) >= 1, tab);
      assert.ok(await fits(), tab);
    }
    const scale = await page.evaluate(() => {
      const { app } = globalThis.wayline;
      const before = app.view.scale;
      const canvas = document.querySelector(".overlay");
      const box = canvas.getBoundingClientRect();
      const at = (type, pointerId, x) =>
        canvas.dispatchEvent(
          new PointerEvent(type, {
            pointerId,
            pointerType: "touch",
            bubbles: true,
            isPrimary: pointerId === 1,
            clientX: box.left + x,
            clientY: box.top + 60,
            buttons: 1,
          }),
        );
      canvas.setPointerCapture = () => {};
      at("pointerdown", 1, 100);
      at("pointerdown", 2, 160);
      at("pointermove", 2, 260);
      at("pointerup", 2, 260);
      at("pointerup", 1, 100);
      return app.view.scale / before;
    });
    assert.ok(scale > 1.5, `${scale}`);
  });
});

const near = (share, claimed) => Math.abs(share - claimed) < 0.08;

/** By lesson: what is claimed of its searches, in their order. */
const CLAIMS = {
  minutes: ([dijkstra, bfs]) =>
    dijkstra.optimal && bfs.cost > dijkstra.cost && bfs.path.includes("Square") && !dijkstra.path.includes("Square"),
  arrows: ([dijkstra], { g }) => dijkstra.optimal && g("B") === 3 && dijkstra.path.slice(0, 3).join() === "A,C,B",
  tempting: ([greedy, astar]) =>
    greedy.path.includes("Ridge") &&
    !astar.path.includes("Ridge") &&
    astar.cost < greedy.cost &&
    astar.expanded > greedy.expanded,
  flights: ([dijkstra, astar, both], { nodes }) =>
    dijkstra.cost === astar.cost &&
    astar.cost === both.cost &&
    dijkstra.expanded > 0.9 * nodes &&
    astar.expanded < 0.5 * dijkstra.expanded,
  roads: ([dijkstra, astar, both]) =>
    dijkstra.cost === astar.cost &&
    astar.cost === both.cost &&
    near(astar.expanded / dijkstra.expanded, 1 / 2) &&
    near(both.expanded / dijkstra.expanded, 2 / 3),
  climbing: ([dijkstra, both, climbed]) =>
    dijkstra.cost === both.cost &&
    both.cost === climbed.cost &&
    climbed.optimal &&
    climbed.verified &&
    climbed.expanded < 0.1 * dijkstra.expanded,
};

test("every lesson on networks shows what it says", async () => {
  const page = await network("lesson=minutes");
  await page.click('button:text-is("Learn")');
  const lessons = await page.locator("[data-lesson]").evaluateAll((all) => all.map((lesson) => lesson.dataset.lesson));
  await page.click('dialog [aria-label="Close"]');
  assert.deepEqual(lessons.toSorted(), Object.keys(CLAIMS).toSorted());
  for (const lesson of lessons) {
    await page.waitForFunction((name) => globalThis.wayline.app.lesson === name, lesson);
    await settled(page);
    const { panes, nodes } = await state(page);
    const reached = await page.evaluate(() => {
      const { app } = globalThis.wayline;
      return Object.fromEntries(
        app.model.parts.ids.slice(0, 20).map((id, node) => [id, app.panes[0].timeline.g(node)]),
      );
    });
    assert.ok(CLAIMS[lesson](panes, { nodes, g: (id) => reached[id] }), `${lesson}: ${JSON.stringify(panes)}`);
    await page.click('[title="The next lesson"]');
  }
});

test("the address holds what is shown, with every change; a link that is wrong says so", async () => {
  const page = await network("net=streets&by=dijkstra");
  await page.evaluate(() =>
    globalThis.wayline.app.change([
      { edge: 0, cost: 900 },
      { edge: 12, closed: true },
    ]),
  );
  await settled(page);
  await page.evaluate(() => globalThis.wayline.app.player.seek(5));
  await page.waitForFunction(() => /edges=0:900,12:x/.test(location.hash) && /step=5/.test(location.hash));
  const before = await state(page);
  await page.reload();
  await page.waitForFunction(() => document.documentElement.dataset.ready);
  await settled(page);
  assert.deepEqual(await state(page), before);
  await page.evaluate(() => {
    location.hash = "net=nowhere";
  });
  await page.waitForFunction(() =>
    /There is no network 'nowhere'/.test(document.querySelector(".complaint")?.textContent),
  );
});

test("a large network is drawn in slices, and then looks as if it had been drawn at once", async () => {
  const page = await start({ reducedMotion: "reduce" }, "?view=network#net=county&by=dijkstra,astar");
  const found = await page.evaluate(async () => {
    const { app } = globalThis.wayline;
    const frame = () => new Promise((now) => requestAnimationFrame(now));
    const canvases = () => [...document.querySelectorAll("canvas.wide")];
    const copy = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const pictures = () =>
      canvases().map((one) => {
        [copy.canvas.width, copy.canvas.height] = [one.width, one.height];
        copy.drawImage(one, 0, 0);
        return copy.getImageData(0, 0, one.width, one.height).data;
      });
    const before = pictures();
    app.view.zoom(2.3);
    app.view.pan(40, -25);
    let frames = 0;
    // As a picture it is scaled at once; drawn anew it has its own scale.
    await frame();
    await frame();
    const scaled = !/scale\(1\)$/.test(canvases()[0].style.transform);
    for (; !/scale\(1\)$/.test(canvases()[0].style.transform) && frames < 600; frames++) await frame();
    const sliced = pictures();
    app.topics.tell("theme");
    await frame();
    await frame();
    const whole = pictures();
    const differing = (a, b) => a.filter((value, at) => Math.abs(value - b[at]) > 48).length / a.length;
    return {
      scaled,
      frames,
      edges: app.model.edges,
      moved: before.map((picture, index) => differing(picture, sliced[index])),
      wrong: sliced.map((picture, index) => differing(picture, whole[index])),
    };
  });
  assert.ok(found.edges > 45_000 && found.scaled && found.frames > 1 && found.frames < 600, JSON.stringify(found));
  assert.ok(
    found.moved.every((share) => share > 0.02) && found.wrong.every((share) => share < 0.01),
    JSON.stringify(found),
  );
});
