// What teaches: the first five seconds, the legend, the card, a search line by line, predictions; and a
// visitor's journey from the first look to a link.
import assert from "node:assert/strict";
import { test } from "node:test";
import { drag, draw, open, PHONE, settled, spot, state, suite } from "./browser.mjs";

const PLAIN = [
  "....................",
  "....................",
  "..A..............B..",
  "....................",
  "....................",
];

const { all, start } = suite();
const lineByLine = async (page) => {
  await page.click('summary:has-text("Line by line")');
  await page.waitForSelector(".code li");
};

test("a visitor's journey: open, understand, drag, compare, learn, share", async () => {
  const page = await start();
  // Two searches beside each other, playing, one of them clearly ahead.
  const first = await page.evaluate(() => {
    const { app } = globalThis.wayline;
    return { playing: app.player.playing, expanded: app.panes.map(({ answer }) => answer.expanded) };
  });
  assert.ok(first.playing && first.expanded[1] > 4 * first.expanded[0], JSON.stringify(first));
  assert.match(await page.innerText(".pane-title >> nth=0"), /^astar · cost/);
  const legend = await page.innerText(".legend");
  for (const word of ["start", "goal", "open", "closed", "current", "path", "Drag A or B"])
    assert.ok(legend.includes(word), word);
  await page.waitForFunction(() => !globalThis.wayline.app.player.playing);
  const cost = (await state(page)).cost;
  const [x, y] = await page.evaluate(() => {
    const { ends, map } = globalThis.wayline.app;
    return [ends[1] % map.width, Math.floor(ends[1] / map.width)];
  });
  await drag(page, [x, y], [x - 10, y - 1]);
  await settled(page);
  assert.ok((await state(page)).cost < cost);
  await page.click('button:text-is("+ Compare")');
  await settled(page);
  assert.equal(await page.locator(".pane").count(), 3);
  await page.click('button:text-is("Learn")');
  await page.click("[data-lesson=rings]");
  await page.waitForSelector(".lesson-note:not([hidden])");
  await settled(page);
  await page.click('button:text-is("Share")');
  await page.waitForFunction(() => document.querySelector(".link")?.value.includes("lesson=rings"));
  const link = await page.inputValue(".link");
  const other = await open(all.browser, all.server.url, {}, link.slice(link.indexOf("#")));
  await other.page.waitForSelector(".lesson-note:not([hidden])");
  assert.deepEqual(other.wrong, []);
  await other.context.close();
});

test("the legend is folded away for good; the map is reached within three Tabs", async () => {
  const page = await start();
  await page.evaluate(() => document.body.focus());
  const focused = [];
  for (let presses = 0; presses < 3; presses++) {
    await page.keyboard.press("Tab");
    focused.push(await page.evaluate(() => document.activeElement.id));
  }
  assert.ok(focused.includes("stage"), focused.join());
  await page.click('[aria-label="Hide the legend"]');
  await page.reload();
  await page.waitForFunction(() => document.documentElement.dataset.ready);
  assert.equal(await page.locator(".legend-body:visible").count(), 0);
  await page.click('[aria-label="Show the legend"]');
  assert.equal(await page.locator(".legend-body:visible").count(), 1);
});

test("pseudocode follows recorded events, for every algorithm that is recorded", async () => {
  const page = await start();
  await draw(page, PLAIN);
  await lineByLine(page);
  const algorithms = await page.evaluate(() =>
    globalThis.wayline.app.session.registry.algorithms.filter(({ prepared }) => !prepared).map(({ name }) => name),
  );
  for (const algorithm of algorithms) {
    await page.evaluate((algorithm) => globalThis.wayline.app.setOptions({ algorithm }), algorithm);
    await settled(page);
    // At each kind of event another line than at the others, or the same for both ways to reach a cell.
    const lines = await page.evaluate(() => {
      const { app } = globalThis.wayline;
      const { kinds, length } = app.pane.timeline.events;
      const seen = {};
      for (let event = 0; event < Math.min(length - 1, 400); event++) {
        if (seen[kinds[event]]) continue;
        app.player.seek(event + 1);
        seen[kinds[event]] = document.querySelector(".code .now")?.textContent;
      }
      app.player.seek(0);
      const first = document.querySelector(".code .now")?.textContent;
      app.player.seek(app.player.length);
      return { seen, first, last: document.querySelector(".code .now")?.textContent };
    });
    assert.match(lines.seen[0], /^n ←|^p ←/, `${algorithm} ${JSON.stringify(lines)}`);
    assert.match(lines.last, /path/, algorithm);
    assert.ok(lines.first && lines.first !== lines.last, algorithm);
    assert.ok(!lines.seen[1] || lines.seen[1] !== lines.seen[0], algorithm);
  }
});

test("the open list is drawn as what it is", async () => {
  const page = await start();
  await draw(page, PLAIN);
  await lineByLine(page);
  for (const [options, drawn] of [
    [{ algorithm: "astar", open: "heap" }, ".tree .branch"],
    [{ algorithm: "astar", open: "array" }, ".chips .chip"],
    [{ algorithm: "astar", open: "bucket" }, ".bucket .chip"],
    [{ algorithm: "astar", open: "pairing" }, ".tree .chips .chip"],
    [{ algorithm: "bfs" }, ".chips .chip"],
    [{ algorithm: "dfs" }, ".chips .chip"],
  ]) {
    await page.evaluate((options) => globalThis.wayline.app.setOptions(options), options);
    await settled(page);
    await page.evaluate(() => globalThis.wayline.app.player.seek(30));
    assert.ok((await page.locator(`.open-list ${drawn}`).count()) > 1, JSON.stringify(options));
    const shown = await page.evaluate(() => {
      const { counts } = globalThis.wayline.app.pane.timeline;
      return [document.querySelector(".open-list .hint").textContent, counts.open];
    });
    assert.ok(shown[0].startsWith(`Open list: ${shown[1]} in`), shown.join());
  }
});

test("the next cell is predicted by a click, and judged by the recording", async () => {
  const page = await start();
  await draw(page, PLAIN);
  await lineByLine(page);
  await page.click('button:text-is("Predict the next cell")');
  assert.equal((await state(page)).at, 0);
  const before = await state(page);
  // The start is expanded first.
  await page.mouse.click(...(await spot(page, 5, 0)));
  assert.match(await page.innerText(".study .note"), /not open: it was \(2, 2\).*0 of 1 right/);
  const next = await page.evaluate(() => {
    const { pane, map } = globalThis.wayline.app;
    const cell = pane.timeline.events.cells[pane.timeline.positionOf(1)];
    return [cell % map.width, Math.floor(cell / map.width)];
  });
  await page.mouse.click(...(await spot(page, ...next)));
  assert.match(await page.innerText(".study .note"), /^Right: .*1 of 2 right/);
  assert.deepEqual((await state(page)).ends, before.ends, "a guess moves no end");
  await page.click('button:text-is("Predict the next cell")');
  await page.mouse.click(...(await spot(page, 19, 4)));
  await page.waitForFunction(() => globalThis.wayline.app.ends[1] === 99);
  await settled(page);
  assert.equal((await state(page)).ends[1], 99);
});

test("on a phone the tools come first, and fingers have 44 pixels", async () => {
  const page = await start(PHONE);
  assert.ok(await page.locator(".tools").isVisible());
  const small = [];
  for (const tab of ["Map", "Search", "Results", "Layers", "Unit"]) {
    await page.click(`.tabs button:text-is("${tab}")`);
    small.push(
      ...(await page
        .locator(
          "button:visible, select:visible, input[type=number]:visible, input[type=range]:visible, .check:visible",
        )
        .evaluateAll((all) =>
          all
            .filter((one) => {
              const { width, height } = one.getBoundingClientRect();
              return height < 43.5 || width < 43.5;
            })
            .map((one) => `${one.tagName} ${one.title || one.textContent || one.ariaLabel}`),
        )),
    );
  }
  assert.deepEqual([...new Set(small)], []);
});
