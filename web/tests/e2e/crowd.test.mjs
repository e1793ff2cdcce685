// The crowd view as people use it, in a real Chromium.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, PHONE, suite } from "./browser.mjs";

const { start } = suite();
const still = { ...DESKTOP, reducedMotion: "reduce" };
const crowd = (fragment = "", options = still) => start(options, `?view=crowd${fragment && `#${fragment}`}`);

const state = (page) =>
  page.evaluate(() => {
    const { app } = globalThis.wayline;
    const { tick } = app.shown;
    return {
      units: app.units,
      selected: app.selected.size,
      length: app.length,
      at: Math.floor(app.at),
      counts: app.counts(),
      places: [...(tick?.at ?? [])],
      waiting: [...(tick?.waits ?? [])].filter((unit) => unit >= 0).length,
      walls: app.blocked.reduce((sum, cell) => sum + cell, 0),
    };
  });
/** The middle of a cell on the page. */
const spot = (page, x, y) =>
  page.evaluate(
    ([x, y]) => {
      const box = document.querySelector(".overlay").getBoundingClientRect();
      const [px, py] = globalThis.wayline.app.view.pixel(x + 0.5, y + 0.5);
      return [box.left + px, box.top + py];
    },
    [x, y],
  );
/** A free cell at or right of one. */
const free = (page, x, y) =>
  page.evaluate(
    ([x, y]) => {
      const { blocked, width } = globalThis.wayline.app;
      while (blocked[y * width + x]) x++;
      return [x, y];
    },
    [x, y],
  );
async function box(page, from, to) {
  await page.mouse.move(...(await spot(page, ...from)));
  await page.mouse.down();
  await page.mouse.move(...(await spot(page, ...to)), { steps: 5 });
  await page.mouse.up();
}
const arrived = (page, least) =>
  page.waitForFunction((least) => globalThis.wayline.app.counts().arrived >= least, least, { timeout: 60_000 });

test("hundreds of units walk; some wait for others; the time line plays, scrubs and steps back", async () => {
  const page = await crowd();
  const before = await state(page);
  assert.equal(before.units, 240);
  await page.locator("label.slide", { hasText: "Speed" }).locator("input").fill("60");
  await page.click('button:text-is("All")');
  assert.equal((await state(page)).selected, 240);
  await page.mouse.click(...(await spot(page, ...(await free(page, 28, 16)))));
  await page.waitForFunction(() => globalThis.wayline.app.length >= 30);
  // Somebody has somebody in front by now, or will have.
  await page.waitForFunction(() => globalThis.wayline.app.counts().waiting > 0, null, { timeout: 60_000 });
  await page.click('[aria-label="Pause"]');
  const later = await state(page);
  assert.notDeepEqual(later.places, before.places);
  assert.ok(later.waiting > 0);
  await page.click('[aria-label="Go to the beginning"]');
  assert.deepEqual((await state(page)).places, before.places);
  await page.locator('[aria-label="Position in time"]').fill("20");
  const middle = await state(page);
  assert.equal(middle.at, 20);
  await page.click('[aria-label="One step forward"]');
  await page.click('[aria-label="One step back"]');
  assert.deepEqual((await state(page)).places, middle.places);
  await page.waitForFunction(() => /sent|selected/.test(document.querySelector(".announce")?.textContent));
});

test("a box selects, a click sends; a door painted shut is gone around, and opened again", async () => {
  const page = await crowd("map=open:24x12&units=8");
  await page.locator("label.slide", { hasText: "Speed" }).locator("input").fill("60");
  await box(page, [-0.4, -0.4], [2.4, 2.4]);
  assert.equal((await state(page)).selected, 2);
  // A wall with one door.
  await page.evaluate(() => {
    const { app } = globalThis.wayline;
    const cells = Array.from({ length: 12 }, (_, y) => y * app.width + 12).filter((_, y) => y !== 2 && y !== 9);
    return app.paint(Uint32Array.from(cells), true);
  });
  await page.waitForFunction(() => globalThis.wayline.app.blocked.reduce((sum, cell) => sum + cell, 0) === 10);
  await page.mouse.click(...(await spot(page, 18, 2)));
  await page.waitForFunction(() => globalThis.wayline.app.length > 8);
  await page.click("[data-tool=wall]");
  await page.mouse.click(...(await spot(page, 12, 2)));
  await page.waitForFunction(() => globalThis.wayline.app.blocked.reduce((sum, cell) => sum + cell, 0) === 11);
  await arrived(page, 2);
  const now = await state(page);
  assert.ok(now.places[0] > 12 && now.places[2] > 12);
  await page.click("[data-tool=free]");
  await page.mouse.click(...(await spot(page, 12, 2)));
  await page.waitForFunction(() => globalThis.wayline.app.blocked.reduce((sum, cell) => sum + cell, 0) === 10);
  // Before it all, there was no wall.
  await page.click('[aria-label="Pause"]');
  await page.click('[aria-label="Go to the beginning"]');
  assert.equal((await state(page)).walls, 0);
});

test("a multi-agent scenario is opened with its map; alone it says what is missing", async () => {
  const page = await crowd("map=open:10x10&units=4");
  const rows = Array.from({ length: 6 }, () => "........").join("\n");
  const map = ["tiny.map", `type octile\nheight 6\nwidth 8\nmap\n${rows}\n`];
  const line = (x, y, gx, gy) => `0\ttiny.map\t8\t6\t${x}\t${y}\t${gx}\t${gy}\t7`;
  const scen = ["tiny.scen", `version 1\n${[line(0, 0, 7, 5), line(7, 0, 0, 5), line(3, 3, 3, 0)].join("\n")}\n`];
  const open = (...files) =>
    page
      .locator('[aria-label="Open a map or a scenario"]')
      .setInputFiles(files.map(([name, text]) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) })));
  await open(scen);
  await page.waitForFunction(() => /open the two together/.test(document.querySelector(".complaint")?.textContent));
  await page.locator("label.slide", { hasText: "Speed" }).locator("input").fill("60");
  await open(map, scen);
  await page.waitForFunction(() => globalThis.wayline.app.units === 3);
  await arrived(page, 3);
  const { places } = await state(page);
  assert.deepEqual(places, [7, 5, 0, 5, 3, 0]);
});

test("by keys alone, and on a phone", async () => {
  const page = await crowd("map=open:16x10&units=4", { ...PHONE, reducedMotion: "reduce" });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.locator("#stage").focus();
  await page.keyboard.press("g");
  assert.equal((await state(page)).selected, 1);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await arrived(page, 1);
  const { mark, width } = await page.evaluate(() => ({
    mark: globalThis.wayline.app.mark,
    width: globalThis.wayline.app.width,
  }));
  const { places } = await state(page);
  assert.deepEqual(places.slice(0, 2), [mark % width, Math.floor(mark / width)]);
  await page.keyboard.press("Space");
  await page.keyboard.press("Home");
  assert.equal((await state(page)).at, 0);
});

test("in a frame of another page the map and its time line are all there is, and they walk", async () => {
  const page = await start(DESKTOP, "?view=crowd&embed=time,legend#map=open:24x14&units=40");
  const parts = [".stage canvas", ".time .buttons", ".legend", ".top", ".actions", ".left", ".right", ".zoom", ".tabs"];
  const visible = async (part) => (await page.locator(part).first().isVisible()) && part;
  assert.deepEqual((await Promise.all(parts.map(visible))).filter(Boolean), parts.slice(0, 3));
  await page.waitForFunction(() => globalThis.wayline.app.at > 4);
  assert.equal((await state(page)).units, 40);
  const fits = await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight);
  assert.ok(fits);
  assert.equal(await page.getAttribute(".whole", "href"), "./?view=crowd#map=open:24x14&units=40");
});

test("a link holds what was ordered and painted, and when: it walks the same again", async () => {
  const page = await crowd("map=rooms:40x24:seed=4&units=40");
  await page.click('button:text-is("All")');
  await page.mouse.click(...(await spot(page, ...(await free(page, 20, 12)))));
  await page.waitForFunction(() => globalThis.wayline.app.at > 14);
  await page.evaluate(async () => {
    const { app } = globalThis.wayline;
    const cell = app.blocked.indexOf(0, 11 * app.width + 8);
    await app.paint(Uint32Array.of(cell), true);
    app.selectBox(0, 0, 20, 24);
    await app.send(app.blocked.indexOf(0, 3 * app.width + 30));
  });
  await page.waitForFunction(() => globalThis.wayline.app.length > 60);
  await page.click('button:text-is("Share")');
  const link = await page.inputValue(".link");
  assert.match(link, /&orders=1s\d+_0-39;\d+w\d+;\d+s\d+_[\d,-]+$/);
  const at = (page) =>
    page.evaluate(() => {
      const { app } = globalThis.wayline;
      app.pause();
      app.seek(60);
      return { places: [...app.shown.tick.at], states: [...app.shown.tick.states], goals: [...app.goals] };
    });
  const before = await at(page);
  await page.goto("about:blank");
  await page.goto(link);
  await page.waitForFunction(() => globalThis.wayline?.app.orders.length === 3);
  await page.evaluate(() => globalThis.wayline.app.play());
  await page.waitForFunction(() => globalThis.wayline.app.length > 60);
  assert.deepEqual(await at(page), before);
  assert.equal(await page.evaluate(() => location.href), link, "the address stays the same link");
  // What cannot be followed is said.
  await page.goto("about:blank");
  await page.goto(link.replace("orders=", "orders=1s5_999;"));
  await page.waitForFunction(() => /order.*1s5_999/.test(document.querySelector(".complaint")?.textContent));
});
