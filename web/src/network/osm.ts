// Maps of OpenStreetMap: read in a worker by a module of their own, and handed on as lines. Loaded with the first.
import type { Streets } from "wayline/osm";
import { Caller } from "../engine/calls";

export interface Calls {
  read(bytes: Uint8Array, profile: string): Streets;
}

export async function streetsOf(bytes: Uint8Array, profile: string): Promise<Streets> {
  const engine = new Caller<Calls>(() => new Worker(new URL("./osm-worker.ts", import.meta.url), { type: "module" }));
  try {
    return await engine.call("read", bytes, profile);
  } finally {
    // A map takes much memory, and the next one is seldom: nothing is kept.
    engine.close();
  }
}
