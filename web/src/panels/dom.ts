// Elements in one call: what the panels are made of.

import { decimal, pointed, say } from "../words";
import { type Icon, icon } from "./icons";

type Child = Node | string | null | undefined | false;
type Listeners = { [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void };

export interface Properties {
  class?: string;
  text?: string;
  on?: Listeners;
  [attribute: string]: unknown;
}

/** Makes an element: properties that the element has are set, all others become attributes. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") made.className = String(value);
    else if (name === "text") made.textContent = String(value);
    else if (name === "on") {
      for (const [event, act] of Object.entries(value as Listeners)) made.addEventListener(event, act as EventListener);
    } else if (name in made && !name.includes("-")) (made as unknown as Record<string, unknown>)[name] = value;
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(
    ...children.filter((child): child is Node | string => child instanceof Node || typeof child === "string"),
  );
  return made;
}

/** A titled part of a side panel that can be folded away; on a phone it belongs to a tab. */
export function section(
  title: string,
  tab: "map" | "search" | "results" | "layers" | "unit",
  ...children: Child[]
): HTMLDetailsElement {
  return el(
    "details",
    { class: `part part-${tab}`, open: true },
    el("summary", {}, el("h2", { text: title })),
    el("div", { class: "part-body" }, ...children),
  );
}

export interface Choice {
  value: string;
  label: string;
  title?: string;
}

/** A labelled list to choose from. What the choice means is explained below it, or only in its tooltip. */
export function chooser(
  label: string,
  choices: Choice[],
  value: string,
  onChange: (value: string) => void,
  explained = false,
) {
  const select = el(
    "select",
    {
      on: {
        change: () => {
          explain();
          onChange(select.value);
        },
      },
    },
    ...choices.map((choice) =>
      el("option", { value: choice.value, text: choice.label, selected: choice.value === value }),
    ),
  );
  const hint = el("small", { class: "hint" });
  const explain = () => {
    hint.textContent = select.title = choices.find((choice) => choice.value === select.value)?.title ?? "";
  };
  explain();
  const root = el("label", { class: "field" }, el("span", { text: label }), select, explained && hint);
  return {
    root,
    select,
    /** What the choice means is explained by itself, unless something else is given. */
    set(to: string, meaning?: string) {
      if (select.value !== to) select.value = to;
      explain();
      if (meaning) hint.textContent = select.title = meaning;
    },
  };
}

/** As wide as its panel, for long names; the heading above says what they are. */
export function broaden(field: HTMLElement): void {
  field.classList.add("broad");
  field.querySelector("span")?.classList.add("visually-hidden");
}

/** Where a name may be broken in a narrow column, which no browser knows of all of them. */
export function breakable(name: string): string {
  return name.replace(/(?<=[Bb]i|[Bb]idirec|[Hh]ier|[Ww]eigh)(?=directional|tional|archy|ted)/g, "\u00ad");
}

/** A labelled slider with its value beside it. */
export function slider(
  label: string,
  range: { least: number; most: number; step: number; value: number },
  shown: (value: number) => string,
  onInput: (value: number) => void,
) {
  const output = el("output", { text: shown(range.value) });
  const input = el("input", {
    type: "range",
    min: String(range.least),
    max: String(range.most),
    step: String(range.step),
    value: String(range.value),
    on: {
      input: () => {
        update();
        onInput(input.valueAsNumber);
      },
    },
  });
  const update = () => {
    output.textContent = shown(input.valueAsNumber);
    input.setAttribute("aria-valuetext", shown(input.valueAsNumber));
  };
  update();
  return {
    root: el("label", { class: "field slide" }, el("span", { text: label }), input, output),
    input,
    set(value: number) {
      input.value = String(value);
      update();
    },
  };
}

export function button(text: string, title: string, act: () => void, more: Properties = {}): HTMLButtonElement {
  return el("button", { type: "button", text, title, on: { click: act }, ...more });
}

/** A button that shows a drawing; its name is for screen readers. */
export function iconButton(name: Icon, label: string, title: string, act: () => void): HTMLButtonElement {
  const made = button("", title, act, { "aria-label": label, class: "with-icon" });
  made.append(icon(name));
  return made;
}

/** A tool: a drawing above its name. */
export function toolButton(tool: string, name: Icon, label: string, title: string, act: () => void): HTMLButtonElement {
  const made = button("", title, act, { class: "tool", "data-tool": tool });
  made.append(icon(name), label);
  return made;
}

/** Whole numbers with thin separators: 1 234 567. */
export function count(value: number): string {
  return value.toLocaleString("en").replaceAll(",", "\u2009");
}

export function milliseconds(ms: number): string {
  if (ms < 0.1) return `${decimal(ms, 3)} ms`;
  return ms < 10 ? `${decimal(ms, 2)} ms` : ms < 1000 ? `${ms.toFixed(0)} ms` : `${decimal(ms / 1000, 2)} s`;
}

/** A measured time, how many runs it is the median or the mean of, and how coarse the clock is where that matters. */
export function timeText(timing: { ms: number; runs: number; mean: boolean; resolution: number }): [string, string] {
  const { ms, runs, mean, resolution } = timing;
  const of = runs === 1 ? say("figures.oneRun") : say(mean ? "figures.meanOf" : "figures.medianOf", { runs });
  const coarse = ms < 10 * resolution ? say("figures.clock", { resolution: fine(resolution) }) : "";
  return [measured(ms, mean ? finest(resolution, runs) : resolution), of + coarse];
}

/** What the mean of this many runs is good for: each of them may be off by a step of the clock. */
export const finest = (resolution: number, runs: number): number => resolution / Math.sqrt(runs);

/** A time that a clock may have been too coarse for. */
export function measured(ms: number, resolution: number): string {
  return ms < resolution ? `< ${fine(resolution)} ms` : milliseconds(ms);
}

export function preparationText(ms: number, resolution: number): string {
  return ms < Math.max(0.05, 2 * resolution) ? say("figures.none") : milliseconds(ms);
}

export function fine(ms: number): string {
  return pointed(`${Number(ms.toPrecision(1))}`);
}
