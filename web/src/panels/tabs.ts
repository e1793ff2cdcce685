// On a phone the panels share one place: tabs choose which of them is there.
import { say } from "../words";
import { button } from "./dom";

const TABS = [
  ["map", say("page.map")],
  ["search", say("page.search")],
  ["results", say("figures.results")],
  ["layers", say("layers.layers")],
  ["unit", say("page.unit")],
] as const;

export function tabs(labels: readonly (readonly [name: string, label: string])[] = TABS): HTMLElement[] {
  const all = labels.map(([name, label]) =>
    button(
      label,
      say("page.show", { label }),
      () => {
        choose(name);
        document.querySelector(`.part:not([hidden]).part-${name}`)?.scrollIntoView({ block: "nearest" });
      },
      { "aria-pressed": "false", "data-tab": name },
    ),
  );
  const choose = (name: string) => {
    document.body.dataset.tab = name;
    for (const tab of all) tab.setAttribute("aria-pressed", String(tab.dataset.tab === name));
  };
  choose("map");
  return all;
}
