// For Node: modules are read from beside this file, so everything works at once.
import { readFileSync } from "node:fs";
import { WaylineMap, initSync as startEngine } from "./engine.js";
import { initSync as startBodies } from "./bodies.js";
import { decode, encode, initSync as startPictures } from "./pictures.js";
import { picturesBy } from "./pictures-by.js";

export { WaylineMap, algorithms, judge, record, solve, version } from "./engine.js";
export { WaylineBody, WaylineReplanner } from "./bodies.js";

const bytes = (name) => ({ module: readFileSync(new URL(`./${name}_bg.wasm`, import.meta.url)) });
startEngine(bytes("engine"));
startBodies(bytes("bodies"));

/** Nothing to wait for; the same as in a browser, so that one program runs in both. */
export async function init() {}
export async function initBodies() {}

// Starting it twice does nothing.
export const { readPicture, writePicture } =
  picturesBy(async () => startPictures(bytes("pictures")), { decode, encode }, WaylineMap);
