// The visitor's journey in Firefox, where it is installed: what Chromium alone would let pass.
import assert from "node:assert/strict";
import { test } from "node:test";
import { serve } from "./browser.mjs";
import { FIREFOX, openFirefox } from "./firefox.mjs";

const skip = FIREFOX ? false : "Firefox is missing: apt-get install firefox-esr, or set FIREFOX";

test("a visitor's journey in Firefox: open, understand, drag, compare, learn, share, networks, crowds", {
  skip,
}, async () => {
  const server = await serve();
  const firefox = await openFirefox(server.url);
  try {
    const { evaluate, until, go, drag, wrong } = firefox;
    const answered = () =>
      until(() => {
        const { app } = globalThis.wayline;
        return !app.solver.busy && app.panes.every(({ answer }) => answer);
      });
    const press = (text) =>
      evaluate(
        (text) => [...document.querySelectorAll("button")].find((one) => one.textContent === text).click(),
        text,
      );
    await answered();
    const first = await evaluate(() => {
      const { panes } = globalThis.wayline.app;
      return panes.map(({ answer }) => [answer.cost, answer.expanded, answer.verified]);
    });
    assert.equal(first[0][0], first[1][0]);
    assert.ok(first[1][1] > 4 * first[0][1] && first.every(([, , verified]) => verified), JSON.stringify(first));
    const legend = await evaluate(() => document.querySelector(".legend").innerText);
    for (const word of ["start", "goal", "open", "closed", "path", "Drag A or B"])
      assert.ok(legend.includes(word), word);
    const [from, to] = await evaluate(() => {
      const { app } = globalThis.wayline;
      app.player.pause();
      const box = document.querySelector(".overlay").getBoundingClientRect();
      const [x, y] = [app.ends[1] % app.map.width, Math.floor(app.ends[1] / app.map.width)];
      const spot = (x, y) => app.view.pixel(x + 0.5, y + 0.5).map((at, i) => at + (i ? box.top : box.left));
      return [spot(x, y), spot(x - 10, y - 1)];
    });
    await drag(from, [(from[0] + to[0]) / 2, from[1]], to);
    await until((cost) => globalThis.wayline.app.pane.answer.cost < cost, first[0][0]);
    await press("+ Compare");
    await until(() => document.querySelectorAll(".pane").length === 3);
    await answered();
    await press("Share");
    await until(() => document.querySelector(".link")?.value.includes("panes=3"));
    await go(`${server.url}#lesson=rings`);
    await until(() => globalThis.wayline.app.lesson === "rings");
    await answered();
    await go(`${server.url}?view=network#net=streets&by=dijkstra,hierarchy`);
    await until(() => globalThis.wayline.app.panes.every(({ answer }) => answer?.optimal && answer.verified));
    await go(`${server.url}?view=crowd`);
    await until(() => globalThis.wayline.app.length > 0 || globalThis.wayline.app.blocked.length > 0);
    assert.deepEqual(wrong, []);
  } finally {
    await firefox.close();
    server.close();
  }
});
