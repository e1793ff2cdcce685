// The four headings of units, as letters and in words.
import { say } from "../words";

export const HEADINGS = ["E", "N", "W", "S"] as const;
export const HEADING_NAMES = [say("unit.east"), say("unit.north"), say("unit.west"), say("unit.south")] as const;
