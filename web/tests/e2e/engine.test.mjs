// The engine in Chromium answers as it does natively: a thousand random maps, every algorithm, and bodies.
// The number of all answers is that of crates/wayline-wasm/tests/answers.txt, to which the native engine
// is held by answers.rs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch, serveFiles } from "./browser.mjs";

const PACKAGE = fileURLToPath(new URL("../../../crates/wayline-wasm", import.meta.url));

test("a thousand random maps have the same answers as natively", async () => {
  const [browser, server] = await Promise.all([launch(), serveFiles("/", PACKAGE)]);
  try {
    const page = await browser.newPage();
    // Any file of the folder does: what matters is where it comes from.
    await page.goto(`${server.url}tests/answers.txt`);
    const result = await page.evaluate(async () => {
      const wayline = await import("/pkg/browser.js");
      await Promise.all([wayline.init(), wayline.initBodies()]);
      const { answers } = await import("/tests/cases.mjs");
      const { questions, found, hash } = answers(wayline, 1000, 1);
      return `${questions} questions, ${found} found: ${hash}`;
    });
    assert.equal(result, readFileSync(`${PACKAGE}/tests/answers.txt`, "utf8").trim());
  } finally {
    await browser.close();
    server.close();
  }
});
