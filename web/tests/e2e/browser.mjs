// Chromium and a server for the tests. The page comes from `wayline play` (WAYLINE names the command),
// or from plain files with the same headers where that is not set.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, afterEach, before } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const DIST = fileURLToPath(new URL("../../dist", import.meta.url));
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Plain files below a folder of the address: what any static server does. `frames`: other pages may show it. */
export async function serveFiles(folder = "/", root = DIST, { frames = false } = {}) {
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://x").pathname;
    const name = path.startsWith(folder) ? path.slice(folder.length) || "index.html" : "";
    const file = join(root, name);
    if (!name || !file.startsWith(root) || !existsSync(file)) {
      response.statusCode = 404;
      return response.end();
    }
    response.setHeader("content-type", TYPES[extname(file)] ?? "text/plain");
    response.setHeader("content-security-policy", frames ? POLICY.replace(/; frame-ancestors.*/, "") : POLICY);
    response.end(readFileSync(file));
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${server.address().port}${folder}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** `wayline play`, on a port of its own choice. */
async function serveByCommand(command) {
  const child = spawn(command, ["play", "--port", "0", "--no-open"], { stdio: ["ignore", "pipe", "inherit"] });
  const line = await new Promise((heard, failed) => {
    child.stdout.once("data", (data) => heard(String(data)));
    child.once("exit", (code) => failed(new Error(`${command} play ended with ${code}`)));
  });
  child.removeAllListeners("exit");
  const url = line.match(/http:\/\/\S+/)?.[0];
  if (!url) throw new Error(`no address in the first line: ${line}`);
  return { url, close: () => child.kill("SIGTERM") };
}

export const serve = () => (process.env.WAYLINE ? serveByCommand(process.env.WAYLINE) : serveFiles());

export function launch() {
  const executablePath = [
    process.env.CHROMIUM,
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
  ].find((path) => path && existsSync(path));
  if (!executablePath) throw new Error("Chromium is missing: apt-get install chromium, or set CHROMIUM");
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

export const DESKTOP = { viewport: { width: 1280, height: 800 } };
export const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

/** What software WebGL says of being photographed, and the driver of what it blocks, is not the page's doing. */
const EXPECTED = /GPU stall due to ReadPixels|Service Worker registration blocked/;

/** Opens the page; `wrong` collects what must not happen: errors, and requests to anywhere else. */
export async function open(browser, url, options = {}, path = "") {
  // What is kept for when there is no network is fetched beside everything else: only its own test wants that.
  const quiet = { acceptDownloads: true, serviceWorkers: "block" };
  const context = await browser.newContext({ ...DESKTOP, ...quiet, ...options });
  const page = await context.newPage();
  const wrong = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !EXPECTED.test(message.text()))
      wrong.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => wrong.push(`error: ${error.stack}`));
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (!["blob:", "data:"].includes(protocol) && origin !== new URL(url).origin)
      wrong.push(`request: ${request.url()}`);
  });
  await page.goto(url + path);
  await page.waitForFunction(() => document.documentElement.dataset.ready, null, { timeout: 30_000 });
  await settled(page);
  return { page, context, wrong };
}

/**
 * A browser and a server for all tests of a file, and `start`, which opens the page for one of them. Nothing
 * may go wrong in any: no error on the console, no request to anywhere else.
 */
export function suite() {
  const all = { browser: null, server: null, opened: null };
  before(async () => {
    [all.browser, all.server] = await Promise.all([launch(), serve()]);
  });
  after(async () => {
    await all.browser?.close();
    all.server?.close();
  });
  afterEach(async () => {
    const wrong = all.opened?.wrong ?? [];
    await all.opened?.context.close();
    all.opened = null;
    assert.deepEqual(wrong, []);
  });
  const start = async (options, path) => {
    all.opened = await open(all.browser, all.server.url, options, path);
    return all.opened.page;
  };
  return { all, start };
}

/** Waits until nothing is being searched, and every search has an answer or an error. */
export async function settled(page) {
  const answered = () =>
    page.waitForFunction(
      () => {
        const { app } = globalThis.wayline;
        if (app.solver?.busy ?? app.busy) return false;
        // A crowd is never done.
        if (!app.panes) return true;
        return app.unit ? app.unit.answer || app.unit.error : app.panes.every((pane) => pane.answer || pane.error);
      },
      null,
      { timeout: 30_000 },
    );
  await answered();
  // What was just asked for may begin with the next frame.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 30)))),
  );
  await answered();
}

/** The middle of a cell of the map, in the page's pixels, on a pane. */
export function spot(page, x, y, pane = 0) {
  return page.evaluate(
    ([x, y, pane]) => {
      const box = document.querySelectorAll(".overlay")[pane].getBoundingClientRect();
      const [px, py] = globalThis.wayline.app.view.pixel(x + 0.5, y + 0.5);
      return [box.left + px, box.top + py];
    },
    [x, y, pane],
  );
}

export async function drag(page, from, to) {
  await page.mouse.move(...(await spot(page, ...from)));
  await page.mouse.down();
  await page.mouse.move(...(await spot(page, ...to)), { steps: 8 });
  await page.mouse.up();
}

/** A map given as rows: # blocked, A and B the ends. */
export async function draw(page, rows) {
  await page.evaluate(async (rows) => {
    const { app } = globalThis.wayline;
    const text = `${rows.join("\n").replaceAll("A", "S").replaceAll("B", "G")}\n`;
    await app.load({ bytes: new TextEncoder().encode(text) });
    app.setAnimate(false);
    app.setPanes([{}]);
    app.search();
  }, rows);
  await settled(page);
}

/** What the page knows, for comparisons. */
export function state(page) {
  return page.evaluate(() => {
    const { app } = globalThis.wayline;
    const { answer, options, timeline } = app.pane;
    return {
      cost: answer?.cost ?? null,
      found: answer?.found ?? null,
      verified: answer?.verified ?? null,
      path: [...(answer?.path ?? [])],
      expanded: answer?.expanded,
      ends: app.ends,
      options,
      at: app.player.at,
      length: app.player.length,
      events: timeline?.length ?? 0,
      blocked: [...app.map.blocked].join(""),
      multipliers: [...app.map.multipliers].join(),
      width: app.map.width,
      height: app.map.height,
      panes: app.panes.map((pane) => pane.options),
      layers: [...app.layers].sort(),
      error: app.pane.error,
    };
  });
}
