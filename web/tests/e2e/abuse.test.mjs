// What people do to a page without meaning to: all at once, halfway, in the wrong order.
import assert from "node:assert/strict";
import { test } from "node:test";
import { drag, draw, open, settled, spot, state, suite } from "./browser.mjs";

const PLAIN = [
  "....................",
  "....................",
  "..A..............B..",
  "....................",
  "....................",
];

const { all, start } = suite();
const walls = async (page) => [...(await state(page)).blocked].filter((cell) => cell === "1").length;

test("a stroke ends where the button is let go, also beside the map and with several panes", async () => {
  const page = await start();
  await draw(page, PLAIN);
  await page.click('button:text-is("+ Compare")');
  await settled(page);
  await page.click("[data-tool=wall]");
  await page.mouse.move(...(await spot(page, 8, 1)));
  await page.mouse.down();
  await page.mouse.move(...(await spot(page, 8, 3)), { steps: 4 });
  await page.mouse.move(100, 400);
  await page.mouse.up();
  const painted = await walls(page);
  await page.mouse.move(...(await spot(page, 12, 1)), { steps: 5 });
  await page.mouse.move(...(await spot(page, 14, 3)), { steps: 5 });
  assert.equal(await walls(page), painted);
});

test("ends cannot be painted over, and a map without a free cell can be freed again", async () => {
  const page = await start();
  await draw(page, PLAIN);
  await page.click("[data-tool=wall]");
  await drag(page, [0, 2], [19, 2]);
  await settled(page);
  const now = await state(page);
  assert.equal(now.blocked[42], "0");
  assert.equal(now.blocked[57], "0");
  await page.evaluate(() => globalThis.wayline.app.open({ bytes: new TextEncoder().encode("###\n###\n") }));
  await settled(page);
  assert.match((await state(page)).error, /no free cell/);
  await page.click("[data-tool=free]");
  await drag(page, [0, 0], [2, 0]);
  await settled(page);
  assert.equal((await state(page)).cost, 2);
});

test("buttons on the map are pressed by keys, and the focus stays where it was", async () => {
  const page = await start();
  await draw(page, PLAIN);
  const scale = () => page.evaluate(() => globalThis.wayline.app.view.scale);
  const before = await scale();
  await page.focus('[aria-label="Zoom out"]');
  await page.keyboard.press("Enter");
  assert.ok((await scale()) < before);
  await page.focus('button:text-is("Search")');
  await page.keyboard.press("Enter");
  await settled(page);
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Search");
});

test("a lost graphics card leaves the map visible", async () => {
  const page = await start({}, "?renderer=webgl2");
  await draw(page, PLAIN);
  await page.evaluate(() => {
    const { app } = globalThis.wayline;
    for (let round = 0; round < 25; round++) {
      app.addPane();
      app.removePane(1);
    }
  });
  await settled(page);
  await page.evaluate(() =>
    document.querySelector(".cells").getContext("webgl2").getExtension("WEBGL_lose_context").loseContext(),
  );
  await page.waitForFunction(() => globalThis.wayline.stage.renderer === "2d");
  all.opened.wrong.splice(0, Infinity, ...all.opened.wrong.filter((line) => !line.includes("CONTEXT_LOST")));
});

test("a long search does not hold up the next question, and can be stopped", async () => {
  const page = await start();
  await page.evaluate(async () => {
    const { app } = globalThis.wayline;
    app.setAnimate(false);
    await app.load({ spec: "caves:512x512:seed=2" });
    app.setPanes([{ algorithm: "dijkstra", open: "array" }]);
    app.search();
    await new Promise((later) => setTimeout(later, 900));
    app.setOptions({ algorithm: "jps" });
  });
  await page.waitForFunction(() => globalThis.wayline.app.pane.answer?.algorithm === "jps", null, { timeout: 10_000 });
  assert.equal((await state(page)).verified, true);
  await page.evaluate(() => globalThis.wayline.app.setOptions({ algorithm: "dijkstra" }));
  await page.click('.busy button:text-is("Stop")', { timeout: 10_000 });
  await page.waitForFunction(() => globalThis.wayline.app.pane.error === "Stopped.");
  await page.evaluate(() => globalThis.wayline.app.setOptions({ algorithm: "astar", open: "heap" }));
  await settled(page);
  assert.equal((await state(page)).found, true);
});

test("odd links show what they can, and say what they cannot", async () => {
  const page = await start(
    {},
    "#map=open:20x10&algorithm=nonsense&weight=-1&foo=bar&body=nonsense&bodyFrom=E&bodyTo=any&to=3,4&step=99999999",
  );
  const now = await state(page);
  assert.equal(now.found, true);
  assert.equal(now.ends[1], 83);
  assert.match(await page.innerText(".complaint"), /algorithm=nonsense.*weight=-1.*foo=bar.*body/);
  const broken = await open(all.browser, all.server.url, {}, "#map=zzz:20x20");
  assert.match(await broken.page.innerText(".complaint:visible"), /zzz/);
  assert.equal((await state(broken.page)).found, true);
  await broken.context.close();
});

test("resizing keeps the cells and the hills; giving a worker up keeps them, too", async () => {
  const page = await start({}, "#map=terrain:32x32:relief=200:seed=1&algorithm=astar&uphill=2");
  const before = (await state(page)).cost;
  await page.evaluate(async () => {
    const { app } = globalThis.wayline;
    await app.restart();
    app.search();
  });
  await settled(page);
  assert.equal((await state(page)).cost, before);
  await page.evaluate(() => globalThis.wayline.app.resize(40, 32));
  await page.waitForFunction(() => globalThis.wayline.app.map.width === 40);
  await settled(page);
  assert.equal((await state(page)).cost, before);
});

test("a unit that is switched off while it plans leaves the page in order", async () => {
  const page = await start();
  await page.evaluate(async () => {
    const { app } = globalThis.wayline;
    app.setAnimate(false);
    await app.load({ spec: "caves:256x256:seed=3" });
  });
  await page
    .locator("label.field", { has: page.locator('span:text-is("Unit")') })
    .locator("select")
    .selectOption("infantry");
  await page.waitForFunction(() => globalThis.wayline.app.unit?.answer);
  await page.click('button:text-is("Walk")');
  await page.waitForFunction(() => globalThis.wayline.app.unit.walking);
  await page.evaluate(async () => {
    const { app } = globalThis.wayline;
    const ahead = Math.floor(app.unit.walk.path[20] / 4);
    app.beginStroke();
    app.paint(Uint32Array.of(ahead), { kind: "wall" });
    app.endStroke();
    await new Promise((later) => setTimeout(later, 5));
    app.setUnit(null);
  });
  await settled(page);
  const now = await state(page);
  assert.ok(now.found && now.events > 0 && now.error === null);
});

test("the position is kept when the map is painted on, and pane by pane", async () => {
  const page = await start();
  await draw(page, PLAIN);
  await page.evaluate(() => globalThis.wayline.app.player.seek(20));
  await page.click("[data-tool=wall]");
  await drag(page, [18, 0], [18, 0]);
  await settled(page);
  assert.equal((await state(page)).at, 20);
  for (let more = 0; more < 3; more++) await page.click('button:text-is("+ Compare")');
  await settled(page);
  await page.evaluate(() => globalThis.wayline.app.choosePane(2));
  const chosen = await page.evaluate(() => globalThis.wayline.app.pane.options.algorithm);
  await page.click('[aria-label="Remove search 1"]');
  assert.equal(await page.evaluate(() => globalThis.wayline.app.pane.options.algorithm), chosen);
  assert.equal((await state(page)).at, 20);
});
