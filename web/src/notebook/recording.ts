// A search that was recorded elsewhere, as a notebook hands it to the page: numbers as little-endian bytes, deflated,
// in base64.
import { MapModel } from "../map/model";
import type { Options } from "../pane";
import type { Events } from "../player/events";
import { endOf, type Trace } from "../share/posthoc";

/** What `Trace.to_html` of the Python package writes. */
export interface Recording {
  readonly width: number;
  readonly height: number;
  /** 32-bit floats, a cell each, row by row: what entering costs, zero where nothing can. */
  readonly costs: string;
  readonly from: number;
  readonly to: number;
  /** Of each event: its kind (8 bits), its cell, its parent's (32 bits), g and f (32-bit floats). */
  readonly events: Readonly<Record<"kinds" | "cells" | "parents" | "g" | "f", string>>;
  readonly missed: number;
  /** The path's cells, and what it costs; null without one. */
  readonly path: string;
  readonly cost: number | null;
  /** How the question can be asked again. */
  readonly options: Options;
}

/** What ground may cost here: the page's maps know no more. */
const [LEAST, MOST] = [1 / 256, 255];

/** The bytes of a text in base64, inflated. */
export async function inflated(text: string, format: CompressionFormat): Promise<ArrayBuffer> {
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream(format));
  return new Response(stream).arrayBuffer();
}

export async function opened(recording: Recording): Promise<{ model: MapModel; trace: Trace }> {
  const { width, height, from, to, missed, cost } = recording;
  const bytes = (text: string) => inflated(text, "deflate");
  const costs = new Float32Array(await bytes(recording.costs));
  const kinds = new Uint8Array(await bytes(recording.events.kinds));
  const events: Events = {
    kinds,
    cells: new Uint32Array(await bytes(recording.events.cells)),
    parents: new Uint32Array(await bytes(recording.events.parents)),
    g: new Float32Array(await bytes(recording.events.g)),
    f: new Float32Array(await bytes(recording.events.f)),
    length: kinds.length,
    missed,
  };
  const model = new MapModel(
    width,
    height,
    Uint8Array.from(costs, (value) => (value > 0 ? 0 : 1)),
    costs.map((value) => (value > 0 ? Math.min(MOST, Math.max(LEAST, value)) : 1)),
  );
  const end = endOf(new Uint32Array(await bytes(recording.path)), cost);
  return { model, trace: { width, height, from, to, events, end } };
}
