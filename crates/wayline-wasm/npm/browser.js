// For browsers, workers and bundlers: modules are fetched from beside this file, when they are needed.
import loadEngine, { WaylineMap } from "./engine.js";
import loadBodies from "./bodies.js";
import loadPictures, { decode, encode } from "./pictures.js";
import { picturesBy } from "./pictures-by.js";

export { WaylineMap, algorithms, judge, record, solve, version } from "./engine.js";
export { WaylineBody, WaylineReplanner } from "./bodies.js";

/** Loads a module, once; what failed may be tried again. */
function once(load, beside) {
  let loaded;
  return (source = beside()) => {
    loaded ??= load({ module_or_path: source }).then(() => undefined);
    loaded.catch(() => { loaded = undefined; });
    return loaded;
  };
}

/** Loads the engine, once. `source` is where the module is, if not beside this file. */
export const init = once(loadEngine, () => new URL("./engine_bg.wasm", import.meta.url));
/** Loads what bodies need, once: before the first is made. */
export const initBodies = once(loadBodies, () => new URL("./bodies_bg.wasm", import.meta.url));
const initPictures = once(loadPictures, () => new URL("./pictures_bg.wasm", import.meta.url));

export const { readPicture, writePicture } = picturesBy(initPictures, { decode, encode }, WaylineMap);
