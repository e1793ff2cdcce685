// The page in another language: chosen by the link, by the menu, by the browser; nothing else changes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { draw, settled, state, suite } from "./browser.mjs";

const { all, start } = suite();

test("German where the browser prefers it, and everything in it", async () => {
  const page = await start({ locale: "de-AT" });
  assert.equal(await page.evaluate(() => document.documentElement.lang), "de");
  assert.equal(await page.title(), "Wayline-Spielwiese");
  await page.click('button:text-is("Lernen")');
  await page.waitForSelector("dialog h3:text-is('Eine Karte ist ein Graph')");
  await page.click("[data-lesson=rings]");
  await page.waitForSelector(".lesson-note p:has-text('Warum sich Dijkstra in Ringen ausbreitet')");
  // What the engine says of its algorithms, estimates, lists, rules, generators and bodies.
  const english = await page.evaluate(() => {
    const { registry } = globalThis.wayline.app.session;
    const said = new Set([...document.querySelectorAll("option, select, .field")].map((shown) => shown.title));
    const parameters = registry.generators.flatMap((generator) => generator.parameters);
    return [...Object.values(registry).flat(), ...parameters]
      .map(({ summary }) => summary)
      .filter((text) => said.has(text));
  });
  assert.deepEqual(english, []);
  for (const name of await page.evaluate(() => globalThis.wayline.app.session.registry.algorithms.map((a) => a.name))) {
    await page.evaluate((name) => globalThis.wayline.app.setOptions({ algorithm: name }), name);
    const [hint, summary] = await page.evaluate((name) => {
      const { algorithms } = globalThis.wayline.app.session.registry;
      const label = [...document.querySelectorAll(".part-search label.field")][0];
      return [label.querySelector(".hint").textContent, algorithms.find((a) => a.name === name).summary];
    }, name);
    assert.notEqual(hint, summary, name);
  }
});

test("the menu changes the language and keeps what is shown", async () => {
  const page = await start({}, "?lang=de");
  await draw(page, ["A.........", ".########.", ".........B"]);
  const before = await state(page);
  await page.selectOption(".language", "en");
  await page.waitForFunction(() => document.documentElement.lang === "en" && document.documentElement.dataset.ready);
  await settled(page);
  const after = await state(page);
  assert.deepEqual([after.cost, after.ends, after.blocked], [before.cost, before.ends, before.blocked]);
  assert.match(page.url(), /\?lang=en#/);
  assert.ok(await page.locator('button:text-is("Learn")').isVisible());
  // Other views are in the same language, and it is remembered where a link says nothing.
  assert.equal(await page.locator('.views a:text-is("Network")').getAttribute("href"), "./?view=network&lang=en");
  await page.selectOption(".language", "de");
  await page.waitForFunction(() => document.documentElement.lang === "de" && document.documentElement.dataset.ready);
  await page.goto(all.server.url);
  await page.waitForFunction(() => document.documentElement.dataset.ready);
  assert.equal(await page.evaluate(() => document.documentElement.lang), "de");
});

for (const [view, words] of [
  ["network", ["Flughäfen der Welt", "Reichweite", "Ausgewählt"]],
  ["crowd", ["Räume und Türen", "Von vorn", "Einheiten"]],
])
  test(`the view ${view} in German`, async () => {
    const page = await start({}, `?view=${view}&lang=de`);
    const said = await page.evaluate(() => document.body.innerText + document.body.innerHTML);
    for (const word of words) assert.ok(said.includes(word), word);
  });

test("whoever reads English loads no other language", async () => {
  const page = await start();
  const loaded = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  const words = await Promise.all(
    loaded.filter((name) => name.endsWith(".js")).map(async (name) => (await fetch(name)).text()),
  );
  assert.ok(words.some((text) => text.includes("Skip to the map")));
  assert.ok(words.every((text) => !text.includes("Zur Karte springen")));
});
