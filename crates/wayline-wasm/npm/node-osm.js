// For Node: the module for OpenStreetMap is read from beside this file, so everything works at once.
import { readFileSync } from "node:fs";
import { initSync } from "./osm.js";

export { readOsm } from "./osm.js";

initSync({ module: readFileSync(new URL("./osm_bg.wasm", import.meta.url)) });

/** Nothing to wait for; the same as in a browser, so that one program runs in both. */
export default async function init() {}
