// The engine's module for fields, in a worker: one map at a time, as it was given last.
import init, { WaylineField } from "wayline/fields";
import { serveCalls } from "../engine/calls";
import type { Calls } from "./start";

serveCalls<Calls>(init(), {
  towards: ({ width, height, blocked, multipliers, danger, elevations, uphill, moves, corners, uniform, from, to }) => {
    const field = new WaylineField(width, height, blocked, multipliers);
    try {
      field.setRules(moves, corners, uniform);
      if (uphill > 0) field.setElevations(elevations, uphill);
      field.setDanger(danger);
      return field.towards(to, from);
    } finally {
      field.free();
    }
  },
});
