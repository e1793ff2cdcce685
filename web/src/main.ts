// Puts the page together.

import { App } from "./app";
import { MOST_MS } from "./engine/solver";
import { embed, embedded } from "./frame";
import { KEYS } from "./input/keyboard";
import { listenToKeys } from "./input/keys";
import { Pointer } from "./input/pointer";
import { begin, FIRST } from "./lessons/begin";
import { cellCard } from "./panels/card";
import { button, el } from "./panels/dom";
import { listenToDrops } from "./panels/files";
import { layersPanel } from "./panels/layers";
import { courseNote } from "./panels/learn";
import { legend } from "./panels/legend";
import { mapPanel } from "./panels/mapmaker";
import { announcer, complaint, find, keepOffline, stageRoot } from "./panels/notes";
import { searchPanel } from "./panels/search";
import { statisticsPanel } from "./panels/statistics";
import { studyPanel } from "./panels/study";
import { tabs } from "./panels/tabs";
import { timelinePanel } from "./panels/timeline";
import { toolsPanel } from "./panels/tools";
import { actions, brand } from "./panels/top";
import { unitFigures, unitPanel } from "./panels/unit";
import { stageFoot, zoomControls } from "./panels/zoom";
import { Stage } from "./render/stage";
import { keepAddress } from "./share/address";
import { decodeLink } from "./share/link";
import { showShared } from "./share/state";
import { decimal, language, say } from "./words";

try {
  const theme = localStorage.getItem("wayline.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden.
}

/** What stands in the page itself, in its language. */
function dress(): void {
  document.documentElement.lang = language;
  document.title = say("frame.title");
  find(".skip").textContent = say("frame.skip");
  for (const [part, label] of [
    [".stage", say("frame.stage")],
    [".time", say("frame.time")],
    [".left", say("frame.left")],
    [".right", say("frame.right")],
    [".tabs", say("frame.tabs")],
    [".actions", say("frame.actions")],
  ])
    find(part).setAttribute("aria-label", label);
}

async function start(): Promise<void> {
  const app = await App.open();
  const root = stageRoot(say("page.stageMap"));
  const parts = embedded(location.search);
  if (parts) embed(parts, root);
  const card = cellCard(app, root);
  const stage = new Stage(app, root);
  find(".top").append(brand());
  find(".actions").append(...actions(app, () => stage.renderer));
  find(".left").append(toolsPanel(app), mapPanel(app), unitPanel(app));
  find(".right").append(searchPanel(app), unitFigures(app), statisticsPanel(app), studyPanel(app), layersPanel(app));
  find(".time").append(...timelinePanel(app));
  find(".tabs").append(...tabs());
  root.append(stageFoot(root, legend(app), zoomControls(app)), busyNote(app), complaint(app), card);
  root.after(courseNote(app));
  new Pointer(app, stage, root);
  listenToKeys(KEYS, app, root);
  listenToDrops(app, document.body);
  announcer(app);
  loadFields(app);

  // A broken link must not leave the page without a map.
  let problem: unknown = null;
  const shown = await followLink(app).catch((error: unknown) => {
    problem = error;
  });
  if (!shown) await app.attempt(() => begin(app, FIRST));
  if (problem) app.complain(problem);
  window.addEventListener(
    "hashchange",
    () =>
      void app.attempt(async () => {
        if (location.hash === "") await begin(app, FIRST);
        else await followLink(app);
      }),
  );
  keepAddress(app);
  // For tests, and for anyone curious in the console.
  Object.assign(window, { wayline: { app, stage } });
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
  if (!parts) keepOffline();
}

/** Fields have a module of their own, which is loaded when one is to be shown. */
function loadFields(app: App): void {
  let loading = false;
  app.topics.on(["layers", "map"], () => {
    if (loading || !(app.layers.has("field") || app.map.dangerous)) return;
    loading = true;
    void app.attempt(async () => {
      // What failed may be tried again.
      const { showFields } = await import("./field/start").catch((error: unknown) => {
        loading = false;
        throw error;
      });
      find(".right").append(showFields(app));
    });
  });
}

async function followLink(app: App): Promise<boolean> {
  const fragment = location.hash.slice(1);
  if (fragment === "") return false;
  // A lesson by its name alone: short enough to be written on a board.
  const lesson = /^lesson=([a-z]+)$/.exec(fragment)?.[1];
  if (lesson) {
    const { LESSONS } = await import("./lessons/course");
    const found = LESSONS.find(({ name }) => name === lesson);
    if (!found) throw new Error(say("page.thereIsNoLessonPress", { lesson }));
    await begin(app, found);
    return true;
  }
  await showShared(app, await decodeLink(fragment));
  return true;
}

/** A search that takes a while: how long it has been at it, how long it may be, and a way to stop it. */
function busyNote(app: App): HTMLElement {
  const text = el("span", {});
  const bar = el("progress", { max: MOST_MS, value: 0, "aria-label": say("page.timeOfTheSearch") });
  const root = el(
    "div",
    { class: "busy", hidden: true },
    text,
    bar,
    button(say("page.stop"), say("page.stopThisSearch"), () => void app.stopSearch()),
  );
  const show = () => {
    const { progress } = app.solver;
    if (!progress) return;
    const passed = performance.now() - progress.since;
    const seconds = decimal(passed / 1000, 1);
    const { search, of } = progress;
    text.textContent = of > 1 ? say("page.searchingOfS", { search, of, seconds }) : say("page.searchingS", { seconds });
    bar.value = Math.min(MOST_MS, passed);
  };
  let timer = 0;
  app.topics.on("busy", () => {
    root.hidden = !app.busy;
    document.body.classList.toggle("searching", app.busy);
    clearInterval(timer);
    if (!app.busy) return;
    show();
    timer = window.setInterval(show, 100);
    app.announce(say("page.searching"));
  });
  return root;
}

dress();

/** Other views have a module of their own, which is loaded when they are asked for. */
const view = new URLSearchParams(location.search).get("view");
const begun =
  view === "network"
    ? import("./network/start").then(({ startNetwork }) => startNetwork())
    : view === "crowd"
      ? import("./crowd/start").then(({ startCrowd }) => startCrowd())
      : start();
begun.catch((error: unknown) => {
  const why = error instanceof Error ? error.message : String(error);
  find(".stage").replaceChildren(
    el("p", {
      class: "fatal",
      role: "alert",
      text: say("page.thePlaygroundDidNotStart", { why }),
    }),
  );
});
