export { readOsm } from "./osm.js";
export type { Streets } from "./osm.js";

/** Loads the module for OpenStreetMap, once. `source` is where it is, if not beside the JavaScript. */
export default function init(source?: string | URL): Promise<void>;
