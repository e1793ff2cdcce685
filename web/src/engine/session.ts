// The engine in its worker, and the map that it holds: a twin of the page's model, kept in step edit
// by edit. A search cannot be interrupted by a message, so giving one up means a new worker.
import { EngineFailure, Wayline, type BodyClient, type MapClient } from "wayline/client";
import type { BodyOptions, Registry } from "wayline";
import { MapModel, type Edit } from "../map/model";

export { EngineFailure };

/** Opens a map in an engine: made by a generator, read from a file, or the page's own cells. */
export type Source = { spec: string } | { bytes: Uint8Array } | { model: MapModel };

/** From how many changed cells on a whole new set of cells is cheaper than edits. */
const MANY = 20_000;

export class Session {
  registry!: Registry;
  map!: MapClient;
  /** How often the worker was replaced: what was asked of an older one is void. */
  generation = 0;
  #wayline!: Wayline;

  static async open(): Promise<Session> {
    const session = new Session();
    session.#wayline = await Wayline.open();
    session.registry = await session.#wayline.algorithms();
    return session;
  }

  /** Loads a map and gives the page's model of it. On an error the map before stays. */
  async load(source: Source): Promise<{ model: MapModel; ends: [number, number] | null; hilly: boolean }> {
    const map = await openMap(this.#wayline, source);
    try {
      const model = "model" in source
        ? source.model
        : new MapModel(map.width, map.height, await map.blocked(), await map.multipliers());
      // A map with no free cell has no ends.
      const ends = await map.ends().then(([from, to]) => [from!, to!] as [number, number], () => null);
      void this.map?.free();
      this.map = map;
      const hilly = (await map.elevations()).some((elevation) => elevation !== 0);
      return { model, ends, hilly };
    } catch (error) {
      void map.free();
      throw error;
    }
  }

  /** Tells the engine of an edit that the model has seen already. All is asked at once: the worker keeps the order. */
  async edit(model: MapModel, edit: Edit, undone = false): Promise<void> {
    const blocked = undone ? edit.blockedBefore : edit.blockedAfter;
    const multiplier = undone ? edit.multiplierBefore : edit.multiplierAfter;
    const other = undone ? edit.multiplierAfter : edit.multiplierBefore;
    const { map } = this;
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
      const known = slower.get(multiplier[index]!) ?? [];
      known.push(cell);
      slower.set(multiplier[index]!, known);
    });
    for (const [value, cells] of slower) asked.push(map.setMultiplier(Uint32Array.from(cells), value));
    await Promise.all(asked);
  }

  body(options: BodyOptions): Promise<BodyClient> {
    return this.map.body(options);
  }

  /** Ends whatever is being searched: a new worker, with the same map. */
  async restart(model: MapModel): Promise<void> {
    this.generation++;
    this.#wayline.close();
    this.#wayline = await Wayline.open();
    this.map = await openMap(this.#wayline, { model });
  }
}

async function openMap(wayline: Wayline, source: Source): Promise<MapClient> {
  if ("spec" in source) return wayline.generate(source.spec);
  if ("bytes" in source) return wayline.read(source.bytes);
  const { model } = source;
  const map = await wayline.create(model.width, model.height);
  await map.setAllBlocked(model.blocked);
  const slower = new Map<number, number[]>();
  model.multipliers.forEach((multiplier, cell) => {
    if (multiplier === 1) return;
    const known = slower.get(multiplier) ?? [];
    known.push(cell);
    slower.set(multiplier, known);
  });
  for (const [multiplier, cells] of slower) await map.setMultiplier(Uint32Array.from(cells), multiplier);
  return map;
}
