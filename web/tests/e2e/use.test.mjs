// For each to come back: code to copy, a page in a frame, the whole screen, without a network, many queries.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { drag, draw, open, serveFiles, settled, state, suite } from "./browser.mjs";

const { all, start } = suite();
const PACKAGE = fileURLToPath(new URL("../../../crates/wayline-wasm/pkg/node.js", import.meta.url));

test("the question is copied as a program that gives the same answer", async () => {
  const page = await start();
  await draw(page, ["A..3.", ".#3..", "..#.B"]);
  await page.evaluate(() => globalThis.wayline.app.setOptions({ algorithm: "astar", corners: "one" }));
  await settled(page);
  const { cost } = await state(page);
  await page.click('button:text-is("Share")');
  const program = async (language) => {
    await page.selectOption('[aria-label="Programming language"]', language);
    return page.innerText(".program");
  };
  const folder = mkdtempSync(join(tmpdir(), "wayline-"));
  try {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.click('button:text-is("Save wayline.txt")'),
    ]);
    writeFileSync(join(folder, "wayline.txt"), readFileSync(await download.path()));
    const code = (await program("JavaScript")).replace('"wayline"', JSON.stringify(PACKAGE));
    writeFileSync(join(folder, "program.mjs"), code);
    const said = execFileSync(process.execPath, ["program.mjs"], { cwd: folder, encoding: "utf8" });
    assert.ok(said.startsWith(`found ${cost} `), `${said} ${cost}`);
    const command = await program("command");
    assert.equal(command, "wayline solve wayline.txt --from 0,0 --to 4,2 --algorithm astar --corners one");
    if (process.env.WAYLINE) {
      const answer = execFileSync(process.env.WAYLINE, [...command.split(" ").slice(1), "--format", "json"], {
        cwd: folder,
        encoding: "utf8",
      });
      assert.equal(JSON.parse(answer).cost, cost);
    }
    assert.match(await program("Rust"), /Corners::One/);
    assert.match(await program("Python"), /corners="one"/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("in a frame of another page it shows the map and what was asked for, and fits", async () => {
  // `wayline play` forbids frames; any static server will do.
  const files = await serveFiles("/", undefined, { frames: true });
  const host = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(
      `<iframe src="${files.url}?embed=time,legend#map=maze:21x21:seed=7&algorithm=jps" width="500" height="320"></iframe>`,
    );
  });
  await new Promise((listening) => host.listen(0, "127.0.0.1", listening));
  const context = await all.browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${host.address().port}/`);
    const frame = page.frames()[1];
    await frame.waitForFunction(() => document.documentElement.dataset.ready);
    await frame.waitForFunction(() => globalThis.wayline.app.pane.answer?.found);
    const visible = async (part) => (await frame.locator(part).first().isVisible()) && part;
    const parts = [".stage canvas", ".time .buttons", ".legend", ".top", ".actions", ".left", ".right", ".zoom"];
    const shown = await Promise.all(parts.map(visible));
    assert.deepEqual(shown.filter(Boolean), [".stage canvas", ".time .buttons", ".legend"]);
    const fits = () =>
      frame.evaluate(() => {
        const { width, height } = document.querySelector(".overlay").getBoundingClientRect();
        const { documentElement: root } = document;
        return width > 200 && height > 120 && root.scrollWidth <= innerWidth && root.scrollHeight <= innerHeight;
      });
    assert.ok(await fits());
    await page.evaluate(() => {
      document.querySelector("iframe").width = 340;
    });
    await frame.waitForFunction(() => innerWidth === 340);
    assert.ok(await fits());
    assert.match(await frame.getAttribute(".whole", "href"), /#map=maze/);
  } finally {
    await context.close();
    host.close();
    files.close();
  }
});

test("the whole screen shows the map alone, and Escape or the button leaves it", async () => {
  const page = await start();
  await page.click('[aria-label="Full screen"]');
  await page.waitForFunction(() => document.body.classList.contains("presenting"));
  assert.equal(await page.locator(".left").isVisible(), false);
  assert.ok(await page.locator(".time").isVisible());
  await page.click('[aria-label="Full screen"]');
  await page.waitForFunction(() => !document.body.classList.contains("presenting"));
  assert.ok(await page.locator(".left").isVisible());
});

test("once opened, it opens without a network, and can be installed", async () => {
  const files = await serveFiles("/some/folder/");
  const { page, context } = await open(all.browser, files.url, { serviceWorkers: "allow" });
  try {
    await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === "activated");
    files.close();
    await context.setOffline(true);
    await page.goto(`${files.url}?renderer=2d#map=maze:21x21:seed=7&algorithm=jps`);
    await page.reload();
    await page.waitForFunction(() => document.documentElement.dataset.ready);
    await settled(page);
    assert.equal((await state(page)).width, 21);
    // What is loaded when it is needed is there, too.
    await page.click('button:text-is("Learn")');
    await page.click("[data-lesson=wide]");
    await page.waitForFunction(() => globalThis.wayline.app.unit?.answer?.found);
    const manifest = await page.evaluate(async () =>
      (await fetch(document.querySelector("link[rel=manifest]").href)).json(),
    );
    assert.equal(manifest.display, "standalone");
  } finally {
    await context.close();
  }
});

test("a scenario is dropped with its map, and answered by several algorithms", async () => {
  const page = await start();
  const rows = Array.from({ length: 30 }, () => ".".repeat(30));
  const queries = Array.from({ length: 60 }, (_, at) => {
    const x = 1 + (at % 29);
    return `0\tplain.map\t30\t30\t0\t0\t${x}\t0\t${x}`;
  });
  await page.evaluate(
    ([map, scenario]) => {
      const data = new DataTransfer();
      data.items.add(new File([scenario], "plain.map.scen"));
      data.items.add(new File([map], "plain.map"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    [`type octile\nheight 30\nwidth 30\nmap\n${rows.join("\n")}\n`, `version 1\n${queries.join("\n")}\n`],
  );
  await page.waitForSelector("dialog");
  assert.match(await page.innerText("dialog h2"), /plain\.map\.scen: 60 queries/);
  await page.selectOption('[aria-label="How many queries"]', "10");
  await page.click('dialog button:text-is("Run")');
  await page.waitForFunction(() => /^30 answers\./.test(document.querySelector("dialog .note")?.textContent));
  const table = await page.locator(".queries tbody tr").allInnerTexts();
  assert.equal(table.length, 3);
  for (const line of table) assert.match(line, /10 of 10.*ms.*\t0$/s);
  const drawn = await page.evaluate(() => {
    const canvas = document.querySelector(".scatter");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((value, at) => at % 4 === 3 && value > 0).length;
  });
  assert.ok(drawn > 500, `${drawn}`);
  const [download] = await Promise.all([page.waitForEvent("download"), page.click('button:text-is("Save CSV")')]);
  const csv = readFileSync(await download.path(), "utf8")
    .trim()
    .split("\n");
  assert.equal(csv.length, 31);
  assert.match(csv[1], /^dijkstra,0,0,1,0,1,found,1,/);
  await page.keyboard.press("Escape");
  // One of another map is refused, and says why.
  await page.setInputFiles('[aria-label="Open a map"]', {
    name: "other.scen",
    mimeType: "text/plain",
    buffer: Buffer.from("version 1\n0\tother.map\t9\t9\t0\t0\t1\t1\t1.414\n"),
  });
  await page.waitForSelector(".complaint:visible");
  assert.match(await page.innerText(".complaint"), /other\.map, 9x9 cells.*30x30/);
});

test("a field leads around danger that is painted; undo, keys and a link bring it back", async () => {
  const page = await start({ reducedMotion: "reduce" });
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await draw(page, ["...........", "...........", "A.........B", "...........", "..........."]);
  assert.equal(asked.filter((url) => /fields_bg/.test(url)).length, 0, "who shows no field fetches none");
  const field = () =>
    page.evaluate(() => {
      const { found } = globalThis.wayline.app.field;
      return { path: [...found.path], cost: found.cost, danger: found.danger, next: [...found.next] };
    });
  const figure = (name) => page.innerText(`[data-row="${name}"] td`);
  await page.click("[data-layer=field]");
  await page.waitForFunction(() => globalThis.wayline.app.field?.found);
  const plain = await field();
  assert.deepEqual([plain.cost, plain.danger, plain.path.length], [10, 0, 11]);
  // Every cell but the goal knows where to go.
  assert.deepEqual(
    plain.next.flatMap((next, cell) => (next === 0xffffffff ? [cell] : [])),
    [2 * 11 + 10],
  );
  await page.click("[data-tool=danger]");
  await drag(page, [5, 1], [5, 4]);
  await page.waitForFunction(() => globalThis.wayline.app.field.found.path.includes(5));
  const around = await field();
  assert.equal(around.danger, 0);
  assert.ok(around.cost > 10);
  // The search goes straight on, and the page says what it walks into.
  assert.equal((await state(page)).cost, 10);
  await page.waitForFunction(() => document.querySelector('[data-row="search-danger"] td')?.textContent === "5");
  assert.equal(await figure("field-danger"), "0");
  await page.waitForFunction(() => /danger=/.test(location.hash));
  const link = await open(all.browser, all.server.url, {}, await page.evaluate(() => location.hash));
  await link.page.waitForFunction(() => globalThis.wayline.app.field?.found?.path.includes(5));
  await link.context.close();
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => globalThis.wayline.app.field.found.cost === 10);
  // By keys: the cell before the goal is dangerous, whichever way it is entered.
  await page.focus(".stage");
  await page.keyboard.press("b");
  for (const key of ["ArrowLeft", "d"]) await page.keyboard.press(key);
  await page.waitForFunction(() => globalThis.wayline.app.map.dangerous);
  await page.click('button:text-is("Clear danger")');
  await page.waitForFunction(() => !globalThis.wayline.app.map.dangerous);
});

test("every map of the gallery opens by a click, and a lesson by its name alone", async () => {
  const page = await start({ reducedMotion: "reduce" });
  const choose = page.locator("label.field", { has: page.locator('span:text-is("Gallery")') }).locator("select");
  const maps = await choose.locator("option[title]").evaluateAll((all) => all.map(({ title }) => title));
  assert.ok(maps.length > 8);
  for (const spec of maps) {
    await choose.selectOption({ index: 1 + maps.indexOf(spec) });
    await page.waitForFunction((spec) => globalThis.wayline.app.made?.spec === spec, spec);
    await settled(page);
    assert.equal((await state(page)).found, true, spec);
  }
  const lesson = await open(all.browser, all.server.url, {}, "#lesson=corners");
  await lesson.page.waitForFunction(() => globalThis.wayline.app.lesson === "corners");
  assert.equal(await lesson.page.locator(".pane").count(), 3);
  await lesson.context.close();
  const wrong = await open(all.browser, all.server.url, {}, "#lesson=nonsense");
  assert.match(await wrong.page.innerText(".complaint:visible"), /There is no lesson 'nonsense'/);
  await wrong.context.close();
});
