// On a phone the panels share one place: tabs choose which of them is there.
import { button } from "./dom";

const TABS = [
  ["map", "Map"],
  ["search", "Search"],
  ["results", "Results"],
  ["layers", "Layers"],
  ["unit", "Unit"],
] as const;

export function tabs(labels: readonly (readonly [name: string, label: string])[] = TABS): HTMLElement[] {
  const all = labels.map(([name, label]) =>
    button(
      label,
      `Show ${label.toLowerCase()}`,
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
