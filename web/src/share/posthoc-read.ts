// Reads Posthoc traces of searches on grids: those that Wayline writes, at speed, and others as far as their
// events have a type, an id, x and y, as lines of YAML or as JSON. It is not a YAML parser: what it does not
// understand it refuses with the number of the line.

import type { Answer } from "wayline";
import { NONE } from "../player/events";
import type { Timeline } from "../player/timeline";
import { say } from "../words";
import { KIND_NAMES, type Trace } from "./posthoc";

/** What is wrong with a trace, as a sentence. */
export class TraceError extends Error {
  override name = "TraceError";
}

const MOST_EVENTS = 16_000_000;
const MOST_SIDE = 4096;
/** The most characters that are read. */
export const MOST_TEXT = 500_000_000;

const KINDS = new Map(Object.entries(KIND_NAMES).map(([kind, name]) => [name, Number(kind)]));
/** An event as Wayline writes it: the quick case. */
const OURS =
  /^- \{type: ([a-z]+), id: (\d+)(?:, pId: (\d+))?, x: (\d+), y: (\d+)(?:, g: ([\d.inf]+))?(?:, f: ([\d.inf]+))?\}$/;
const NOT_KEPT = /^# and (\d{1,15}) events more, not kept$/;

type Fields = Record<string, unknown>;

/** Throws a TraceError for anything that is not a trace of a search on a grid. */
export function readPosthoc(text: string): Trace {
  if (text.length > MOST_TEXT) throw new TraceError(say("trace.theTraceIsTooLong"));
  const reader = new Reader();
  if (/^\s*\{/.test(text)) readJson(text, reader);
  else readLines(text, reader);
  return reader.finish();
}

/** The algorithm of what was recorded elsewhere: whatever it was. */
export const TRACE = "trace";

/** What a trace says of the search that it is of; it was not ours, so nothing is promised of it. */
export function traceAnswer(timeline: Timeline, { from, to, end }: Trace, name: string): Answer & { name: string } {
  const path = end ? timeline.path(end.cell) : new Uint32Array(0);
  const { generated, reopened, largestOpen } = timeline.counts;
  return {
    algorithm: TRACE,
    name,
    from,
    to,
    found: end !== null,
    outcome: end ? "found" : "unreachable",
    limit: null,
    cost: end?.cost ?? null,
    steps: Math.max(0, path.length - 1),
    path,
    turns: path,
    anyAngle: false,
    expanded: timeline.expansions,
    generated,
    reopened,
    largestOpen,
    ms: 0,
    optimal: false,
    bound: null,
    verified: null,
    flaw: null,
  };
}

/** Takes events one by one. */
class Reader {
  #length = 0;
  #kinds = new Uint8Array(1024);
  /** Places are y * 4096 + x until the width is known. */
  #places = new Uint32Array(1024);
  #parents = new Uint32Array(1024);
  #g = new Float32Array(1024);
  #f = new Float32Array(1024);
  missed = 0;

  #from: number | null = null;
  #to: number | null = null;
  #end: Trace["end"] = null;
  #placeOf = new Map<string, number>();
  #columns = 0;
  #rows = 0;
  /** The width that all ids so far agree with, if they are Wayline's: (y + 1) * (width + 1) + x + 1. */
  #width: number | null = null;
  #agree = true;

  /** `where` names the event in errors. Parents must have come before their children. */
  take(
    type: string,
    id: string,
    parentId: string | undefined,
    x: number,
    y: number,
    g: number,
    f: number,
    where: string,
  ): void {
    const kind = KINDS.get(type);
    if (kind === undefined && type !== "source" && type !== "destination" && type !== "end") return;
    for (const side of [x, y]) {
      if (!(Number.isInteger(side) && side >= 0 && side < MOST_SIDE)) {
        throw new TraceError(say("trace.expectedXAndYFrom", { where, most: MOST_SIDE - 1 }));
      }
    }
    const place = y * MOST_SIDE + x;
    const known = this.#placeOf.get(id);
    if (known === undefined) this.#meet(id, x, y, place);
    else if (known !== place) throw new TraceError(say("trace.theIdWasAnotherCell", { where, id }));
    const parent = parentId === undefined ? NONE : this.#placeOf.get(parentId);
    if (parent === undefined) throw new TraceError(say("trace.itsParentHasNotBeen", { where, parentId }));
    if (type === "source") this.#from ??= place;
    else if (type === "destination") this.#to ??= place;
    else if (type === "end") this.#end = { cell: place, parent, cost: g };
    else this.#event(kind ?? 0, place, parent, g, f);
  }

  finish(): Trace {
    if (this.#length === 0 && this.#from === null) throw new TraceError(say("trace.theTraceHasNoEvents"));
    const width = this.#agree && this.#width !== null ? Math.max(this.#width, this.#columns) : this.#columns;
    const cell = (place: number) =>
      place === NONE ? NONE : Math.floor(place / MOST_SIDE) * width + (place % MOST_SIDE);
    const length = this.#length;
    const cells = this.#places.slice(0, length).map(cell);
    const last = length > 0 ? this.#places[length - 1] : NONE;
    return {
      width,
      height: this.#rows,
      from: cell(this.#from ?? this.#places[0]),
      to: cell(this.#to ?? this.#end?.cell ?? (last === NONE ? (this.#from ?? 0) : last)),
      events: {
        length,
        missed: this.missed,
        kinds: this.#kinds.slice(0, length),
        cells,
        parents: this.#parents.slice(0, length).map(cell),
        g: this.#g.slice(0, length),
        f: this.#f.slice(0, length),
      },
      end: this.#end && { ...this.#end, cell: cell(this.#end.cell), parent: cell(this.#end.parent) },
    };
  }

  /** A cell that was not seen before. */
  #meet(id: string, x: number, y: number, place: number): void {
    this.#placeOf.set(id, place);
    this.#columns = Math.max(this.#columns, x + 1);
    this.#rows = Math.max(this.#rows, y + 1);
    if (!this.#agree) return;
    const width = (Number(id) - x - 1) / (y + 1) - 1;
    this.#width ??= width;
    this.#agree = width === this.#width && Number.isInteger(width) && width > x && width <= MOST_SIDE;
  }

  #event(kind: number, place: number, parent: number, g: number, f: number): void {
    const at = this.#length;
    if (at === MOST_EVENTS) {
      this.missed++;
      return;
    }
    if (at === this.#kinds.length) this.#grow();
    [this.#kinds[at], this.#places[at], this.#parents[at]] = [kind, place, parent];
    [this.#g[at], this.#f[at]] = [g, f];
    this.#length++;
  }

  #grow(): void {
    const size = 2 * this.#length;
    const larger = <A extends Uint8Array | Uint32Array | Float32Array>(array: A, into: A): A => {
      into.set(array);
      return into;
    };
    this.#kinds = larger(this.#kinds, new Uint8Array(size));
    this.#places = larger(this.#places, new Uint32Array(size));
    this.#parents = larger(this.#parents, new Uint32Array(size));
    this.#g = larger(this.#g, new Float32Array(size));
    this.#f = larger(this.#f, new Float32Array(size));
  }
}

function readJson(text: string, reader: Reader): void {
  let trace: unknown;
  try {
    trace = JSON.parse(text);
  } catch (error) {
    throw new TraceError(say("trace.theTraceIsNotJSON", { message: (error as Error).message }));
  }
  const events = (trace as Fields).events;
  if (!Array.isArray(events)) throw new TraceError(say("trace.theTraceHasNoList"));
  events.forEach((event: unknown, index) => {
    if (typeof event !== "object" || event === null)
      throw new TraceError(say("trace.eventIsNotAnObject", { number: index + 1 }));
    takeFields(event as Fields, reader, say("trace.event", { number: index + 1 }));
  });
}

function readLines(text: string, reader: Reader): void {
  let inEvents = false;
  /** An event whose fields are on lines of their own, and the line it starts on. */
  let open: Fields | null = null;
  let started = 0;
  const close = () => {
    if (open) takeFields(open, reader, say("trace.line", { line: started }));
    open = null;
  };
  for (let at = 0, number = 1; at < text.length; number++) {
    const end = text.indexOf("\n", at);
    const line = text.slice(at, end < 0 ? text.length : end).trimEnd();
    at = end < 0 ? text.length : end + 1;
    if (!inEvents) {
      inEvents = /^events:\s*(#.*)?$/.test(line);
      continue;
    }
    const ours = OURS.exec(line);
    if (ours) {
      close();
      const [, type, id, parent, x, y, g, f] = ours;
      reader.take(
        type,
        id,
        parent,
        Number(x),
        Number(y),
        cost(g, 0),
        cost(f, cost(g, 0)),
        say("trace.line", { line: number }),
      );
      continue;
    }
    const missed = NOT_KEPT.exec(line);
    if (missed) reader.missed += Number(missed[1]);
    if (/^\s*(#.*)?$/.test(line)) continue;
    const item = /^\s*-\s+(.*)$/.exec(line);
    if (!item && /^\S/.test(line)) {
      close();
      inEvents = false;
      continue;
    }
    if (item) {
      close();
      [open, started] = [{}, number];
    }
    addFields(open, item ? item[1] : line.trim(), number);
  }
  close();
}

/** The fields of `{a: 1, b: 2}`, or of a line `a: 1`. */
function addFields(fields: Fields | null, text: string, line: number): void {
  const flow = /^\{(.*)\}(?:\s+#.*)?$/.exec(text);
  for (const part of flow ? flow[1].split(",") : [text]) {
    const field = /^\s*["']?([A-Za-z_$][\w$]*)["']?\s*:\s*(.*?)\s*(?:\s#.*)?$/.exec(part);
    if (!fields || !field) throw new TraceError(say("trace.lineIsNotAnEvent", { line, text: text.slice(0, 40) }));
    if (field[1] !== "__proto__") fields[field[1]] = field[2].replace(/^(["'])(.*)\1$/, "$2");
  }
}

function takeFields(fields: Fields, reader: Reader, where: string): void {
  const { type, id, pId, x, y, g, f } = fields;
  if (typeof type !== "string" || !isScalar(id)) throw new TraceError(say("trace.expectedAnEventWithA", { where }));
  const isParent = isScalar(pId) && pId !== "null" && pId !== "~" && pId !== "";
  const at = (value: unknown) => (isScalar(value) && value !== "" ? Number(value) : NaN);
  reader.take(
    type,
    String(id),
    isParent ? String(pId) : undefined,
    at(x),
    at(y),
    cost(g, 0),
    cost(f, cost(g, 0)),
    where,
  );
}

function isScalar(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** YAML knows `.inf`, and no other word for it. */
function cost(value: unknown, fallback: number): number {
  if (value === undefined || value === null) return fallback;
  const number = value === ".inf" ? Infinity : isScalar(value) && value !== "" ? Number(value) : NaN;
  return Number.isNaN(number) ? fallback : number;
}
