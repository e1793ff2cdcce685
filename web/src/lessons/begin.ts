// Shows a lesson: a map, ends, searches, layers, perhaps a unit; and what is shown first of all.
import { type App, DEFAULT_LAYERS, type Layer } from "../app";
import { MapModel } from "../map/model";
import type { Options } from "../pane";
import { Unit } from "../unit/unit";

export interface Lesson {
  name: string;
  title: string;
  text: string;
  /** A generator, or rows: # blocked, . free, digits terrain, A and B the ends. */
  map: string | readonly string[];
  /** Ends on a generated map, x and y as shares of its sides. */
  ends?: [number, number, number, number];
  panes: Options[];
  layers?: Layer[];
  unit?: { preset: string; footprint?: string; heading?: string };
}

/** What is shown without a link: not a lesson, but what there is to see in five seconds. */
export const FIRST: Lesson = {
  name: "",
  title: "",
  text: "",
  map: "random:84x30:density=0.16:size=4:seed=9",
  ends: [0.25, 0.5, 0.75, 0.5],
  panes: [{ algorithm: "astar" }, { algorithm: "dijkstra" }],
};

export async function begin(app: App, lesson: Lesson): Promise<void> {
  app.placeUnit(null);
  if (typeof lesson.map === "string") await app.load({ spec: lesson.map });
  else {
    const { model, ends } = drawn(lesson.map);
    await app.load({ model }, ends);
  }
  if (lesson.ends) {
    const { width, height } = app.map;
    const at = (x: number, y: number) => Math.floor(y * height) * width + Math.floor(x * width);
    app.setEnds([at(lesson.ends[0], lesson.ends[1]), at(lesson.ends[2], lesson.ends[3])]);
  }
  app.setPanes(lesson.panes);
  app.setLayers(lesson.layers ?? DEFAULT_LAYERS);
  if (lesson.unit) app.placeUnit(await Unit.open(app, lesson.unit));
  app.setLesson(lesson.name || null);
  app.search();
}

function drawn(rows: readonly string[]): { model: MapModel; ends: [number, number] } {
  const width = rows[0].length;
  const letters = rows.join("");
  const cells = [...letters];
  const model = new MapModel(
    width,
    rows.length,
    Uint8Array.from(cells, (letter) => (letter === "#" ? 1 : 0)),
    Float32Array.from(cells, (letter) => (/\d/.test(letter) ? Number(letter) : 1)),
  );
  return { model, ends: [letters.indexOf("A"), letters.indexOf("B")] };
}
