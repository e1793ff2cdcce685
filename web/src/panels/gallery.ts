// Maps worth a look, by name: a click each. Every one is a line of a generator, so a link to it is short.

import type { App } from "../app";
import { say } from "../words";
import { el } from "./dom";

export const GALLERY: readonly (readonly [name: string, spec: string])[] = [
  [say("map.cavern"), "caves:96x64:seed=3"],
  [say("map.greatCavern"), "caves:256x160:seed=5"],
  [say("map.officeFloor"), "rooms:81x49:size=8:seed=4"],
  [say("map.warehouse"), "rooms:129x81:size=16:seed=2"],
  [say("map.hedgeMaze"), "maze:61x41:seed=1"],
  [say("map.sewers"), "maze:129x81:corridor=4:seed=7"],
  [say("map.rubble"), "random:84x56:density=0.3:seed=8"],
  [say("map.cityBlocks"), "random:120x80:density=0.35:size=6:seed=2"],
  [say("map.lakeDistrict"), "terrain:96x64:seed=4"],
  [say("map.highlands"), "terrain:128x84:relief=300:seed=9"],
  [say("map.openField"), "open:96x64"],
];

export function gallery(app: App): HTMLElement {
  const choose = el(
    "select",
    {
      on: {
        change: () => {
          const [, spec] = GALLERY[Number(choose.value)] ?? [];
          if (spec) void app.open({ spec });
        },
      },
    },
    el("option", { value: "", text: say("map.chooseAMap") }),
    ...GALLERY.map(([name, spec], index) => el("option", { value: String(index), text: name, title: spec })),
  );
  // What is shown is what the map is, wherever it came from.
  app.topics.on("map", () => {
    const at = GALLERY.findIndex(([, spec]) => spec === app.made?.spec);
    choose.value = at < 0 ? "" : String(at);
  });
  return el("label", { class: "field" }, el("span", { text: say("map.gallery") }), choose);
}
