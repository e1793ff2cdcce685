export { presetRules, readRules } from "./rules.js";

/** Loads the module for rules of bodies, once. `source` is where it is, if not beside the JavaScript. */
export default function init(source?: string | URL): Promise<void>;
