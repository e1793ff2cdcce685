// A search line by line: pseudocode with the line it is at, its open list as the structure that it is, and a
// question: which cell comes next? Loaded when it is opened first.

import type { App } from "../app";
import { button, count, el } from "../panels/dom";
import { codeLine, decimal, say } from "../words";
import { lineAt, momentAt, PROGRAMS } from "./pseudocode";
import { ARITY, buckets, comesFirst, type Entry, OpenList, type Structure, structureOf, type Tree } from "./structures";

/** Longer searches have too much on the open list to look at, and too much to go through. */
const MOST_EVENTS = 60_000;
const MOST_CHIPS = 40;

const TITLES: Readonly<Record<Structure, string>> = {
  array: say("study.anArrayAllAreLooked"),
  heap: say("study.aHeapOfFourA"),
  pairing: say("study.aPairingHeapTheRoot"),
  bucket: say("study.bucketsAStackForEach"),
  stack: say("study.aStackTheNewestIs"),
  queue: say("study.aQueueTheOldestIs"),
};

export function studyBody(app: App, isOpen: () => boolean): HTMLElement {
  const code = el("ol", { class: "code" });
  const list = el("div", { class: "open-list" });
  const score = el("p", { class: "note", role: "status" });
  const predict = button(say("study.predictTheNextCell"), say("study.clickTheCellThatYou"), () =>
    app.predictions.set(!app.predictions.on),
  );
  let replay: OpenList | null = null;
  let shownProgram = "";

  const show = () => {
    if (!isOpen()) return;
    const { timeline, answer, options } = app.pane;
    const name = answer?.algorithm ?? options.algorithm ?? "astar";
    // What was recorded elsewhere did whatever it did.
    const program = PROGRAMS[name] ?? [];
    code.hidden = program.length === 0;
    if (shownProgram !== name) {
      shownProgram = name;
      code.replaceChildren(
        ...program.map(({ level, text }) => el("li", { class: `level-${level}`, text: codeLine(text) })),
      );
    }
    const now = timeline && lineAt(program, momentAt(timeline.events, timeline.position, answer?.found ?? false));
    for (const [index, line] of [...code.children].entries()) {
      line.classList.toggle("now", index === now);
      if (index === now) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    }
    predict.setAttribute("aria-pressed", String(app.predictions.on));
    predict.disabled = !timeline || app.unit !== null;
    const { right, asked, verdict } = app.predictions.guesses;
    score.textContent = !app.predictions.on
      ? ""
      : [
          verdict || say("study.whichCellIsExpandedNext"),
          ...(asked > 0 ? [say("study.ofRight", { right, asked })] : []),
        ].join(" ");
    score.hidden = score.textContent === "";
    if (!timeline || timeline.length > MOST_EVENTS) {
      replay = null;
      list.replaceChildren(el("p", { class: "hint", text: timeline ? say("study.theOpenListOfA") : "" }));
      return;
    }
    if (replay?.events !== timeline.events) replay = new OpenList(timeline.events);
    replay.seek(timeline.position);
    const structure = structureOf(name, options.open ?? "auto");
    list.replaceChildren(...drawn(app, replay, structure));
  };
  // While it plays, ten times a second are enough to read.
  let waiting = 0;
  const later = () => {
    if (!app.player.playing) return show();
    if (waiting) return;
    waiting = window.setTimeout(() => {
      waiting = 0;
      show();
    }, 100);
  };
  app.topics.on("position", later);
  app.topics.on(["answer", "panes", "options", "predict", "unit"], show);
  queueMicrotask(show);
  return el("div", { class: "study" }, code, el("div", { class: "row" }, predict), score, list);
}

function drawn(app: App, open: OpenList, structure: Structure): Node[] {
  const entries = [...open.entries.values()];
  const head = el("p", {
    class: "hint",
    text: say("study.openListIn", { entries: count(entries.length), structure: TITLES[structure] }),
  });
  if (entries.length === 0) return [head];
  const best = entries.reduce((least, entry) => (comesFirst(entry, least) ? entry : least));
  const name = (entry: Entry) =>
    `(${entry.node % app.map.width}, ${Math.floor(entry.node / app.map.width)}) g ${decimal(entry.g, 2)}, f ${decimal(entry.f, 2)}`;
  const chip = (entry: Entry, text = decimal(entry.f, 1)) =>
    el("span", {
      class: `chip${entry === best && structure !== "stack" && structure !== "queue" ? " best" : ""}${open.outdated(entry) ? " outdated" : ""}`,
      title: name(entry) + (open.outdated(entry) ? say("study.outdatedSkippedWhenItComes") : ""),
      text,
    });
  const chips = (some: Entry[]) => [
    el("div", { class: "chips" }, ...some.slice(0, MOST_CHIPS).map((entry) => chip(entry))),
    ...(some.length > MOST_CHIPS
      ? [el("p", { class: "hint", text: say("study.andMore", { number: count(some.length - MOST_CHIPS) }) })]
      : []),
  ];
  if (structure === "array") return [head, ...chips(entries)];
  if (structure === "queue") return [head, ...chips(entries)];
  if (structure === "stack") return [head, ...chips(entries.reverse())];
  if (structure === "bucket")
    return [
      head,
      ...buckets(entries)
        .slice(0, 8)
        .map(({ f, entries: some }) =>
          el(
            "div",
            { class: "bucket" },
            el("span", { class: "bucket-name", text: `${f}` }),
            ...some.slice(0, 7).map((entry) => chip(entry)),
            some.length > 7 && el("span", { class: "hint", text: `+${some.length - 7}` }),
          ),
        ),
    ];
  if (structure === "pairing" && open.tree) return [head, pairing(open.tree, chip)];
  return [head, heapTree(open, chip)];
}

/** The first three levels. */
function heapTree(open: OpenList, chip: (entry: Entry, text?: string) => HTMLElement): HTMLElement {
  const { heap } = open;
  const outdated = heap.filter((entry) => open.outdated(entry));
  const branch = (at: number): HTMLElement =>
    el(
      "div",
      { class: "branch" },
      chip(heap[at]),
      el(
        "div",
        { class: "leaves" },
        ...Array.from({ length: ARITY }, (_, child) => heap[ARITY * at + 1 + child]).flatMap((entry) =>
          entry ? [chip(entry, "")] : [],
        ),
      ),
    );
  const children = Array.from({ length: ARITY }, (_, child) => child + 1).filter((at) => at < heap.length);
  const shown = 1 + children.length + children.length * ARITY;
  return el(
    "div",
    { class: "tree" },
    chip(heap[0]),
    el("div", { class: "branches" }, ...children.map(branch)),
    heap.length > shown &&
      el("p", { class: "hint", text: say("study.andBelow", { number: count(heap.length - shown) }) }),
    outdated.length > 0 && el("p", { class: "hint", text: say("study.dashed", { number: count(outdated.length) }) }),
  );
}

function pairing(root: Tree, chip: (entry: Entry, text?: string) => HTMLElement): HTMLElement {
  const size = (tree: Tree): number => tree.children.reduce((sum, child) => sum + size(child), 1);
  const children = [...root.children].reverse().slice(0, 12);
  return el(
    "div",
    { class: "tree" },
    chip(root.entry),
    el(
      "div",
      { class: "chips" },
      ...children.map((child) => {
        const below = size(child) - 1;
        return chip(child.entry, decimal(child.entry.f, 1) + (below > 0 ? ` +${below}` : ""));
      }),
    ),
  );
}
