// What is known of the cell under the pointer or the keyboard's cursor.
import type { App } from "../app";
import { CLOSED, NONE, OPEN } from "../player/timeline";
import { el, section } from "./dom";

export function inspectorPanel(app: App): HTMLElement {
  const list = el("dl", { class: "inspector" });
  const hint = el("p", { class: "hint", text: "Point at a cell, or move the cursor with the arrow keys." });
  const show = () => {
    const facts = app.cursor === NONE ? [] : inspect(app, app.cursor);
    hint.hidden = facts.length > 0;
    list.hidden = facts.length === 0;
    list.replaceChildren(
      ...facts.map(([name, value]) => el("div", {}, el("dt", { text: name }), el("dd", { text: value }))),
    );
  };
  app.topics.on(["cursor", "position", "answer", "map"], show);
  show();
  return section("Cell", "results", hint, list);
}

/** The same as a sentence, to be said aloud. */
export function describe(app: App, cell: number): string {
  return inspect(app, cell)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}

/** What is known of a cell, at this point of the time line. */
function inspect(app: App, cell: number): [string, string][] {
  const { map, unit } = app;
  const at = (node: number) => `${node % map.width},${Math.floor(node / map.width)}`;
  const ground = map.blocked[cell] ? "blocked" : map.multipliers[cell] !== 1 ? `×${map.multipliers[cell]}` : "free";
  const facts: [string, string][] = [
    ["Cell", at(cell)],
    ["Ground", ground],
  ];
  const timeline = unit ? unit.timeline : app.pane.timeline;
  if (!timeline) return facts;
  const nodes = unit ? [0, 1, 2, 3].map((heading) => cell * 4 + heading) : [cell];
  for (const node of nodes) {
    const state = timeline.states[node];
    const name = unit ? `State, ${["east", "north", "west", "south"][node % 4]}` : "State";
    const word =
      node === timeline.current ? "being expanded" : state === OPEN ? "open" : state === CLOSED ? "closed" : "not seen";
    if (unit && word === "not seen") continue;
    facts.push([name, word]);
    if (word === "not seen") continue;
    const parent = timeline.parent(node);
    facts.push([
      "g + h = f",
      [timeline.g(node), timeline.h(node), timeline.f(node)].map((value) => value.toFixed(2)).join(" · "),
    ]);
    facts.push(["Reached from", parent === NONE ? "the start" : at(unit ? Math.floor(parent / 4) : parent)]);
    facts.push(["Last event", `${timeline.last[node]}`]);
  }
  return facts;
}
