// Every screen in light and dark, on a desktop and a phone: axe finds no violation. The pictures are
// kept in web/shots, to be looked at; SCREENS=first,card takes only some.
import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { DESKTOP, launch, open, PHONE, serve, settled } from "./browser.mjs";

const SHOTS = fileURLToPath(new URL("../../shots/", import.meta.url));
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let browser, server;
before(async () => {
  await mkdir(SHOTS, { recursive: true });
  [browser, server] = await Promise.all([launch(), serve()]);
});
after(async () => {
  await browser?.close();
  server?.close();
});

const lesson = (name) => async (page) => {
  await page.click('button:text-is("Learn")');
  await page.click(`[data-lesson=${name}]`);
  await page.waitForFunction((name) => globalThis.wayline.app.lesson === name, name);
  await settled(page);
  await page.evaluate(() => {
    const { player } = globalThis.wayline.app;
    player.pause();
    player.seek(Math.round(player.length * 0.8));
  });
};
const dialogue = (name) => (page) => page.click(`button:text-is("${name}")`);

const SCREENS = {
  first: async () => {},
  heat: async (page) => page.evaluate(() => globalThis.wayline.app.toggle("g", true)),
  values: async (page) =>
    page.evaluate(async () => {
      const { app } = globalThis.wayline;
      app.setPanes([{ algorithm: "astar" }]);
      await app.open({ spec: "random:14x9:density=0.2:seed=4" });
      for (const layer of ["values", "parents"]) app.toggle(layer, true);
    }),
  card: async (page) => {
    await page.evaluate(() => {
      const { app } = globalThis.wayline;
      app.setPanes([{ algorithm: "astar" }]);
      app.search();
    });
    await settled(page);
    await page.evaluate(() => {
      const { app } = globalThis.wayline;
      app.player.seek(400);
      app.setCursor(15 * 84 + 30, true);
      document.querySelectorAll(".part-search")[0].open = false;
      document.querySelector(".part-results").open = false;
    });
    if (await page.locator(".tabs").isVisible()) await page.click('.tabs button:text-is("Search")');
    await page.click('summary:has-text("Line by line")');
    await page.waitForSelector(".code li");
  },
  compare: lesson("greedy"),
  rings: lesson("rings"),
  jumps: lesson("jumps"),
  terrain: lesson("terrain"),
  body: lesson("wide"),
  rules: async (page) => {
    await lesson("turning")(page);
    if (await page.locator(".tabs").isVisible()) await page.click('.tabs button:text-is("Unit")');
    await page.click("text=Edit its rules");
    await page.waitForFunction(() => document.querySelector("textarea.rules")?.value);
  },
  danger: async (page) => {
    await page.evaluate(async () => {
      const { app } = globalThis.wayline;
      app.setPanes([{ algorithm: "astar" }]);
      await app.open({ spec: "random:30x18:density=0.15:seed=4" });
      app.toggle("field", true);
      app.applyDanger(
        Uint32Array.from({ length: 96 }, (_, i) => (4 + Math.floor(i / 8)) * 30 + 10 + (i % 8)),
        Uint8Array.from({ length: 96 }, (_, i) => 4 + (i % 8) * 3),
      );
    });
    await page.waitForFunction(() => globalThis.wayline.app.field?.found);
  },
  learn: dialogue("Learn"),
  lists: dialogue("Open lists"),
  share: dialogue("Share"),
  keys: dialogue("Keys"),
  error: async (page) => page.evaluate(() => globalThis.wayline.app.open({ spec: "maze:0x0" })),
};

/** What a phone shows below a tab, and a desktop in a panel. */
const panel = (tab, summary) => async (page) => {
  await lesson("greedy")(page);
  if (await page.locator(".tabs").isVisible()) await page.click(`.tabs button:text-is("${tab}")`);
  await page.locator(`summary:has-text("${summary}")`).scrollIntoViewIfNeeded();
  await page.evaluate((summary) => {
    const found = [...document.querySelectorAll("summary")].find(({ textContent }) => textContent === summary);
    found.scrollIntoView({ block: "start" });
  }, summary);
};
Object.assign(SCREENS, {
  gaveup: lesson("memory"),
  predict: async (page) => {
    await lesson("graph")(page);
    if (await page.locator(".tabs").isVisible()) await page.click('.tabs button:text-is("Search")');
    await page.click('summary:has-text("Line by line")');
    await page.click('button:text-is("Predict the next cell")');
    await page.locator('button:text-is("Predict the next cell")').scrollIntoViewIfNeeded();
  },
  queries: async (page) => {
    const rows = Array.from({ length: 30 }, () => ".".repeat(30)).join("\n");
    const query = (at) => `0\tplain.map\t30\t30\t0\t0\t${1 + (at % 29)}\t${at % 23}\t${1 + (at % 29)}`;
    const scenario = `version 1\n${Array.from({ length: 60 }, (_, at) => query(at)).join("\n")}\n`;
    await page.setInputFiles('[aria-label="Open a map"]', [
      { name: "plain.map.scen", mimeType: "text/plain", buffer: Buffer.from(scenario) },
      {
        name: "plain.map",
        mimeType: "text/plain",
        buffer: Buffer.from(`type octile\nheight 30\nwidth 30\nmap\n${rows}\n`),
      },
    ]);
    await page.waitForSelector("dialog");
    await page.click('dialog button:text-is("Run")');
    await page.waitForFunction(() => /answers\. A time/.test(document.querySelector("dialog .note")?.textContent));
    const cut = await page
      .locator("dialog .wide")
      .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    assert.ok(cut <= 0, `${cut} pixels of the table are cut off`);
  },
  measured: async (page) => {
    await page.click('button:text-is("Open lists")');
    await page.selectOption('dialog [aria-label="Size"]', { index: 0 });
    await page.click('dialog button:text-is("Run")');
    await page.waitForFunction(
      () => /gave the same answer/.test(document.querySelector("dialog .note")?.textContent),
      null,
      {
        timeout: 120_000,
      },
    );
  },
  results: panel("Results", "Results"),
  layers: panel("Layers", "Layers"),
  options: panel("Search", "Search"),
});

/** Screens of other views, by their addresses. */
const OTHERS = {
  network: ["?view=network", async () => {}],
  reach: [
    "?view=network#net=roads&by=dijkstra,astar,bidirectional",
    async (page) => {
      await page.click("[data-tool=reach]");
      await page.waitForFunction(() => globalThis.wayline.app.reached);
    },
  ],
  climbing: ["?view=network#net=roads&by=dijkstra,bidirectional,hierarchy", async () => {}],
  drawing: [
    "?view=network#lesson=arrows",
    async (page) => {
      await page.click("[data-tool=draw]");
      await page.evaluate(() => {
        const { app } = globalThis.wayline;
        app.player.seek(9);
        app.select({ kind: "edge", edge: 3 });
      });
    },
  ],
  crowd: [
    "?view=crowd",
    async (page) => {
      await page.evaluate(async () => {
        const { app } = globalThis.wayline;
        app.selectBox(0, 0, 20, 20);
        app.setSpeed(60);
        const middle = 16 * app.width + 28;
        await app.send(app.blocked.indexOf(0, middle));
      });
      await page.waitForFunction(() => globalThis.wayline.app.length > 40);
      await page.evaluate(() => globalThis.wayline.app.pause());
    },
  ],
  embed: ["?embed=time,lesson,legend,zoom#lesson=rings", async () => {}],
  routes: [
    "?view=network#net=roads&by=dijkstra,bidirectional,hierarchy",
    async (page) => {
      if (await page.locator(".tabs").isVisible()) await page.click('.tabs button:text-is("Results")');
      await page.evaluate(() => document.querySelector(".figures").scrollIntoView({ block: "end" }));
    },
  ],
  networks: ["?view=network#net=streets&by=dijkstra,bfs", dialogue("Learn")],
  // Words of another language are longer.
  german: ["?lang=de#lesson=greedy", async (page) => page.evaluate(() => globalThis.wayline.app.player.pause())],
  "german-unit": [
    "?lang=de#lesson=turning",
    async (page) => page.evaluate(() => globalThis.wayline.app.player.pause()),
  ],
  "german-network": ["?view=network&lang=de", async () => {}],
  "german-crowd": ["?view=crowd&lang=de", async () => {}],
  "german-share": ["?lang=de", dialogue("Teilen")],
};

/** What axe finds; in the dark only colours are other ones than in the light. */
async function violations(page, colorScheme) {
  const found = await page.evaluate(
    (options) => globalThis.axe.run(options),
    colorScheme === "dark" ? { runOnly: ["color-contrast"] } : {},
  );
  return found.violations.map(({ id, nodes }) => {
    const where = nodes.map(({ target, any, all }) => `${target} ${any[0]?.message ?? all[0]?.message ?? ""}`);
    return `${id}: ${where.join("; ")}`;
  });
}

for (const [size, viewport] of [
  ["desktop", DESKTOP],
  ["phone", PHONE],
]) {
  test(`${size}, light and dark`, async () => {
    const screens = Object.entries(SCREENS).map(([name, show]) => [name, ["", show]]);
    const wanted = process.env.SCREENS?.split(",");
    for (const [name, [path, show]] of [...screens, ...Object.entries(OTHERS)]) {
      if (wanted && !wanted.includes(name)) continue;
      const options = { ...viewport, colorScheme: "light", reducedMotion: "reduce" };
      const { page, context, wrong } = await open(browser, server.url, options, path);
      await show(page);
      await page.waitForTimeout(150);
      await settled(page);
      // Not as a script element: the content policy forbids that, and rightly so.
      await page.evaluate(axe);
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        await page.evaluate(() => new Promise((now) => requestAnimationFrame(() => requestAnimationFrame(now))));
        await page.screenshot({ path: `${SHOTS}${name}-${size}-${colorScheme}.png` });
        assert.deepEqual(await violations(page, colorScheme), [], `${name}, ${size}, ${colorScheme}`);
      }
      assert.deepEqual(wrong, [], name);
      await context.close();
    }
  });
}

test("the page of all lessons, with links that open them", async () => {
  const context = await browser.newContext({ ...DESKTOP, serviceWorkers: "block" });
  const page = await context.newPage();
  for (const [file, view, language] of [
    ["lessons.html", "", "en"],
    ["lessons.de.html", "lang=de", "de"],
  ]) {
    await page.goto(server.url + file);
    await page.evaluate(axe);
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await violations(page, colorScheme), [], `${file}, ${colorScheme}`);
      await page.screenshot({ path: `${SHOTS}links-${language}-${colorScheme}.png` });
    }
    const links = await page.locator("li a").evaluateAll((all) => all.map(({ href }) => href));
    assert.equal(links.length, 2 * 34);
    assert.ok(links.every((link) => link.includes("#lesson=") && link.includes(view)));
    // One of grids, one of networks; every lesson by its name is tested with the lessons themselves.
    for (const [link, name] of [
      [links.find((link) => link.endsWith("#lesson=rings")), "rings"],
      [links.find((link) => link.endsWith("#lesson=climbing")), "climbing"],
    ]) {
      await page.goto("about:blank");
      await page.goto(link);
      await page.waitForFunction((name) => globalThis.wayline?.app.lesson === name, name);
      assert.equal(await page.getAttribute("html", "lang"), language);
    }
  }
  await context.close();
});
