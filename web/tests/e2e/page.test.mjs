// The page as people use it, in a real Chromium.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { drag, draw, open, settled, spot, state, suite } from "./browser.mjs";

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
async function saved(page, act) {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  return readFile(await download.path());
}

describe("searching", () => {
  test("a path is there at once, verified by the judge, and is said aloud", async () => {
    const page = await start();
    assert.equal(await page.title(), "Wayline playground");
    assert.match(await figure(page, "verified"), /✓ optimal/);
    assert.match(await figure(page, "cost"), /^\d+\.\d{3}$/);
    await page.waitForFunction(() => /a path of cost/.test(document.querySelector(".announce")?.textContent));
  });

  test("walls are painted, undone and done again; the path follows", async () => {
    const page = await start();
    await draw(page, WALL);
    const straight = (await state(page)).cost;
    assert.equal(straight, 15);
    await tool(page, "wall");
    await drag(page, [10, 0], [10, 3]);
    await settled(page);
    const around = await state(page);
    assert.ok(around.cost > straight, `${around.cost}`);
    assert.equal(around.verified, true);
    assert.equal([...around.blocked].filter((cell) => cell === "1").length, 4);
    await page.keyboard.press("Control+z");
    await settled(page);
    assert.equal((await state(page)).cost, straight);
    await page.click('button:text-is("Redo")');
    await settled(page);
    assert.equal((await state(page)).cost, around.cost);
  });

  test("terrain slows, boxes and fills paint, the eraser takes away", async () => {
    const page = await start();
    await draw(page, WALL);
    await choose(page, "Terrain", "3");
    await page.locator("label.slide", { hasText: "Brush" }).locator("input").fill("5");
    await drag(page, [10, 2], [11, 2]);
    await settled(page);
    const slowed = await state(page);
    assert.ok(slowed.multipliers.includes("3"));
    assert.ok(slowed.cost > 15);
    await page.keyboard.press("Control+z");
    await tool(page, "wall");
    await tool(page, "rectangle");
    await drag(page, [8, 1], [9, 4]);
    await settled(page);
    assert.equal([...(await state(page)).blocked].filter((cell) => cell === "1").length, 8);
    await tool(page, "fill");
    await page.mouse.click(...(await spot(page, 8, 1)));
    await settled(page);
    assert.ok(!(await state(page)).blocked.includes("1"));
  });

  test("ends are dragged, and a click sets the goal and searches", async () => {
    const page = await start();
    await draw(page, WALL);
    await drag(page, [2, 2], [5, 0]);
    await settled(page);
    let now = await state(page);
    assert.deepEqual(now.ends, [5, 57]);
    await page.mouse.click(...(await spot(page, 19, 4)));
    await page.waitForFunction(() => globalThis.wayline.app.pane.answer?.path.at(-1) === 99);
    now = await state(page);
    assert.equal(now.ends[1], 99);
    assert.equal(now.path.at(-1), 99);
  });

  test("no path is said plainly", async () => {
    const page = await start();
    await draw(page, ["A.#.B", "..#..", "..#.."]);
    assert.equal(await figure(page, "cost"), "no path");
    await page.waitForFunction(() => /there is no path/.test(document.querySelector(".announce")?.textContent));
  });

  test("every algorithm, open list, heuristic and corner rule of the registry works", async () => {
    const page = await start();
    await draw(page, WALL);
    const tried = await page.evaluate(async () => {
      const { app } = globalThis.wayline;
      const { algorithms, openLists, heuristics, corners, ties } = app.session.registry;
      const shown = (label) =>
        [
          ...[...document.querySelectorAll("label.field")]
            .find((field) => field.firstChild.textContent === label)
            .querySelectorAll("option"),
        ].map((option) => option.value);
      const same = (label, list) => JSON.stringify(shown(label)) === JSON.stringify(list.map(({ name }) => name));
      const lists = [
        same("Algorithm", algorithms),
        same("Open list", [{ name: "auto" }, ...openLists]),
        same("Heuristic", heuristics),
        same("Corners", corners),
        same("Ties", ties),
      ];
      const errors = [];
      const ask = async (options) => {
        app.setOptions(options);
        while (app.solver.busy) await new Promise((later) => setTimeout(later, 5));
        const { error, answer } = app.pane;
        if (error || !answer.found || answer.verified !== true)
          errors.push(`${JSON.stringify(options)}: ${error ?? answer.flaw ?? answer.outcome}`);
      };
      for (const { name } of algorithms) if (name !== "naive" && name !== "ida") await ask({ algorithm: name });
      for (const { name } of openLists) await ask({ algorithm: "astar", open: name });
      for (const { name } of heuristics) await ask({ heuristic: name });
      for (const { name } of corners) await ask({ corners: name });
      for (const { name } of ties) await ask({ ties: name });
      return { lists, errors };
    });
    assert.deepEqual(tried, { lists: [true, true, true, true, true], errors: [] });
  });
});

describe("the time line", () => {
  test("steps on and back, by event and by expansion, and plays to the end", async () => {
    const page = await start();
    await draw(page, WALL);
    const { length } = await state(page);
    assert.ok(length > 10);
    const at = async () => Number(await page.getAttribute(".position", "data-position"));
    assert.equal(await at(), length);
    await page.click('[aria-label="One step back"]');
    assert.equal(await at(), length - 1);
    await page.click('[aria-label="Go to the beginning"]');
    assert.equal(await at(), 0);
    for (let step = 0; step < 5; step++) await page.click('[aria-label="One step forward"]');
    assert.equal(await at(), 5);
    await page.click('[aria-label="One step back"]');
    assert.equal(await at(), 4);
    await page.selectOption('[aria-label="Step by"]', "expansion");
    const expanded = (await state(page)).expanded;
    await page.locator('[aria-label="Position in the search"]').fill(String(expanded));
    assert.equal(await at(), expanded);
    await page.click('[aria-label="Go to the beginning"]');
    await page.locator('[aria-label="Speed"]').fill("900");
    await page.click('[aria-label="Play"]');
    await page.waitForFunction(
      (end) => Number(document.querySelector(".position")?.dataset.position) === end,
      expanded,
    );
    await page.locator('[aria-label="Play"]').waitFor();
  });

  test("what is known of a cell is what was known at that step", async () => {
    const page = await start();
    await draw(page, WALL);
    await page.click('[aria-label="Go to the beginning"]');
    await page.mouse.move(...(await spot(page, 3, 2)));
    assert.match(await page.innerText(".card"), /\(3, 2\) · free[\s\S]*not seen/);
    await page.click('[aria-label="Go to the end"]');
    await page.mouse.move(...(await spot(page, 4, 2)));
    assert.match(
      await page.innerText(".card"),
      /closed[\s\S]*g\s+2\.00[\s\S]*h\s+13\.00[\s\S]*f\s+15\.00[\s\S]*parent\s+\(3, 2\)/,
    );
    // A card on the map, beside the pointer and inside of the stage.
    const inside = await page.evaluate(() => {
      const [card, stage] = [".card", ".stage"].map((part) => document.querySelector(part).getBoundingClientRect());
      return card.left >= stage.left && card.right <= stage.right && card.top >= stage.top;
    });
    assert.ok(inside);
  });

  test("with reduced motion nothing plays by itself", async () => {
    const page = await start({ reducedMotion: "reduce" });
    await page.click('button:text-is("Search")');
    await settled(page);
    const { at, length } = await state(page);
    assert.equal(at, length);
  });
});

describe("comparing", () => {
  test("two to four searches on one map, in step, and where they diverge", async () => {
    const page = await start();
    await draw(page, WALL);
    for (let panes = 2; panes <= 4; panes++) {
      await page.click('button:text-is("+ Compare")');
      await settled(page);
      assert.equal(await page.locator(".pane").count(), panes);
    }
    assert.equal(await page.locator('button:text-is("+ Compare")').isDisabled(), true);
    const costs = await page.evaluate(() => globalThis.wayline.app.panes.map((pane) => pane.answer.cost));
    assert.equal(new Set(costs.slice(0, 3)).size, 1, `${costs}`);
    assert.match(
      await page.innerText(".part-results .note:visible"),
      /They diverge at expansion \d+: search 1 takes \(\d+, \d+\), search 2 takes/,
    );
    await page.click('[aria-label="Remove search 4"]');
    await page.click('[aria-label="Go to the beginning"]');
    await page.click('[aria-label="One step forward"]');
    assert.deepEqual(
      await page.evaluate(() => globalThis.wayline.app.timelines.map((timeline) => timeline.position)),
      [1, 1, 1],
    );
  });

  test("open lists are compared on a large map, without stopping the page", async () => {
    const page = await start();
    await page.click('button:text-is("Open lists")');
    await page.selectOption('dialog [aria-label="Map"]', { index: 1 });
    await page.selectOption('dialog [aria-label="Algorithm"]', "greedy");
    await page.click('dialog button:text-is("Run")');
    await page.waitForFunction(() => /gave the same answer/.test(document.querySelector("dialog .note")?.textContent));
    assert.match(await page.innerText(".chart"), /bucket[\s\S]*ms \((median|mean) of \d+[\s\S]*array/);
    // A large one shows how far it is, and can be stopped; what was measured stays.
    await page.selectOption('dialog [aria-label="Size"]', "1000");
    await page.selectOption('dialog [aria-label="Algorithm"]', "dijkstra");
    await page.click('dialog button:text-is("Run")');
    await page.waitForFunction(() => document.querySelector("dialog progress")?.value >= 1, null, { timeout: 30_000 });
    await page.click('dialog button:text-is("Stop")');
    assert.equal(await page.innerText("dialog .note"), "Stopped.");
    assert.ok((await page.locator(".bar-row").count()) >= 1);
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
  });
});

describe("files and links", () => {
  test("a map is saved and opened again in every format", async () => {
    const page = await start();
    await draw(page, ["A...#", ".#..#", "....B"]);
    const before = await state(page);
    for (const format of ["map", "png", "txt"]) {
      await page.selectOption('[aria-label="Format to save in"]', format);
      const bytes = await saved(page, () => page.click('button:text-is("Save")'));
      await page.evaluate(() => globalThis.wayline.app.open({ spec: "open:9x9" }));
      await settled(page);
      await page.setInputFiles('[aria-label="Open a map"]', {
        name: `saved.${format}`,
        mimeType: "application/octet-stream",
        buffer: bytes,
      });
      await page.waitForFunction(() => globalThis.wayline.app.map.width === 5);
      await settled(page);
      assert.equal((await state(page)).blocked, before.blocked, format);
    }
  });

  test("a file that is not a map is an error that loses nothing", async () => {
    const page = await start();
    await draw(page, WALL);
    await page.setInputFiles('[aria-label="Open a map"]', {
      name: "bad.map",
      mimeType: "text/plain",
      buffer: Buffer.from("type octile\nheight 3\nwidth"),
    });
    await page.waitForSelector(".complaint:visible");
    const now = await state(page);
    assert.equal(now.width, 20);
    assert.equal(now.cost, 15);
    await page.click(".complaint button");
  });

  test("a dropped file is opened", async () => {
    const page = await start();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(["S..\n.#.\n..G\n"], "small.txt"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    });
    await page.waitForFunction(() => globalThis.wayline.app.map.width === 3);
    await settled(page);
    assert.deepEqual((await state(page)).ends, [0, 8]);
  });

  test("a link holds everything", async () => {
    const page = await start();
    await draw(page, ["A..3.", ".#3..", "..#.B"]);
    await page.click('button:text-is("+ Compare")');
    await settled(page);
    await page.evaluate(() => {
      const { app } = globalThis.wayline;
      app.setOptions({ algorithm: "weighted", weight: 2.5, heuristic: "manhattan", corners: "one" });
      app.toggle("parents", true);
    });
    await settled(page);
    await page.evaluate(() => globalThis.wayline.app.player.seek(7));
    await page.evaluate(() => globalThis.wayline.app.choosePane(0));
    const before = await state(page);
    await page.click('button:text-is("Share")');
    await page.waitForFunction(() => document.querySelector(".link")?.value.includes("#"));
    const link = await page.inputValue(".link");
    const other = await open(all.browser, all.server.url, {}, link.slice(link.indexOf("#")));
    await other.page.waitForFunction(() => globalThis.wayline.app.player.at === 7);
    assert.deepEqual(await state(other.page), before);
    assert.deepEqual(other.wrong, []);
    await other.context.close();
  });

  test("a generated map is shared by its seed, and a broken link is reported", async () => {
    const page = await start({}, "#map=maze:21x21:seed=7&algorithm=jps");
    const now = await state(page);
    assert.equal(now.width, 21);
    await page.click('button:text-is("Share")');
    await page.waitForFunction(() => document.querySelector(".link")?.value.includes("seed"));
    assert.ok((await page.inputValue(".link")).length < 250);
    const other = await open(all.browser, all.server.url, {}, "#map=nonsense&from=-1");
    assert.ok((await state(other.page)).found);
    await other.context.close();
  });

  test("pictures and traces are written, and a trace is read again", async () => {
    const page = await start();
    await draw(page, WALL);
    const before = await state(page);
    await page.click('button:text-is("Share")');
    const png = await saved(page, () => page.click('button:text-is("PNG")'));
    assert.deepEqual([...png.subarray(1, 4)], [...Buffer.from("PNG")]);
    const gif = await saved(page, () => page.click('button:text-is("GIF")'));
    assert.equal(gif.subarray(0, 6).toString(), "GIF89a");
    const size = await page.evaluate(
      async (bytes) => {
        const picture = await createImageBitmap(new Blob([Uint8Array.from(bytes)], { type: "image/gif" }));
        return [picture.width, picture.height];
      },
      [...gif],
    );
    assert.deepEqual(size, [480, 120]);
    const trace = await saved(page, () => page.click('button:text-is("Posthoc trace")'));
    await page.keyboard.press("Escape");
    await page.setInputFiles('[aria-label="Open a map"]', {
      name: "a.trace.yaml",
      mimeType: "text/yaml",
      buffer: trace,
    });
    await page.waitForFunction(() => globalThis.wayline.app.pane.answer?.algorithm === "trace");
    const after = await state(page);
    assert.equal(after.events, before.events);
    assert.deepEqual(after.path, before.path);
    // Two of them beside each other.
    const files = ["a", "b"].map((name) => ({ name: `${name}.trace.yaml`, mimeType: "text/yaml", buffer: trace }));
    await page.setInputFiles('[aria-label="Open a map"]', files);
    await page.waitForFunction(() => globalThis.wayline.app.panes.length === 2);
    assert.match(await page.innerText(".part-results .note:visible"), /the same cells in the same order/);
  });
});
