// The package's answers to a thousand questions are the native engine's: `answers.rs` holds that to the
// same number.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import * as wayline from "../pkg/node.js";
import { answers } from "./cases.mjs";

test("a thousand random maps have the same answers as natively", () => {
  const { questions, found, hash } = answers(wayline, 1000, 1);
  const written = readFileSync(new URL("./answers.txt", import.meta.url), "utf8").trim();
  assert.equal(`${questions} questions, ${found} found: ${hash}`, written);
});
