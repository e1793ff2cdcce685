// What a pane shows, as data: read from the page's state, drawn by the stage and into pictures.
import type { App } from "../app";
import { strokeCells } from "../map/brush";
import type { Pane } from "../pane";
import { NONE } from "../player/timeline";
import type { Shown } from "./codes";
import type { Scene } from "./overlay";

/** What the colours of the cells are made of. */
export function shownOf({ map, layers, unit }: App, pane: Pane): Shown {
  if (!unit) return { map, layers, timeline: pane.timeline, headings: 1 };
  const learnt = layers.has("learnt") ? unit.learntCells : null;
  return { map, layers, timeline: unit.timeline, headings: 4, learnt };
}

/** What is drawn above the cells. */
export function sceneOf(app: App, pane: Pane): Scene {
  const { map, layers, unit, field, ends, cursor, keyboard, tool, brush } = app;
  const { timeline, headings } = shownOf(app, pane);
  const painting = !keyboard && cursor !== NONE && ["wall", "free", "ground", "danger"].includes(tool);
  const { answer } = pane;
  const path = unit ? unit.pathCells : answer?.anyAngle ? answer.turns : answer?.path;
  return {
    map,
    layers,
    timeline,
    headings,
    path: path ?? new Uint32Array(0),
    ends,
    cursor,
    keyboard,
    brush: painting ? strokeCells(map, cursor, cursor, brush.size) : null,
    jumps: !unit && (answer?.algorithm.startsWith("jps") ?? false),
    ...(field && !unit ? { field } : {}),
    ...(unit ? { bodies: (context, view, colours) => unit.draw(context, view, colours) } : {}),
  };
}
