// Every algorithm as a few lines, and which of them a search is at: that of the last recorded event, never of a timer.
// The lines are the engine's: the page's build takes them from the text beside the registry.

import text from "../../../crates/wayline/src/question/pseudocode.md?raw";
import { CLOSE, EXPAND, GENERATE, UPDATE } from "../player/events";

/** Where a search is: before its first event, at an event of a kind, or over. */
export type Moment = "begin" | "expand" | "generate" | "update" | "close" | "found" | "failed";

export interface Line {
  readonly moment: Moment | "";
  readonly level: number;
  readonly text: string;
}

/** The lines of each algorithm. */
export type Programs = Readonly<Record<string, readonly Line[]>>;

/** Reads the text: sections with the names of algorithms, in each a block of lines behind their moments. */
export function read(text: string): Programs {
  const sections = text.split("\n## ").slice(1);
  return Object.fromEntries(
    sections.flatMap((section) => {
      const [, names, code] = /^(.*)\n\n```text\n(.*?)\n```/s.exec(section) ?? [];
      const lines = code.split("\n").map((line) => ({
        moment: line.slice(0, 10).trim() as Moment | "",
        level: line.slice(10).search(/\S/) / 2,
        text: line.slice(10).trim(),
      }));
      return names.split(", ").map((name) => [name, lines]);
    }),
  );
}

export const PROGRAMS = read(text);

const MOMENTS: Readonly<Record<number, Moment>> = {
  [EXPAND]: "expand",
  [GENERATE]: "generate",
  [UPDATE]: "update",
  [CLOSE]: "close",
};

/** Where a recorded search is after this many of its events. */
export function momentAt(
  events: { kinds: Uint8Array; length: number; missed: number },
  position: number,
  found: boolean,
): Moment {
  if (position <= 0) return "begin";
  // The end of a recording that was cut is not the end.
  if (position >= events.length && events.missed === 0) return found ? "found" : "failed";
  return MOMENTS[events.kinds[position - 1]];
}

/** The line of a moment. A trace of another program may have events that our search has not: then that of expanding. */
export function lineAt(lines: readonly Line[], moment: Moment): number {
  const at = (wanted: Moment) => lines.findIndex(({ moment }) => moment === wanted);
  return at(moment) >= 0 ? at(moment) : at("expand");
}
