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
  assert.match(await page.innerText(".pane-title >> nth=0"), /^1\. astar · cost/);
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

test("the legend says what is drawn, and nothing lies on the map", async () => {
  const page = await start();
  const shown = () => page.locator(".legend li:visible").allInnerTexts();
  const lines = async () => (await shown()).map((text) => text.replace(/^[AB]\s*/, "").replace(/:.*/, ""));
  const usual = ["start", "goal", "open", "closed", "current", "path"];
  assert.deepEqual(await lines(), usual);
  await page.evaluate(() => globalThis.wayline.app.toggle("g", true));
  assert.deepEqual(await lines(), ["start", "goal", "open", "g", "current", "path"]);
  await page.evaluate(() => globalThis.wayline.app.toggle("g", false));
  await page.evaluate(() => {
    const { app } = globalThis.wayline;
    app.paint(Uint32Array.of(0, 1), { kind: "ground", multiplier: 3 });
    app.applyDanger(Uint32Array.of(900, 901), Uint8Array.of(20, 20));
  });
  await page.waitForFunction(() => globalThis.wayline.app.field?.found);
  const marked = await lines();
  for (const word of ["path that avoids danger", "danger"]) assert.ok(marked.includes(word), marked.join());
  assert.ok(
    (await shown()).some((text) => text.startsWith("slow ground")),
    marked.join(),
  );
  await page.evaluate(() => globalThis.wayline.app.toggle("field", true));
  const field = await lines();
  assert.ok(field.includes("cost to B") && !field.includes("closed") && !field.includes("open"), field.join());
  // Zoom and legend are below all panes.
  const bottom = await page
    .locator(".pane")
    .evaluateAll((all) => Math.max(...all.map((one) => one.getBoundingClientRect().bottom)));
  for (const part of [".zoom", ".legend-body", ".legend-fold"])
    assert.ok((await page.locator(part).boundingBox()).y >= bottom, part);
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

/** What fingers would miss: smaller than 44 pixels, in the dialogue that is open or on the page; a box with its label. */
const small = (page) =>
  page.evaluate(() => {
    const root = document.querySelector("dialog[open]") ?? document.body;
    const targets = [...root.querySelectorAll("button, select, input, textarea, summary, a")].filter(
      (one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches(".visually-hidden, .skip"),
    );
    return targets.flatMap((one) => {
      const { width, height } = ((one.type === "checkbox" && one.closest("label")) || one).getBoundingClientRect();
      const name = one.textContent || one.ariaLabel || one.title;
      return width < 43.5 || height < 43.5 ? [`${one.tagName} ${name}: ${width} x ${height}`] : [];
    });
  });

for (const [view, path, dialogues] of [
  ["grid", "", ["Learn", "Open lists", "Share", "Keys"]],
  ["unit", "#lesson=turning", []],
  ["network", "?view=network", ["Learn", "Share", "Keys"]],
  ["graph", "?view=network#lesson=arrows", []],
  ["crowd", "?view=crowd", ["Share", "Keys"]],
])
  test(`on a phone the tools come first, and fingers have 44 pixels: ${view}`, async () => {
    const page = await start({ ...PHONE, reducedMotion: "reduce" }, path);
    assert.ok(await page.locator(".tools").isVisible());
    const found = [];
    for (const tab of await page.locator(".tabs button").allInnerTexts()) {
      await page.click(`.tabs button:text-is("${tab}")`);
      found.push(...(await small(page)));
    }
    for (const name of dialogues) {
      await page.click(`button:text-is("${name}")`);
      await page.waitForSelector("dialog[open]");
      found.push(...(await small(page)).map((one) => `${name}: ${one}`));
      await page.keyboard.press("Escape");
      await page.waitForSelector("dialog", { state: "detached" });
    }
    assert.deepEqual([...new Set(found)], []);
    const sticksOut = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(sticksOut <= 0, `${sticksOut} pixels wider than the screen`);
  });
