// What a search did, event by event, and what each kind of event makes of a node.

/** No node: the parent of a start. */
export const NONE = 0xffffffff;

/** A recording as the engine writes it: entry i of each array belongs to event i. */
export type { Events } from "wayline";

/** Kinds of events. */
export const EXPAND = 0;
export const GENERATE = 1;
export const UPDATE = 2;
export const CLOSE = 3;

/** States of a node. */
export const UNTOUCHED = 0;
export const OPEN = 1;
export const CLOSED = 2;

/** The state of a node by the kind of its last event: what is expanded has left the open list. */
export const STATE_AFTER = Uint8Array.of(CLOSED, OPEN, OPEN, CLOSED);
