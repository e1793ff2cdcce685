export { WaylineCrowd } from "./crowds.js";
export type { CrowdTick } from "./crowds.js";

/** Loads the module for crowds, once. `source` is where it is, if not beside the JavaScript. */
export default function init(source?: string | URL): Promise<void>;
