// Units, keys, phones, plain canvases, plain files: the rest of how people use the page.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { drag, draw, open, PHONE, serveFiles, settled, state, suite } from "./browser.mjs";

const WALL = [
  "....................",
  "....................",
  "..A..............B..",
  "....................",
  "....................",
];

const { all, start } = suite();
const choose = (page, label, value) =>
  page
    .locator("label.field", { has: page.locator(`span:text-is("${label}")`) })
    .locator("select")
    .selectOption(value);
const tool = (page, name) => page.click(`[data-tool=${name}]`);
const figure = (page, name) => page.locator(`.part:visible [data-row="${name}"] td`).first().innerText();

describe("units", () => {
  const ROOM = [
    "....................",
    "....................",
    "..A.................",
    "....................",
    "....................",
    "....................",
    ".................B..",
    "....................",
  ];
  test("a body walks, meets a new wall, and plans again from what it learnt", async () => {
    const page = await start();
    await draw(page, ROOM);
    await choose(page, "Unit", "tank");
    await page.waitForFunction(() => globalThis.wayline.app.unit?.answer);
    await settled(page);
    const first = await page.evaluate(() => globalThis.wayline.app.unit.answer.cost);
    assert.ok(first > 0);
    assert.match(await figure(page, "verified"), /optimal/);
    await page.click('button:text-is("Walk")');
    await page.waitForFunction(() => globalThis.wayline.app.unit.walking);
    await tool(page, "wall");
    await drag(page, [12, 2], [12, 7]);
    await page.waitForFunction(() => globalThis.wayline.app.unit.replanned);
    await settled(page);
    const result = await page.evaluate(() => {
      const { replanned, answer } = globalThis.wayline.app.unit;
      return { ...replanned, found: answer.found, verified: answer.verified };
    });
    assert.ok(result.found && result.verified !== false);
    assert.ok(result.learnt > 0);
    await page.waitForFunction(() => globalThis.wayline.app.unit.walk.done, null, { timeout: 20_000 });
    const arrived = await page.evaluate(() => Math.floor(globalThis.wayline.app.unit.walk.path.at(-1) / 4));
    assert.equal(arrived, 6 * 20 + 17);
  });

  test("a drawn footprint is too wide for a door, and the page says why", async () => {
    const page = await start();
    await draw(
      page,
      ["..........", "A...#.....", "....#.....", "....#....B", "....#....."].map((row, y) =>
        y === 0 ? "....#....." : row,
      ),
    );
    await choose(page, "Unit", "tank");
    await page.click("text=Draw its footprint");
    await page.click('[aria-label="Cell 0, -1"]');
    await page.waitForFunction(() => document.querySelector('[data-row="time needed"] td')?.textContent === "no path");
    assert.ok((await page.innerText(".part-search .note:visible")).length > 5);
  });

  test("rules are edited live: the path and the ghost follow, what is wrong is said, a link holds them", async () => {
    const page = await start();
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    await draw(page, ROOM);
    await choose(page, "Unit", "tank");
    await page.waitForFunction(() => globalThis.wayline.app.unit?.answer);
    await settled(page);
    const unit = () =>
      page.evaluate(() => {
        const { answer, options } = globalThis.wayline.app.unit;
        return { cost: answer?.cost, rules: options.rules };
      });
    const preset = await unit();
    assert.equal(asked.filter((url) => /rules_bg/.test(url)).length, 0, "who edits no rules fetches no parser");
    await page.click("text=Edit its rules");
    const text = page.locator("textarea.rules");
    await page.waitForFunction(() => /\[\[moves\]\]/.test(document.querySelector("textarea.rules")?.value));
    // Twice as fast ahead, and three cells long.
    const toml = await text.inputValue();
    assert.match(toml, /dx = 1\ntime = 10/);
    await text.fill(toml.replace("dx = 1\ntime = 10", "dx = 1\ntime = 5").replace('["P#"]', '["P##"]'));
    await page.waitForFunction(() => globalThis.wayline.app.unit.offsets(0).length === 6);
    await settled(page);
    const faster = await unit();
    assert.ok(faster.cost < preset.cost, `${faster.cost} < ${preset.cost}`);
    assert.match(await figure(page, "verified"), /optimal/);
    // What cannot be read is said, with its line, and the unit stays as it was.
    await text.fill(faster.rules.replace("time = 5", "time = -5"));
    await page.waitForFunction(() =>
      /line \d+, column \d+: moves/.test(document.querySelector("#rules-note").textContent),
    );
    assert.deepEqual([(await unit()).cost, await text.getAttribute("aria-invalid")], [faster.cost, "true"]);
    await page.waitForFunction(() => /rules=/.test(location.hash));
    const link = await open(all.browser, all.server.url, {}, await page.evaluate(() => location.hash));
    const shared = await link.page.evaluate(() => globalThis.wayline.app.unit.answer.cost);
    assert.equal(shared, faster.cost);
    await link.context.close();
    await page.click('button:text-is("Reset")');
    await page.waitForFunction(() => globalThis.wayline.app.unit.offsets(0).length === 4);
    await settled(page);
    assert.equal((await unit()).cost, preset.cost);
  });
});

describe("for everyone", () => {
  test("everything by keyboard", async () => {
    const page = await start();
    await draw(page, WALL);
    await page.focus("#stage");
    for (const key of ["ArrowRight", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
    assert.equal(await page.evaluate(() => globalThis.wayline.app.cursor), 3 * 20 + 4);
    await page.waitForFunction(() => /Cell \(4, 3\) · free/.test(document.querySelector(".announce")?.textContent));
    await page.keyboard.press("w");
    await settled(page);
    assert.equal((await state(page)).blocked[64], "1");
    await page.keyboard.press("w");
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("b");
    await settled(page);
    assert.equal((await state(page)).ends[1], 3 * 20 + 14);
    await page.keyboard.press("Home");
    await page.keyboard.press(".");
    await page.keyboard.press(".");
    await page.keyboard.press(",");
    assert.equal((await state(page)).at, 1);
    await page.keyboard.press("Space");
    await page.waitForFunction(() => globalThis.wayline.app.player.at > 1);
    await page.keyboard.press("End");
    const scale = await page.evaluate(() => globalThis.wayline.app.view.scale);
    await page.keyboard.press("+");
    assert.ok((await page.evaluate(() => globalThis.wayline.app.view.scale)) > scale);
    await page.keyboard.press("Control+z");
    // Every control is reached by Tab.
    const reached = new Set();
    await page.evaluate(() => document.body.focus());
    for (let presses = 0; presses < 90; presses++) {
      await page.keyboard.press("Tab");
      reached.add(
        await page.evaluate(
          () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent,
        ),
      );
    }
    for (const control of ["Learn", "Share", "Play", "Position in the search", "Open…", "+ Compare"])
      assert.ok(reached.has(control), control);
  });

  test("a phone: nothing sticks out, tabs change panels, fingers pinch", async () => {
    const page = await start(PHONE);
    await draw(page, WALL);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    for (const tab of ["Map", "Results", "Layers", "Unit", "Search"]) {
      await page.click(`.tabs button:text-is("${tab}")`);
      assert.ok((await page.locator(".part:visible").count()) >= 1, tab);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), tab);
    }
    const before = await page.evaluate(() => globalThis.wayline.app.view.scale);
    await page.evaluate(() => {
      const canvas = document.querySelector(".overlay");
      const box = canvas.getBoundingClientRect();
      const at = (type, id, x, y) =>
        canvas.dispatchEvent(
          new PointerEvent(type, {
            pointerId: id,
            pointerType: "touch",
            bubbles: true,
            clientX: box.left + x,
            clientY: box.top + y,
            button: 0,
          }),
        );
      canvas.setPointerCapture = () => {};
      at("pointerdown", 11, 150, 150);
      at("pointerdown", 12, 200, 150);
      at("pointermove", 12, 300, 150);
      at("pointerup", 11, 150, 150);
      at("pointerup", 12, 300, 150);
    });
    assert.ok((await page.evaluate(() => globalThis.wayline.app.view.scale)) > before * 1.5);
    await page.click('[aria-label="Go to the beginning"]');
    assert.equal((await state(page)).at, 0);
  });

  test("without WebGL the plain canvas draws the same cells", async () => {
    const shots = [];
    for (const renderer of ["webgl2", "2d"]) {
      const one = await open(all.browser, all.server.url, { reducedMotion: "reduce" }, `?renderer=${renderer}`);
      await draw(one.page, WALL);
      await one.page.evaluate(() => globalThis.wayline.app.toggle("grid", false));
      assert.equal(await one.page.evaluate(() => globalThis.wayline.stage.renderer), renderer);
      await one.page.waitForTimeout(200);
      shots.push(await one.page.locator(".stage").screenshot());
      assert.deepEqual(one.wrong, []);
      await one.context.close();
    }
    const differing = await (await start()).evaluate(
      async (shots) => {
        const [a, b] = await Promise.all(
          shots.map(async (bytes) => {
            const picture = await createImageBitmap(new Blob([Uint8Array.from(bytes)]));
            const canvas = new OffscreenCanvas(picture.width, picture.height);
            const context = canvas.getContext("2d");
            context.drawImage(picture, 0, 0);
            return context.getImageData(0, 0, picture.width, picture.height).data;
          }),
        );
        return a.filter((value, at) => Math.abs(value - b[at]) > 24).length / a.length;
      },
      shots.map((shot) => [...shot]),
    );
    assert.ok(differing < 0.01, `${differing}`);
  });

  test("plain files in a folder of any server, with no network", async () => {
    const files = await serveFiles("/some/folder/");
    all.opened = await open(all.browser, files.url);
    const { page, context } = all.opened;
    await context.setOffline(true);
    await draw(page, WALL);
    assert.equal((await state(page)).cost, 15);
    await page.click('button:text-is("+ Compare")');
    await settled(page);
    assert.equal(await page.evaluate(() => globalThis.wayline.app.panes[1].answer.cost), 15);
    files.close();
  });
});
