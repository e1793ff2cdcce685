export { WaylineField } from "./fields.js";
export type { Field } from "./fields.js";

/** Loads the module for fields, once. `source` is where it is, if not beside the JavaScript. */
export default function init(source?: string | URL): Promise<void>;
