// For Node: the module for rules is read from beside this file, so everything works at once.
import { readFileSync } from "node:fs";
import { initSync } from "./rules.js";

export { presetRules, readRules } from "./rules.js";

initSync({ module: readFileSync(new URL("./rules_bg.wasm", import.meta.url)) });

/** Nothing to wait for; the same as in a browser, so that one program runs in both. */
export default async function init() {}
