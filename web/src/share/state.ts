// The page's state as what a link holds, and back.

import type { App, Layer } from "../app";
import { MapModel } from "../map/model";
import { DEFAULT_OPTIONS, type Options } from "../pane";
import { Unit } from "../unit/unit";
import { say } from "../words";
import type { Shared } from "./link";

/** Up to this share of the cells, what was painted is written as changes to what the generator made. */
const FEW = 0.1;

export function sharedState(app: App): Shared {
  const { unit } = app;
  return {
    ...sharedMap(app),
    from: app.ends?.[0] ?? null,
    to: app.ends?.[1] ?? null,
    // Only what differs from the usual is written.
    panes: app.panes.map(
      ({ options }) =>
        Object.fromEntries(
          Object.entries(options).filter(
            ([name, value]) => name === "algorithm" || value !== DEFAULT_OPTIONS[name as keyof Options],
          ),
        ) as Shared["panes"][number],
    ),
    step: app.player.at < app.player.length ? (app.timelines[0]?.position ?? null) : null,
    layers: [...app.layers].join("."),
    ...(app.map.dangerous ? { danger: sharedDanger(app.map) } : {}),
    ...(app.lesson ? { lesson: app.lesson } : {}),
    ...(unit ? { body: unit.shared() } : {}),
  };
}

function sharedDanger({ danger }: MapModel): Shared["danger"] {
  const cells = Uint32Array.from(danger.keys()).filter((cell) => danger[cell] > 0);
  return { cells, danger: Uint8Array.from(cells, (cell) => danger[cell]) };
}

function sharedMap({ map, made }: App): Pick<Shared, "map" | "edits"> {
  const { width, height, blocked, multipliers, weighted } = map;
  const whole = { map: { width, height, blocked, multipliers: weighted ? multipliers : null } };
  if (!made) return whole;
  // Never painted on: nothing to compare.
  if (map.version === 0) return { map: { spec: made.spec } };
  const changed = Uint32Array.from(made.blocked.keys()).filter(
    (cell) => made.blocked[cell] !== blocked[cell] || made.multipliers[cell] !== multipliers[cell],
  );
  if (changed.length === 0) return { map: { spec: made.spec } };
  if (changed.length > FEW * blocked.length) return whole;
  const slowed = changed.some((cell) => made.multipliers[cell] !== multipliers[cell]);
  return {
    map: { spec: made.spec },
    edits: {
      cells: changed,
      blocked: Uint8Array.from(changed, (cell) => blocked[cell]),
      multipliers: slowed ? Float32Array.from(changed, (cell) => multipliers[cell]) : null,
    },
  };
}

/** Shows what a link holds. On an error the map stays as it was. */
export async function showShared(app: App, shared: Shared): Promise<void> {
  const { map, edits, from, to, body } = shared;
  const source =
    "spec" in map
      ? { spec: map.spec }
      : { model: new MapModel(map.width, map.height, map.blocked, map.multipliers ?? undefined) };
  await app.load(source);
  if (app.ends) app.setEnds([from ?? app.ends[0], to ?? app.ends[1]]);
  if (edits) await app.applyChanges(edits);
  if (shared.danger) app.applyDanger(shared.danger.cells, shared.danger.danger);
  const leftOut: string[] = [];
  app.setPanes(shared.panes.map((options) => known(app, options, leftOut)));
  if (shared.layers !== undefined) {
    const named = shared.layers.split(".");
    const all: Layer[] = [
      "open",
      "closed",
      "g",
      "h",
      "f",
      "parents",
      "jumps",
      "learnt",
      "values",
      "grid",
      "contours",
      "field",
    ];
    app.setLayers(all.filter((layer) => named.includes(layer)));
  }
  const unit =
    body &&
    (await Unit.open(app, { ...body, heading: body.from, goalHeading: body.to }).catch(
      (error: Error) => void leftOut.push(say("share.body", { message: error.message })),
    ));
  app.placeUnit(unit || null);
  app.setLesson(shared.lesson ?? null);
  app.countBy("event");
  app.showAt(shared.step);
  if (leftOut.length > 0)
    app.complain(
      leftOut.length > 1
        ? say("share.ignoredUnknownOptionsOfThis", { leftOut: leftOut.join(", ") })
        : say("share.ignoredUnknownOptionOfThis", { leftOut: leftOut.join(", ") }),
    );
}

/** Options that the page has, with values that the engine knows; the others are listed in `leftOut`. */
function known(app: App, options: Shared["panes"][number], leftOut: string[]): Options {
  const { algorithms, heuristics, openLists, corners, ties } = app.session.registry;
  const lists: Record<string, { name: string }[]> = {
    algorithm: algorithms,
    heuristic: heuristics,
    open: [{ name: "auto" }, ...openLists],
    corners,
    ties,
  };
  const fits = (name: string, value: string | number | boolean) => {
    if (lists[name]) return lists[name].some((choice) => choice.name === value);
    if (name === "moves") return value === 4 || value === 8;
    if (name === "weight") return typeof value === "number" && value >= 1 && value <= 1000;
    if (name === "stepCosts") return value === "exact" || value === "uniform";
    if (name === "closest") return typeof value === "boolean";
    return name === "uphill" && typeof value === "number" && value >= 0 && value <= 1000;
  };
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => {
      if (fits(name, value)) return true;
      leftOut.push(`${name}=${value}`);
      return false;
    }),
  );
}
