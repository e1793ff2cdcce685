// Nothing that is not so: times, outcomes, recordings that were cut, fields that follow, one question a click.
import assert from "node:assert/strict";
import { test } from "node:test";
import { draw, open, settled, spot, state, suite } from "./browser.mjs";

const PLAIN = [
  "....................",
  "....................",
  "..A..............B..",
  "....................",
  "....................",
];

const { all, start } = suite();
const figure = (page, name) => page.locator(`.part:visible [data-row="${name}"] td`).first().innerText();
const questions = (page) => page.evaluate(() => globalThis.wayline.app.solver.questions);

test("times are medians of repeats, and what is prepared has a row of its own", async () => {
  const page = await start();
  await draw(page, PLAIN);
  await page.waitForFunction(() =>
    / ms.*(median|mean) of \d+/.test(document.querySelector('[data-row="time"] td')?.textContent),
  );
  await page.evaluate(async () => {
    const { app } = globalThis.wayline;
    await app.load({ spec: "rooms:256x256:seed=4" });
    app.setPanes([{ algorithm: "prepared" }]);
    app.search();
  });
  await page.waitForFunction(() => globalThis.wayline.app.pane.timing);
  const { timing, shown } = await page.evaluate(() => ({
    timing: globalThis.wayline.app.pane.timing,
    shown: document.querySelector('[data-row="preparation"] td').textContent,
  }));
  assert.ok(timing.runs >= 5 && timing.preparation > 10 * timing.ms, JSON.stringify(timing));
  assert.match(shown, /\d (ms|s)$/);
});

test("auto picks what the command picks: no open list is sent", async () => {
  const page = await start();
  await draw(page, PLAIN);
  const picked = async (options) => {
    await page.evaluate((options) => globalThis.wayline.app.setOptions(options), options);
    await settled(page);
    return page.evaluate(() => globalThis.wayline.app.pane.answer.algorithm);
  };
  assert.equal(await picked({ algorithm: "auto" }), "jps");
  assert.equal(await picked({ open: "heap" }), "astar");
  assert.equal(await picked({ open: "auto" }), "jps");
});

test("a search that gave up says so, and a recording that was cut says where", async () => {
  const page = await start();
  await page.evaluate(async () => {
    const { app } = globalThis.wayline;
    app.setAnimate(false);
    app.setPanes([{ algorithm: "naive" }]);
    await app.load({ spec: "caves:64x64:seed=3" });
    app.search();
  });
  await settled(page);
  assert.equal(await figure(page, "cost"), "gave up");
  assert.match(await page.innerText(".part-results .note:visible"), /naive gave up after 200\s000 expansions/);
  assert.match(await page.innerText(".pane-title"), /gave up after 200\s000 expansions/);
  // A recording with a tail that was not kept, as the engine hands it over.
  const shown = await page.evaluate(async () => {
    const { app } = globalThis.wayline;
    await app.load({ spec: "open:64x64" }, [0, 4095]);
    app.setPanes([{ algorithm: "dijkstra" }]);
    app.search();
    while (app.solver.busy || !app.pane.timeline) await new Promise((later) => setTimeout(later, 20));
    const { events } = app.pane.timeline;
    const cut = await app.pane.timeline.constructor.open({ ...events, missed: events.length * 3 }, 4096);
    app.pane.take(app.pane.answer, cut);
    app.answered(false);
    await new Promise((now) => requestAnimationFrame(() => requestAnimationFrame(now)));
    return [document.querySelector(".pane-title").textContent, document.querySelector(".position").textContent];
  });
  assert.match(shown[0], /recording cut at 25 %/);
  assert.match(shown[1], /recording cut at 25 %/);
});

test("while a new search runs the old figures are marked, with progress and Stop", async () => {
  const page = await start();
  await page.evaluate(async () => {
    const { app } = globalThis.wayline;
    app.setAnimate(false);
    app.setPanes([{ algorithm: "astar" }]);
    await app.load({ spec: "caves:512x512:seed=2" });
    app.search();
  });
  await settled(page);
  await page.evaluate(() => globalThis.wayline.app.setOptions({ algorithm: "dijkstra", open: "array" }));
  await page.waitForSelector(".figures.old[aria-busy=true]");
  assert.match(await page.innerText(".busy"), /Searching … \d/);
  assert.ok((await page.locator(".busy progress").getAttribute("value")) !== null);
  await page.click('.busy button:text-is("Stop")');
  await page.waitForFunction(() => globalThis.wayline.app.pane.error === "Stopped.");
  assert.equal(await page.locator(".figures.old").count(), 0);
});

test("a click asks once, and loading a lesson asks nothing about the map that goes", async () => {
  const page = await start();
  await draw(page, PLAIN);
  const before = await questions(page);
  await page.mouse.click(...(await spot(page, 19, 4)));
  await page.waitForFunction(() => globalThis.wayline.app.ends[1] === 99);
  await settled(page);
  assert.equal((await questions(page)) - before, 1);
  await page.click('button:text-is("Learn")');
  await page.click("[data-lesson=wide]");
  await page.waitForFunction(() => globalThis.wayline.app.lesson === "wide");
  await settled(page);
  assert.equal((await questions(page)) - before, 2);
  await page.evaluate(() => document.querySelector('[title="The next lesson"]').click());
  await page.waitForFunction(() => globalThis.wayline.app.lesson !== "wide");
  await settled(page);
  assert.equal((await questions(page)) - before, 3);
});

test("a unit chosen in the middle of an animation plays its own search", async () => {
  const page = await start();
  await draw(page, PLAIN);
  await page.evaluate(() => {
    const { app } = globalThis.wayline;
    app.setAnimate(true);
    app.chooseSpeed(5);
    app.search();
  });
  await page.waitForFunction(() => globalThis.wayline.app.player.playing && globalThis.wayline.app.player.at > 0);
  await page
    .locator("label.field", { has: page.locator('span:text-is("Unit")') })
    .locator("select")
    .selectOption("tank");
  await page.waitForFunction(() => globalThis.wayline.app.unit?.timeline && globalThis.wayline.app.player.playing);
  // Not playing: the end is shown.
  await page.evaluate(() => {
    const { app } = globalThis.wayline;
    app.player.pause();
    app.player.seek(1);
  });
  await page
    .locator("label.field", { has: page.locator('span:text-is("Unit")') })
    .locator("select")
    .selectOption("king");
  await page.waitForFunction(() => globalThis.wayline.app.unit?.options.preset === "king");
  await settled(page);
  const { at, length } = await state(page);
  assert.equal(at, length);
});

test("sizes fit their fields and are not clamped in silence; kind says what the map is", async () => {
  const page = await start();
  await page.fill('[aria-label="Width"]', "1024");
  const room = await page.locator('[aria-label="Width"]').evaluate((field) => {
    const style = getComputedStyle(field);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = style.font;
    const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
    return field.clientWidth - padding - pen.measureText(field.value).width;
  });
  assert.ok(room > 0, `${room}`);
  await page.fill('[aria-label="Width"]', "5000");
  await page.click('button:text-is("Make")');
  assert.match(await page.innerText(".complaint:visible"), /5000 is not a valid width.*1 to 1024/);
  assert.equal(await page.inputValue('[aria-label="Width"]'), "5000");
  await draw(page, PLAIN);
  const kind = page.locator("label.field", { has: page.locator('span:text-is("Kind")') }).locator("select");
  assert.equal(await kind.inputValue(), "own");
  assert.equal(await page.locator(".field.seed").count(), 0);
  await kind.selectOption("maze");
  await page.waitForFunction(() => globalThis.wayline.app.made?.spec.startsWith("maze:20x5"));
});

test("a drawn map that a link opens first is not said to be a generator's", async () => {
  const page = await start({}, "#lesson=greedy");
  const kind = page.locator("label.field", { has: page.locator('span:text-is("Kind")') }).locator("select");
  assert.equal(await kind.inputValue(), "own");
  assert.equal(await page.locator(".field.seed").count(), 0);
  assert.ok(await page.locator('button:text-is("Make")').isDisabled());
});

test("the address bar follows", async () => {
  const page = await start();
  await draw(page, PLAIN);
  await page.waitForFunction(() => /^#v=1&map=cells:20x5/.test(location.hash));
  await page.mouse.click(...(await spot(page, 19, 4)));
  await page.waitForFunction(() => /&to=19,4/.test(location.hash));
  await page.evaluate(() => globalThis.wayline.app.player.seek(3));
  await page.waitForFunction(() => /&step=3/.test(location.hash));
  // Reloaded, the same is there.
  const other = await open(all.browser, all.server.url, {}, await page.evaluate(() => location.hash));
  assert.equal((await state(other.page)).at, 3);
  await other.context.close();
});

test("a unit that cannot stand at its start, and planning again, are said in plain words", async () => {
  const page = await start();
  await draw(page, PLAIN);
  await page
    .locator("label.field", { has: page.locator('span:text-is("Unit")') })
    .locator("select")
    .selectOption("ship");
  await page.waitForFunction(() => globalThis.wayline.app.unit?.unfit);
  await settled(page);
  assert.match(
    await page.innerText(".part-search .note:visible"),
    /The ship can't start here: these cells aren't water/,
  );
});
