// The engine in its worker, and the map that it holds: a twin of the page's model, kept in step edit
// by edit. A search cannot be interrupted by a message, so giving one up means a new worker.

import type { BodyOptions, Registry, SolveOptions } from "wayline";
import { type BodyClient, EngineFailure, type MapClient, Wayline } from "wayline/client";
import { type Edit, MapModel } from "../map/model";

export { EngineFailure };

/** Opens a map in an engine: made by a generator, read from a file, the page's own cells, or another size of the map there is. */
export type Source = { spec: string } | { bytes: Uint8Array } | { model: MapModel } | { resized: [number, number] };

/** A map that the engine holds, and the page's model of it. */
export interface Loaded {
  client: MapClient;
  model: MapModel;
  /** Where a search may begin and end; null without a free cell. */
  ends: [number, number] | null;
  elevations: Int32Array;
}

/** From how many changed cells on a whole new set of cells is cheaper than edits. */
const MANY = 20_000;

export class Session {
  #registry!: Registry;
  #map!: MapClient;
  #generation = 0;
  #wayline!: Wayline;
  /** Empty on even ground. */
  #elevations = new Int32Array(0);
  #restarting: Promise<void> | null = null;
  /** What was run already in this worker, and the map that it was run on. */
  readonly #warm = new Set<string>();
  #tiny: Promise<MapClient> | null = null;

  private constructor(readonly engine: () => Promise<Wayline>) {}

  static async open(engine = () => Wayline.open()): Promise<Session> {
    const session = new Session(engine);
    session.#wayline = await engine();
    session.#registry = await session.#wayline.algorithms();
    return session;
  }

  get registry(): Registry {
    return this.#registry;
  }
  /** By cell; empty on even ground. */
  get elevations(): Int32Array {
    return this.#elevations;
  }
  get map(): MapClient {
    return this.#map;
  }
  /** How often the worker was replaced: what was asked of an older one is void. */
  get generation(): number {
    return this.#generation;
  }

  /** Loads a map. It is used once it is adopted; on an error the map before stays. */
  async load(source: Source): Promise<Loaded> {
    await this.ready();
    const client =
      "resized" in source ? await this.#map.resized(...source.resized) : await openMap(this.#wayline, source);
    try {
      const model =
        "model" in source
          ? source.model
          : new MapModel(client.width, client.height, await client.blocked(), await client.multipliers());
      const ends = await client.ends().then(
        ([from, to]) => [from, to] as [number, number],
        () => null,
      );
      const elevations = await client.elevations();
      return {
        client,
        model,
        ends,
        elevations: elevations.some((elevation) => elevation !== 0) ? elevations : new Int32Array(0),
      };
    } catch (error) {
      forget(client);
      throw error;
    }
  }

  /** From here on this is the map. */
  adopt({ client, elevations }: Loaded): void {
    if (this.#map) forget(this.#map);
    this.#map = client;
    this.#elevations = elevations as Int32Array<ArrayBuffer>;
  }

  /** Waits while the worker is being replaced. */
  async ready(): Promise<void> {
    await this.#restarting;
  }

  /** Reports an edit to the engine that the model has seen already. All is asked at once: the worker keeps the order. */
  async edit(model: MapModel, edit: Edit, undone = false): Promise<void> {
    const blocked = undone ? edit.blockedBefore : edit.blockedAfter;
    const multiplier = undone ? edit.multiplierBefore : edit.multiplierAfter;
    const other = undone ? edit.multiplierAfter : edit.multiplierBefore;
    const map = this.#map;
    const asked: Promise<unknown>[] = [];
    if (edit.cells.length > MANY) asked.push(map.setAllBlocked(model.blocked));
    else {
      for (const to of [0, 1]) {
        const cells = edit.cells.filter((_, index) => blocked[index] === to);
        if (cells.length > 0) asked.push(map.setBlocked(cells, to === 1));
      }
    }
    const slower = new Map<number, number[]>();
    edit.cells.forEach((cell, index) => {
      if (multiplier[index] === other[index]) return;
      const known = slower.get(multiplier[index]) ?? [];
      known.push(cell);
      slower.set(multiplier[index], known);
    });
    for (const [value, cells] of slower) asked.push(map.setMultiplier(Uint32Array.from(cells), value));
    // If the worker was replaced meanwhile, the new one was given the model as it is.
    await Promise.all(asked).catch((error: unknown) => {
      if (!(error instanceof EngineFailure)) throw error;
    });
  }

  /**
   * Runs a question on a tiny map once, so that the first search on a real one is not the time it takes the browser
   * to compile the engine's code.
   */
  async warmUp(question: SolveOptions): Promise<void> {
    const { algorithm, open } = question;
    const key = `${this.#generation} ${algorithm} ${open}`;
    if (this.#warm.has(key)) return;
    this.#warm.add(key);
    this.#tiny ??= this.#wayline.create(12, 12);
    const tiny = await this.#tiny;
    await tiny.solve({ ...question, from: 0, to: 143 });
  }

  /** Asks about a copy of the map about which nothing was asked yet: everything has to be derived again. */
  async solveFresh(question: SolveOptions): Promise<{ ms: number; totalMs: number }> {
    const { width, height } = this.#map;
    const copy = await this.#map.resized(width, height);
    try {
      return await copy.solve(question);
    } finally {
      forget(copy);
    }
  }

  body(options: BodyOptions): Promise<BodyClient> {
    return this.#map.body(options);
  }

  /** Ends whatever is being searched: a new worker, with the same map. */
  restart(model: MapModel): Promise<void> {
    this.#restarting ??= this.#replace(model).finally(() => {
      this.#restarting = null;
    });
    return this.#restarting;
  }

  async #replace(model: MapModel): Promise<void> {
    this.#generation++;
    this.#tiny = null;
    this.#wayline.close();
    this.#wayline = await this.engine();
    let version: number;
    do {
      version = model.version;
      this.#map = await openMap(this.#wayline, { model });
      for (const [elevation, cells] of grouped(this.#elevations, 0)) await this.#map.setElevation(cells, elevation);
      // Painted on meanwhile: once more.
    } while (version !== model.version);
  }
}

/** Frees a map or a body that is not needed any more; a worker that is gone has forgotten it already. */
export function forget(thing: { free(): Promise<void> }): void {
  thing.free().catch(() => {});
}

/** The cells of each value, but for the usual one. */
function grouped(values: ArrayLike<number>, usual: number): Map<number, Uint32Array> {
  const cells = new Map<number, number[]>();
  for (let cell = 0; cell < values.length; cell++) {
    const value = values[cell];
    if (value === usual) continue;
    const known = cells.get(value);
    if (known) known.push(cell);
    else cells.set(value, [cell]);
  }
  return new Map([...cells].map(([value, list]) => [value, Uint32Array.from(list)]));
}

/** The same map in an engine, this one or another. */
export async function openMap(wayline: Wayline, source: Exclude<Source, { resized: unknown }>): Promise<MapClient> {
  if ("spec" in source) return wayline.generate(source.spec);
  if ("bytes" in source) return wayline.read(source.bytes);
  const { model } = source;
  const map = await wayline.create(model.width, model.height);
  await map.setAllBlocked(model.blocked);
  for (const [multiplier, cells] of grouped(model.multipliers, 1)) await map.setMultiplier(cells, multiplier);
  return map;
}
