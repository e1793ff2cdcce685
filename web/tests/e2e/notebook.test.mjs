// The page as one file, as `Trace.to_html` of the Python package writes it: from a file, with nothing to fetch.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { deflateSync } from "node:zlib";
import { record, WaylineMap } from "../../../crates/wayline-wasm/pkg/node.js";
import { DESKTOP, launch, settled } from "./browser.mjs";

const PAGE = fileURLToPath(new URL("../../dist-notebook/notebook.html", import.meta.url));
const PLACE = '<script type="application/json" id="recording">null</script>';
const folder = mkdtempSync(join(tmpdir(), "wayline-"));
let browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

/** A search on a map of mud and walls, as the Python package would write it. */
function recording() {
  const map = WaylineMap.read(new TextEncoder().encode("S...#....\n.##.#.##.\n......#.G\n"));
  map.setMultiplier(Uint32Array.of(19, 20), 3);
  const [from, to] = [0, 26];
  const { events, ...answer } = record(map, { algorithm: "astar", from, to, moves: 4 }, {});
  const packed = (array) =>
    deflateSync(new Uint8Array(array.buffer, array.byteOffset, array.byteLength)).toString("base64");
  const multipliers = map.multipliers();
  const costs = Float32Array.from(map.blocked(), (blocked, cell) => (blocked ? 0 : multipliers[cell]));
  const { kinds, cells, parents, g, f } = events;
  return {
    answer,
    text: JSON.stringify({
      width: map.width,
      height: map.height,
      costs: packed(costs),
      from,
      to,
      events: { kinds: packed(kinds), cells: packed(cells), parents: packed(parents), g: packed(g), f: packed(f) },
      missed: 0,
      path: packed(answer.path),
      cost: answer.cost,
      options: { algorithm: "astar", moves: 4 },
    }),
  };
}

/** Opens a file, perhaps in a frame of another; nothing may be asked of any network. */
async function shown(file, framed = false) {
  const context = await browser.newContext({ ...DESKTOP, reducedMotion: "reduce" });
  const page = await context.newPage();
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(error.stack));
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("request", (request) => /^(https?|ws)/.test(request.url()) && wrong.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  const frame = framed ? page.frames()[1] : page.mainFrame();
  await frame.waitForFunction(() => document.documentElement.dataset.ready, null, { timeout: 30_000 });
  return { page, frame, context, wrong };
}

const inside = (frame) =>
  frame.evaluate(() => {
    const { app } = globalThis.wayline;
    const { answer, timeline, options } = app.pane;
    return {
      algorithm: answer?.algorithm,
      cost: answer?.cost,
      path: [...(answer?.path ?? [])],
      events: timeline?.length,
      blocked: app.map.freeCells,
      mud: app.map.multipliers[19],
      moves: options.moves,
      position: document.querySelector(".position").textContent,
      complaint: app.complaint,
    };
  });

async function holds(file, expected, framed = false) {
  const { page, frame, context, wrong } = await shown(file, framed);
  const first = await inside(frame);
  assert.deepEqual(
    { cost: first.cost, path: first.path, complaint: first.complaint, algorithm: first.algorithm },
    { cost: expected.cost, path: [...expected.path], complaint: null, algorithm: "trace" },
  );
  assert.equal(first.mud, 3);
  assert.ok(first.events > 10);
  // Play, step back; then an end is moved, and the engine in the page answers.
  await frame.evaluate(() => globalThis.wayline.app.player.seek(3));
  assert.match((await inside(frame)).position, /^event 3 of /);
  await frame.evaluate(() => globalThis.wayline.app.setEnd(1, 8));
  await settled(frame);
  const moved = await inside(frame);
  assert.equal(moved.algorithm, "astar");
  assert.equal(moved.path.at(-1), 8);
  await page.screenshot({
    path: fileURLToPath(new URL(`../../shots/notebook${framed ? "-frame" : ""}.png`, import.meta.url)),
  });
  assert.deepEqual(wrong, []);
  await context.close();
}

test("a recorded search in one file plays, and goes on with the engine in it", async () => {
  const { text, answer } = recording();
  const file = join(folder, "search.html");
  writeFileSync(
    file,
    readFileSync(PAGE, "utf8").replace(PLACE, () => PLACE.replace("null", text)),
  );
  await holds(file, answer);
});

test("the same in a frame of a notebook", async () => {
  const { text, answer } = recording();
  const page = readFileSync(PAGE, "utf8").replace(PLACE, () => PLACE.replace("null", text));
  const file = join(folder, "notebook.html");
  const escaped = page.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><title>Notebook</title><div><iframe srcdoc="${escaped}" style="width: 100%; height: 480px"></iframe></div>`,
  );
  await holds(file, answer, true);
});

/** A Python that has the package, if `./test python` has made one, or PYTHON names it. */
const python = [
  process.env.PYTHON,
  ...["3.13", "3.12", "3.11", "3.10"].map((version) =>
    join(
      process.env.CARGO_TARGET_DIR ?? fileURLToPath(new URL("../../../target", import.meta.url)),
      "python",
      version,
      "bin/python",
    ),
  ),
].find((path) => path && existsSync(path));

const PROGRAM = `
import sys
try:
    import wayline as wl
    from wayline._wayline import _page
except ImportError:
    sys.exit(3)
if _page() is None: sys.exit(3)
grid = wl.Grid.from_rows(["....#....", ".##.#.##.", ".33...#.."], moves=4)
trace = grid.trace((0, 0), (2, 8), algorithm="astar")
trace.to_html(sys.argv[1])
print(trace.answer.cost)
print(*(row * 9 + column for row, column in trace.answer.cells.tolist()))
`;

test("what Python writes", {
  skip: python ? false : "no Python with the package: run ./test python first",
}, async (t) => {
  const file = join(folder, "python.html");
  let said;
  try {
    said = execFileSync(python, ["-c", PROGRAM, file], { encoding: "utf8" }).split("\n");
  } catch (error) {
    if (error.status === 3) return t.skip("the package was not built, or before the page");
    throw error;
  }
  await holds(file, { cost: Number(said[0]), path: said[1].split(" ").map(Number) });
});
