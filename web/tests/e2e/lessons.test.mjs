// The course: every lesson shows what it says. Each has its claims here, and none is without.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, settled, suite } from "./browser.mjs";

const { start } = suite();

const same = (...costs) => costs.every((cost) => Math.abs(cost - costs[0]) < 1e-6);

/** By lesson: what is claimed of its searches, in their order, or of its unit. */
const CLAIMS = {
  graph: ([a], { parents }) => a.optimal && parents,
  streets: ([dfs, bfs, astar]) => dfs.cost > bfs.cost && same(bfs.cost, astar.cost),
  moves: ([four, eight], { apart: [dx, dy] }) => four.cost === dx + dy && eight.cost < four.cost,
  corners: ([never, one, always]) => never.cost > one.cost && one.cost > always.cost,
  terrain: ([a], { apart: [dx] }) => a.cost > dx && a.worst === 1,
  depth: ([dfs, bfs, dijkstra]) =>
    dfs.cost > bfs.cost && bfs.cost > dijkstra.cost && bfs.steps <= dijkstra.steps && dijkstra.optimal,
  steps: ([bfs, dijkstra]) => bfs.steps < dijkstra.steps && bfs.cost > dijkstra.cost && bfs.worst === 9,
  rings: ([dijkstra, astar], { rings }) =>
    same(dijkstra.cost, astar.cost) && dijkstra.expanded > 10 * astar.expanded && rings,
  direction: ([dijkstra, astar]) => same(dijkstra.cost, astar.cost) && dijkstra.expanded > 4 * astar.expanded,
  both: ([dijkstra, blind, informed]) =>
    same(dijkstra.cost, blind.cost, informed.cost) &&
    blind.expanded < 0.7 * dijkstra.expanded &&
    informed.expanded < 0.1 * dijkstra.expanded,
  unreachable: ([astar, both], { reachable }) =>
    [astar, both].every(({ outcome }) => outcome === "unreachable") &&
    astar.expanded === reachable &&
    both.expanded < astar.expanded / 10,
  memory: ([naive, astar]) => naive.outcome === "limit" && astar.optimal && astar.expanded < 1000,
  deepening: ([ida, astar]) => same(ida.cost, astar.cost) && ida.expanded > 5 * astar.expanded,
  estimate: ([zero, chebyshev, octile]) =>
    same(zero.cost, chebyshev.cost, octile.cost) &&
    zero.expanded > chebyshev.expanded &&
    chebyshev.expanded > octile.expanded,
  four: ([manhattan, octile, euclidean]) =>
    [manhattan, octile, euclidean].every(({ optimal }) => optimal) &&
    manhattan.expanded < octile.expanded &&
    octile.expanded <= euclidean.expanded,
  manhattan: ([octile, manhattan]) =>
    octile.optimal && manhattan.cost > octile.cost && manhattan.expanded < octile.expanded,
  chess: ([dijkstra, chebyshev]) =>
    same(dijkstra.cost, chebyshev.cost) && chebyshev.optimal && chebyshev.expanded < dijkstra.expanded,
  greedy: ([astar, greedy, squared, weighted]) =>
    greedy.cost > astar.cost && squared.cost > astar.cost && weighted.cost <= 2 * astar.cost && weighted.bound === 2,
  weight: ([one, half, three]) =>
    half.expanded < one.expanded &&
    three.expanded < half.expanded &&
    half.cost <= 1.5 * one.cost &&
    three.cost <= 1.5 * one.cost,
  ties: ([newest, lowG]) => same(newest.cost, lowG.cost) && lowG.expanded > 5 * newest.expanded,
  jumps: ([astar, jps]) => same(astar.cost, jps.cost) && astar.expanded > 10 * jps.expanded,
  angle: ([astar, theta]) => theta.cost < astar.cost && theta.anyAngle,
  lists: ([array, heap, bucket]) => same(array.cost, heap.cost, bucket.cost),
  reopened: ([octile, squared]) => octile.reopened === 0 && squared.reopened > 0,
  prepared: ([astar, prepared]) => same(astar.cost, prepared.cost) && prepared.expanded === 0,
  wide: (_, { unit, apart: [dx] }) => unit.found && unit.covers === 6 && unit.steps > dx,
  turning: (_, { unit }) => unit.found && unit.headings > 1,
  replanning: (_, { unit }) => unit.found && unit.again < unit.fresh,
};

/** What the page shows, in the terms of the claims. */
const shown = () => {
  const { app } = globalThis.wayline;
  const { map, ends, unit } = app;
  const [x, y] = [(cell) => cell % map.width, (cell) => Math.floor(cell / map.width)];
  const facts = {
    apart: [Math.abs(x(ends[0]) - x(ends[1])), Math.abs(y(ends[0]) - y(ends[1]))],
    parents: app.layers.has("parents"),
    rings: app.layers.has("contours"),
    reachable: app.panes[0].timeline?.states.filter((state) => state !== 0).length,
  };
  if (unit) {
    const cells = new Set([...(unit.timeline?.events.cells ?? [])].map((placement) => placement % 4));
    const { answer, replanned } = unit;
    Object.assign(facts, {
      unit: {
        found: answer.found,
        cost: answer.cost,
        steps: answer.steps,
        covers: unit.offsets(0).length / 2,
        headings: cells.size,
        again: replanned?.expanded,
        fresh: replanned?.fresh,
      },
    });
  }
  const searches = app.panes.map(({ answer, error }) =>
    unit
      ? null
      : error
        ? { error }
        : {
            ...answer,
            path: null,
            turns: null,
            worst: Math.max(0, ...[...answer.path].map((cell) => map.multipliers[cell])),
          },
  );
  return { searches, facts };
};

test("every lesson shows what it says", async () => {
  const page = await start({ ...DESKTOP, reducedMotion: "reduce" });
  await page.click('button:text-is("Learn")');
  await page.waitForSelector("[data-lesson]");
  const lessons = await page.locator("[data-lesson]").evaluateAll((all) => all.map((lesson) => lesson.dataset.lesson));
  await page.click('dialog [aria-label="Close"]');
  assert.deepEqual(lessons.toSorted(), Object.keys(CLAIMS).toSorted());
  assert.ok(lessons.length >= 20);
  await page.click('button:text-is("Learn")');
  await page.click(`[data-lesson=${lessons[0]}]`);
  for (const lesson of lessons) {
    await page.waitForFunction((name) => globalThis.wayline.app.lesson === name, lesson);
    await settled(page);
    if (lesson === "replanning") await wallAcross(page);
    const { searches, facts } = await page.evaluate(shown);
    assert.ok(CLAIMS[lesson](searches, facts), `${lesson}: ${JSON.stringify({ searches, facts })}`);
    await page.click('[title="The next lesson"]');
  }
});

/** What the lesson asks the reader to do. */
async function wallAcross(page) {
  // In one go: the unit does not wait for a slow machine.
  await page.evaluate(async () => {
    const { app } = globalThis.wayline;
    await app.unit.toggleWalk();
    const ahead = Math.floor(app.unit.walk.path[8] / 4);
    app.beginStroke();
    app.paint(Uint32Array.of(ahead - app.map.width, ahead, ahead + app.map.width), { kind: "wall" });
    app.endStroke();
  });
  await page.waitForFunction(() => globalThis.wayline.app.unit.replanned);
  await settled(page);
}
