// For browsers, workers and bundlers: the module for OpenStreetMap is fetched from beside this file.
import load from "./osm.js";

export { readOsm } from "./osm.js";

let loaded;

/** Loads the module, once; what failed may be tried again. `source` is where it is, if not beside this file. */
export default function init(source = new URL("./osm_bg.wasm", import.meta.url)) {
  loaded ??= load({ module_or_path: source }).then(() => undefined);
  loaded.catch(() => { loaded = undefined; });
  return loaded;
}
