// The whole state of the page in the part of a link behind the #, which no server ever sees. What
// people may want to read or change is written in words; only painted cells are bytes.
//
//   v=1&map=maze:64x64:seed=1&from=3,4&to=60,60&algorithm=astar&2.algorithm=dijkstra&step=120
import { say } from "../words";
import { base64, bytesOf } from "./base64";
import { type Cells, type Changes, packCells, packChanges, unpackCells, unpackChanges } from "./cells";

/** Options of one search, by name: algorithm, heuristic, weight, and so on. */
export type PaneOptions = Record<string, string | number | boolean>;

export interface Shared {
  /** A generator's line, or the cells. */
  map: { spec: string } | Cells;
  /** Cells that were painted over what the generator made, as they are now. */
  edits?: Changes;
  /** Cells that are dangerous, and what entering each costs more: 1 to 255. */
  danger?: { cells: Uint32Array; danger: Uint8Array };
  /** The ends; null leaves them to the map. */
  from: number | null;
  to: number | null;
  /** 1 to 4 searches side by side. */
  panes: PaneOptions[];
  /** How many events have happened; null is all of them. */
  step: number | null;
  body?: { preset: string; footprint?: string; rules?: string; from: string; to: string };
  layers?: string;
  lesson?: string;
}

/** What is wrong with a link, as a sentence for the reader. */
export class LinkError extends Error {
  override name = "LinkError";
}

const VERSION = 1;
const MOST_SIDE = 4096;
const MOST_PANES = 4;
const MOST_OPTIONS = 64;
const MOST_LETTERS = 2000;
/** As long as the engine reads. */
const MOST_RULES = 1 << 18;
const MOST_LINK = 16 * 1024 * 1024;

/** Names with a meaning of their own; all others are options of a search. */
const RESERVED = new Set(
  "v map edits from to panes step body footprint rules bodyFrom bodyTo danger layers lesson".split(" "),
);

export async function encodeLink(shared: Shared): Promise<string> {
  const { map, edits, panes, body } = shared;
  const parts: [string, string][] = [];
  const put = (key: string, value: string | undefined) => value !== undefined && parts.push([key, value]);
  const size = "spec" in map ? sizeOf(map.spec) : checkedSize(map.width, map.height);
  if (edits && edits.cells.length > 0) {
    put("edits", `${edits.multipliers ? "ground" : "cells"}:${edits.cells.length}:${base64(packChanges(edits))}`);
  }
  if (shared.danger && shared.danger.cells.length > 0) {
    const { cells, danger } = shared.danger;
    // As ground would be: both are small numbers in patches.
    const packed = packChanges({
      cells,
      blocked: new Uint8Array(cells.length),
      multipliers: Float32Array.from(danger),
    });
    put("danger", `${cells.length}:${base64(packed)}`);
  }
  const cell = (number: number | null) =>
    number === null ? undefined : size ? `${number % size.width},${Math.floor(number / size.width)}` : String(number);
  put("from", cell(shared.from));
  put("to", cell(shared.to));
  if (panes.length > 1) put("panes", String(panes.length));
  panes.forEach((options, pane) => {
    for (const [name, value] of Object.entries(options)) {
      const prefix = pane === 0 && !RESERVED.has(name) ? "" : `${pane + 1}.`;
      put(prefix + name, written(value));
    }
  });
  if (shared.step !== null) put("step", String(shared.step));
  put("body", body?.preset);
  put("footprint", body?.footprint);
  put("rules", body?.rules);
  put("bodyFrom", body?.from);
  put("bodyTo", body?.to);
  put("layers", shared.layers);
  put("lesson", shared.lesson);
  const rest = parts.map(([key, value]) => `&${key}=${escaped(value)}`).join("");
  const link = (map: string) => `v=${VERSION}&map=${map}${rest}`;
  // What would be refused when it is opened is better refused now.
  if ("spec" in map) {
    await decodeLink(link(escaped(map.spec)));
    return link(escaped(map.spec));
  }
  const { width, height } = map;
  await decodeLink(link(`open:${width}x${height}`));
  return link(`${map.multipliers ? "ground" : "cells"}:${width}x${height}:${base64(packCells(map))}`);
}

/** Throws a LinkError, and nothing else, for anything that is not a link of ours. */
export async function decodeLink(fragment: string): Promise<Shared> {
  const link = new Link(fragment);
  const version = link.whole("v", 1, 1e9) ?? VERSION;
  if (version > VERSION) throw new LinkError(say("link.thisLinkWasMadeBy"));
  const map = readMap(link.need("map"));
  const size = "spec" in map ? sizeOf(map.spec) : map;
  const edits = readEdits(link.take("edits"), map, size);
  const danger = readDanger(link.take("danger"), size);
  const from = readCell("from", link.take("from"), size);
  const to = readCell("to", link.take("to"), size);
  const step = link.whole("step", 0, 0xffffffff);
  const body = readBody(link);
  const [layers, lesson] = [link.take("layers"), link.take("lesson")];
  const panes = link.panes();
  return {
    map,
    ...(edits && { edits }),
    ...(danger && { danger }),
    from,
    to,
    panes,
    step,
    ...(body && { body }),
    ...(layers !== undefined && { layers }),
    ...(lesson !== undefined && { lesson }),
  };
}

/** The parts of a link by name, taken one by one; what is left are options. */
class Link {
  readonly #parts = new Map<string, string>();

  constructor(fragment: string) {
    if (fragment.length > MOST_LINK) throw new LinkError(say("link.thisLinkIsTooLong"));
    for (const part of fragment.replace(/^#/, "").split("&")) {
      if (part === "") continue;
      const equals = part.indexOf("=");
      if (equals < 1) throw new LinkError(say("link.thisLinkIsDamagedHas", { part: short(part) }));
      const key = part.slice(0, equals);
      if (!/^([1-9]\.)?[a-zA-Z][a-zA-Z0-9-]*$/.test(key))
        throw new LinkError(say("link.thisLinkIsDamagedIs", { key: short(key) }));
      if (this.#parts.has(key)) throw new LinkError(say("link.thisLinkIsDamagedIt", { key: short(key) }));
      this.#parts.set(key, unescaped(part.slice(equals + 1)));
    }
  }

  take(key: string): string | undefined {
    const value = this.#parts.get(key);
    this.#parts.delete(key);
    return value;
  }

  need(key: string): string {
    const value = this.take(key);
    if (value === undefined)
      throw new LinkError(key === "map" ? say("link.thisLinkDoesNotSay") : say("link.thisLinkDoesNotSay2", { key }));
    return value;
  }

  whole(key: string, least: number, most: number): number | null {
    const text = this.take(key);
    return text === undefined ? null : wholeNumber(key, text, least, most);
  }

  /** Everything that is left. */
  panes(): PaneOptions[] {
    const count = this.whole("panes", 1, MOST_PANES) ?? 1;
    const panes: PaneOptions[] = Array.from({ length: count }, () => ({}));
    for (const [key, text] of this.#parts) {
      const [pane, name] = key.includes(".") ? [Number(key[0]), key.slice(2)] : [1, key];
      if (pane > count) throw new LinkError(say("link.thisLinkIsDamagedIt2", { count, pane }));
      if (text.length > MOST_LETTERS) throw new LinkError(say("link.thisLinksValueOfIs", { name: short(name) }));
      const options = panes[pane - 1];
      if (Object.keys(options).length === MOST_OPTIONS) throw new LinkError(say("link.thisLinkHasTooMany"));
      if (Object.hasOwn(options, name)) throw new LinkError(say("link.thisLinkIsDamagedIt3", { name: short(name) }));
      options[name] = readValue(text);
    }
    return panes;
  }
}

function readMap(text: string): Shared["map"] {
  const cells = /^(cells|ground):(\d{1,4})x(\d{1,4}):(.*)$/s.exec(text);
  if (!cells) {
    if (text.length > 200 || !/^[a-z][a-z0-9-]*(:[\w.=x+-]+)*$/.test(text)) {
      throw new LinkError(say("link.thisLinksMapIsNot", { text: short(text) }));
    }
    sizeOf(text);
    return { spec: text };
  }
  const { width, height } = checkedSize(Number(cells[2]), Number(cells[3]));
  const bytes = bytesOf(cells[4]);
  const map = bytes && unpackCells(bytes, width, height, cells[1] === "ground");
  if (!map) throw new LinkError(say("link.thisLinksMapIsDamaged"));
  return map;
}

function readEdits(text: string | undefined, map: Shared["map"], size: Size | null): Changes | null {
  if (text === undefined) return null;
  const edits = /^(cells|ground):(\d{1,8}):(.*)$/s.exec(text);
  if (!edits || !size || !("spec" in map)) throw new LinkError(say("link.thisLinksEditsAreDamaged"));
  const [count, most] = [Number(edits[2]), size.width * size.height];
  const bytes = count >= 1 && count <= most ? bytesOf(edits[3]) : null;
  const changes = bytes && unpackChanges(bytes, count, edits[1] === "ground", most);
  if (!changes) throw new LinkError(say("link.thisLinksEditsAreDamaged2"));
  return changes;
}

function readDanger(text: string | undefined, size: Size | null): Shared["danger"] | null {
  if (text === undefined) return null;
  const parts = /^(\d{1,8}):(.*)$/s.exec(text);
  const [count, most] = [Number(parts?.[1]), size ? size.width * size.height : 0];
  const bytes = parts && count >= 1 && count <= most ? bytesOf(parts[2]) : null;
  const changes = bytes && unpackChanges(bytes, count, true, most);
  if (!changes?.multipliers?.every((danger) => Number.isInteger(danger)))
    throw new LinkError(say("link.thisLinksDangerIsDamaged"));
  return { cells: changes.cells, danger: Uint8Array.from(changes.multipliers) };
}

function readCell(name: string, text: string | undefined, size: Size | null): number | null {
  if (text === undefined) return null;
  const [x, y, ...more] = text.split(",");
  if (more.length > 0 || (y !== undefined && !size))
    throw new LinkError(say("link.thisLinksIsNotA", { name, text: short(text) }));
  const cells = size ? size.width * size.height : MOST_SIDE * MOST_SIDE;
  if (!size || y === undefined) return wholeNumber(name, x, 0, cells - 1);
  return wholeNumber(name, y, 0, size.height - 1) * size.width + wholeNumber(name, x, 0, size.width - 1);
}

function readBody(link: Link): Shared["body"] {
  const preset = link.take("body");
  const [footprint, from, to] = [link.take("footprint"), link.take("bodyFrom"), link.take("bodyTo")];
  const rules = link.take("rules");
  const parts = [preset, footprint, from, to].filter((part) => part !== undefined);
  if (parts.some((part) => part.length > MOST_LETTERS) || (rules?.length ?? 0) > MOST_RULES)
    throw new LinkError(say("link.thisLinksBodyIsToo"));
  if (preset === undefined && parts.length === 0) return undefined;
  if (preset === undefined || from === undefined || to === undefined) {
    throw new LinkError(say("link.thisLinkHasOnlyA"));
  }
  return { preset, ...(footprint !== undefined && { footprint }), ...(rules !== undefined && { rules }), from, to };
}

type Size = { width: number; height: number };

/** The size in a generator's line; null if it has none. */
function sizeOf(spec: string): Size | null {
  const size = /^[^:]*:(\d{1,9})x(\d{1,9})(:|$)/.exec(spec);
  return size && checkedSize(Number(size[1]), Number(size[2]));
}

function checkedSize(width: number, height: number): Size {
  if (Math.min(width, height) < 1 || Math.max(width, height) > MOST_SIDE) {
    throw new LinkError(say("link.thisLinksMapOfX", { width, height, most: MOST_SIDE }));
  }
  return { width, height };
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (!(number >= least && number <= most)) {
    throw new LinkError(say("link.thisLinksIsOutOf", { name: short(name), text: short(text) }));
  }
  return number;
}

/** Numbers and booleans as they are; text that looks like one gets a mark. */
function written(value: string | number | boolean): string {
  return typeof value === "string" && (value.startsWith("~") || readValue(value) !== value)
    ? `~${value}`
    : String(value);
}

function readValue(text: string): string | number | boolean {
  if (text.startsWith("~")) return text.slice(1);
  if (text === "true" || text === "false") return text === "true";
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text) && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** Keeps what is harmless in a link readable. */
function escaped(text: string): string {
  // Halves of a pair of surrogates are not text.
  const tame = encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, "\ufffd"));
  return tame
    .replace(/%(3A|2C|3D|2F)/g, decodeURIComponent)
    .replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new LinkError(say("link.thisLinkIsDamagedIt4"));
  }
}

function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
