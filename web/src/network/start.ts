// Puts the network view together: the same frame as the page of grids, with a stage, panels and keys of its own.

import { addressOf, embed, embedded } from "../frame";
import { keyName, listenToKeys } from "../input/keys";
import { button, el } from "../panels/dom";
import { lessonList, linksAddress } from "../panels/lesson-list";
import { lessonNote } from "../panels/lesson-note";
import { showLink } from "../panels/link-dialogue";
import { announcer, complaint, find, keepOffline, stageRoot } from "../panels/notes";
import { tabs } from "../panels/tabs";
import { timelinePanel } from "../panels/timeline";
import { brand, dialogue, languageMenu, themeButton, views } from "../panels/top";
import { stageFoot, zoomButtons } from "../panels/zoom";
import { language, say } from "../words";
import { ALGORITHMS, NetworkApp } from "./app";
import { listenToDrops } from "./files";
import { inkOf } from "./ink";
import { KEYS } from "./keys";
import { beginLesson, NETWORK_LESSONS } from "./lessons";
import { decodeLink, encodeLink, NOT_SHARED, sharedState, showShared } from "./link";
import "./network.css";
import { selectedPanel, sourcePanel, toolsPanel } from "./panels";
import { NetworkPointer } from "./pointer";
import { resultsPanel, routePanel, searchPanel } from "./results";
import { NetworkStage } from "./stage";

/** What is shown without a link: half of the world, two searches beside each other. */
const FIRST = { preset: "airports", ends: ["HEL", "AKL"], by: ["dijkstra", "astar"] } as const;

export async function startNetwork(): Promise<void> {
  document.body.classList.add("network");
  const app = new NetworkApp();
  const root = stageRoot(say("network.stage"));
  root.setAttribute("aria-label", say("learn.network"));
  const parts = embedded(location.search);
  if (parts) embed(parts, root);
  const stage = new NetworkStage(app, root);
  find(".top").append(brand());
  find(".actions").append(views(), ...actions(app));
  find(".left").append(toolsPanel(app), sourcePanel(app), selectedPanel(app));
  find(".right").append(searchPanel(app), routePanel(app), resultsPanel(app));
  find(".time").append(...timelinePanel(app));
  find(".tabs").append(...tabs(TABS));
  root.append(
    stageFoot(root, legend(app), zoomButtons(app, say("network.showTheWholeNetwork0"))),
    complaint(app),
    card(app, root),
  );
  root.after(
    lessonNote(
      app,
      async () => NETWORK_LESSONS,
      (lesson) => beginLesson(app, lesson),
    ),
  );
  new NetworkPointer(app, stage, root);
  listenToKeys(KEYS, app, root);
  listenToDrops(app, document.body);
  announcer(app);
  let problem: unknown = null;
  const shown = await follow(app).catch((error: unknown) => {
    problem = error;
    return false;
  });
  if (!shown) await app.attempt(() => first(app));
  if (problem) app.complain(problem);
  window.addEventListener(
    "hashchange",
    () =>
      void app.attempt(async () => {
        if (!(await follow(app))) await first(app);
      }),
  );
  keepAddress(app);
  // For tests, and for anyone curious in the console.
  Object.assign(window, { wayline: { app, stage } });
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
  if (!parts) keepOffline();
}

const TABS = [
  ["map", say("learn.network")],
  ["search", say("network.search")],
  ["results", say("figures.results")],
  ["unit", say("network.selected")],
] as const;

async function first(app: NetworkApp): Promise<void> {
  await app.openPreset(FIRST.preset);
  const [from, to] = FIRST.ends.map((id) => app.model.parts.ids.indexOf(id));
  app.setEnds(from, to);
  app.setPanes(FIRST.by);
  app.search();
}

async function follow(app: NetworkApp): Promise<boolean> {
  const fragment = location.hash.slice(1);
  if (fragment === "") return false;
  const name = /^lesson=([a-z]+)$/.exec(fragment)?.[1];
  if (name) {
    const found = NETWORK_LESSONS.find((lesson) => lesson.name === name);
    if (!found) throw new Error(say("network.thereIsNoLessonOn", { name }));
    await beginLesson(app, found);
    return true;
  }
  await showShared(app, await decodeLink(fragment));
  return true;
}

/** Browsers allow about a hundred changes of the address in half a minute; longer ones are of no use. */
const [LATER_MS, MOST_LETTERS] = [400, 60_000];

/** Whatever is shown is in the address, a moment after it changed. */
function keepAddress(app: NetworkApp): void {
  let timer = 0;
  const plain = location.hash === "" ? encodeLink({ ...sharedState(app), step: null }) : null;
  const write = async () => {
    if (app.busy || app.player.playing) return later();
    const shared = sharedState(app);
    const fragment = shared.net ? await encodeLink(shared) : null;
    const none = fragment === null || fragment.length > MOST_LETTERS || fragment === (await plain);
    const address = location.pathname + location.search + (none ? "" : `#${fragment}`);
    if (location.pathname + location.search + location.hash !== address) history.replaceState(null, "", address);
  };
  const later = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void write(), LATER_MS);
  };
  app.topics.on(["map", "ends", "panes", "options", "answer", "position", "lesson"], later);
  later();
}

function actions(app: NetworkApp): HTMLElement[] {
  return [
    button(say("page.learn"), say("network.lessonsOnNetworksEachA"), () => openLessons(app)),
    button(say("share.share"), say("network.aLinkToExactlyThis"), () => void app.attempt(() => openShare(app))),
    button(say("page.keys"), say("page.whatTheKeysDo"), () => openKeys()),
    languageMenu(app, async () => {
      const shared = sharedState(app);
      if (shared.net) history.replaceState(null, "", `#${await encodeLink(shared)}`);
    }),
    themeButton(app),
  ];
}

function openLessons(app: NetworkApp): void {
  const made = dialogue(
    say("learn.learnByWatching"),
    el("p", { class: "note" }, el("a", { href: linksAddress(language), text: say("learn.allLinks") })),
    el("h3", { text: say("learn.networks") }),
    lessonList(app, NETWORK_LESSONS, (lesson) => {
      made.close();
      void app.attempt(() => beginLesson(app, lesson));
    }),
    el(
      "p",
      {},
      el("a", { href: addressOf("grid"), text: say("network.theCourseOnGrids") }),
      " ",
      say("network.beginsWithWhatAGraph"),
    ),
  );
}

async function openShare(app: NetworkApp): Promise<void> {
  const shared = sharedState(app);
  if (!shared.net) throw new Error(NOT_SHARED);
  history.replaceState(null, "", `${location.pathname}${location.search}#${await encodeLink(shared)}`);
  showLink(say("network.theLinkHoldsEverythingThe"));
}

function openKeys(): void {
  dialogue(
    say("page.keys"),
    el("p", {
      text: say("network.arrowsSpaceHomeEndEnter"),
    }),
    el(
      "table",
      { class: "keys" },
      el(
        "tbody",
        {},
        ...KEYS.map(({ keys, does }) =>
          el("tr", {}, el("td", {}, el("kbd", { text: keyName(keys) })), el("td", { text: does })),
        ),
      ),
    ),
  );
}

function legend(app: NetworkApp): HTMLElement {
  const keys = (
    [
      ["open", say("network.legendOpen")],
      ["closed", say("network.legendExpanded")],
      ["path", say("network.legendRoute")],
    ] as const
  ).map(([kind, label]) => {
    const key = el("span", { class: `key key-${kind}`, "aria-hidden": "true" });
    return { kind, key, item: el("li", {}, key, label) };
  });
  const shortcut = el("li", { hidden: true }, say("network.legendShortcut"));
  const bands = el("span", { class: "key key-reach", "aria-hidden": "true" });
  const reach = el("li", { hidden: true }, bands, say("network.reachedNearToFar"));
  const hint = el("p", {});
  const show = () => {
    hint.textContent = {
      move: say("network.dragAOrBClick"),
      reach: say("network.movePointer"),
      draw: say("network.clickToAddANode"),
    }[app.tool];
    const ink = inkOf();
    for (const { kind, key } of keys) key.style.setProperty("background", ink[kind]);
    bands.style.setProperty("background", `linear-gradient(90deg, ${ink.reach.join(", ")})`);
    reach.hidden = app.tool !== "reach";
    shortcut.hidden = !app.panes.some(({ algorithm }) => algorithm === "hierarchy");
  };
  app.topics.on(["theme", "tool", "panes"], show);
  show();
  return el(
    "div",
    { class: "legend", role: "group", "aria-label": say("legend.legend") },
    el("div", { class: "legend-body" }, el("ul", {}, ...keys.map(({ item }) => item), shortcut, reach), hint),
  );
}

/** What is known of the node under the pointer, beside it. */
function card(app: NetworkApp, root: HTMLElement): HTMLElement {
  const made = el("div", { class: "card", hidden: true });
  const show = () => {
    const { cursor, model, view } = app;
    const canvas = root.querySelectorAll(".overlay")[app.chosen];
    made.hidden = cursor < 0 || cursor >= model.nodes || !canvas || app.tool === "draw";
    if (made.hidden || !canvas) return;
    const rows = app.panes.map(({ algorithm, timeline }) => {
      const label = ALGORITHMS.find(({ name }) => name === algorithm)?.label ?? algorithm;
      const g = timeline?.g(cursor) ?? Number.NaN;
      const f = timeline?.f(cursor) ?? Number.NaN;
      const text = Number.isNaN(g)
        ? say("network.notReached")
        : `${app.text(g)}${f > g + 1e-6 ? ` ${say("network.atLeast", { cost: app.text(f - g) })}` : ""}`;
      return el("tr", {}, el("th", { scope: "row", text: label }), el("td", { text }));
    });
    made.replaceChildren(
      el("div", { class: "card-head", text: model.title(cursor) }),
      el("table", {}, el("tbody", {}, ...rows)),
    );
    const [box, stage] = [canvas.getBoundingClientRect(), root.getBoundingClientRect()];
    const [x, y] = view.pixel(model.plane.x[cursor], model.plane.y[cursor]);
    const [left, top] = [box.left - stage.left + x + 18, box.top - stage.top + y + 18];
    const fits = (at: number, size: number, room: number) => (at + size > room ? at - size - 36 : at);
    made.style.left = `${Math.max(4, fits(left, made.offsetWidth, stage.width))}px`;
    made.style.top = `${Math.max(4, fits(top, made.offsetHeight, stage.height))}px`;
  };
  app.topics.on(["cursor", "position", "view", "answer", "tool"], show);
  return made;
}
