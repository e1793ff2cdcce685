export { WaylineNetwork } from "./networks.js";
export type { NetworkAnswer, NetworkParts, NetworkRecording, Reached } from "./networks.js";

/** Loads the module for networks, once. `source` is where it is, if not beside the JavaScript. */
export default function init(source?: string | URL): Promise<void>;
