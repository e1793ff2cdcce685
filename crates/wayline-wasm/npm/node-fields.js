// For Node: the module for fields is read from beside this file, so everything works at once.
import { readFileSync } from "node:fs";
import { initSync } from "./fields.js";

export { WaylineField } from "./fields.js";

initSync({ module: readFileSync(new URL("./fields_bg.wasm", import.meta.url)) });

/** Nothing to wait for; the same as in a browser, so that one program runs in both. */
export default async function init() {}
