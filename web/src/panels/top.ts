// The head of the page: its name, lessons, sharing, keys, light and dark.

import type { App } from "../app";
import { addressOf } from "../frame";
import { KEYS } from "../input/keyboard";
import { keyName } from "../input/keys";
import { theme } from "../render/palette";
import { encodeLink } from "../share/link";
import { sharedState } from "../share/state";
import { changeLanguage, LANGUAGES, type Language, language, say } from "../words";
import { button, el, iconButton } from "./dom";
import { openLessons } from "./learn";

export function brand(): Node {
  return el(
    "a",
    { class: "brand", href: addressOf("grid") },
    el("img", { src: "./icon.svg", alt: "", width: 26, height: 26 }),
    el("h1", { text: "Wayline" }),
    el("span", { class: "sub", text: say("page.playground") }),
  );
}

/** The views of the page, each with an address of its own; where one was in another is kept as long as the tab. */
export function views(): HTMLElement {
  const now = new URLSearchParams(location.search).get("view") ?? "grid";
  const group = el("div", { class: "views", role: "group", "aria-label": say("page.views") });
  for (const [name, label, title] of VIEWS) {
    const link = el("a", { href: addressOf(name), text: label, title });
    if (name === now) link.setAttribute("aria-current", "page");
    else link.addEventListener("click", () => follow(link, name));
    group.append(link);
  }
  window.addEventListener("pagehide", () => {
    try {
      sessionStorage.setItem(`wayline.view.${now}`, location.hash);
    } catch {
      // Storage may be forbidden.
    }
  });
  return group;
}

const VIEWS = [
  ["grid", say("page.grid"), say("page.searchesOnMapsOfCells")],
  ["network", say("learn.network"), say("page.searchesOnAirportsRoadsAnd")],
  ["crowd", say("page.crowd"), say("page.hundredsOfUnitsThatAre")],
] as const;

function follow(link: HTMLAnchorElement, name: string): void {
  try {
    const hash = sessionStorage.getItem(`wayline.view.${name}`);
    if (hash) link.hash = hash;
  } catch {
    // As above.
  }
}

/** At the top of the page, but last by Tab: the map comes first. */
export function actions(app: App, renderer: () => string): Node[] {
  return [
    views(),
    button(say("page.learn"), say("page.aCourseOfSmallLessons"), () => void app.attempt(() => openLessons(app))),
    button(
      say("page.openLists"),
      say("page.compareTheOpenListsOn"),
      () => void app.attempt(async () => (await import("./chart")).openChart(app)),
    ),
    button(
      say("share.share"),
      say("page.aLinkToExactlyThis"),
      () => void app.attempt(async () => (await import("./share")).openShare(app)),
    ),
    button(say("page.keys"), say("page.whatTheKeysDo"), () => openKeys(app, renderer())),
    languageMenu(app, async () => history.replaceState(null, "", `#${await encodeLink(sharedState(app))}`)),
    themeButton(app),
  ];
}

/** The languages, each by its own name. What is shown is put into the address first, and stays. */
export function languageMenu(app: Pick<App, "attempt">, keep: () => Promise<void>): HTMLElement {
  const choose = el(
    "select",
    {
      class: "language",
      title: say("frame.language"),
      "aria-label": say("frame.language"),
      on: { change: () => void app.attempt(keep).then(() => changeLanguage(choose.value as Language)) },
    },
    ...Object.entries(LANGUAGES).map(([value, { name }]) =>
      el("option", { value, text: name, lang: value, selected: value === language }),
    ),
  );
  return choose;
}

export function themeButton(app: Pick<App, "topics">): HTMLElement {
  const root = document.documentElement;
  const toggle = iconButton("theme", say("page.lightOrDark"), say("page.lightOrDark"), () => {
    root.dataset.theme = theme() === "dark" ? "light" : "dark";
    try {
      localStorage.setItem("wayline.theme", root.dataset.theme);
    } catch {
      // Storage may be forbidden: the choice then lasts as long as the page.
    }
    app.topics.tell("theme");
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => app.topics.tell("theme"));
  return toggle;
}

/** A dialogue with a title and a button to close it; made when it is opened, gone when it is closed. */
export function dialogue(title: string, ...children: (Node | string)[]): HTMLDialogElement {
  const made: HTMLDialogElement = el(
    "dialog",
    { "aria-label": title },
    el(
      "div",
      { class: "dialogue-head" },
      el("h2", { text: title }),
      button("×", say("page.closeEscape"), () => made.close(), { "aria-label": say("page.close"), class: "close" }),
    ),
    el("div", { class: "dialogue-body", tabindex: "0" }, ...children),
  );
  made.addEventListener("close", () => made.remove());
  // Outside of it, from press to release: neither the end of a double click nor of a selection closes it.
  let outside = false;
  made.addEventListener("pointerdown", (event) => {
    outside = event.target === made;
  });
  made.addEventListener("click", (event) => {
    if (outside && event.target === made) made.close();
  });
  document.body.append(made);
  made.showModal();
  return made;
}

function openKeys(app: App, renderer: string): void {
  const rows = KEYS.map(({ keys, does }) =>
    el("tr", {}, el("td", {}, el("kbd", { text: keyName(keys) })), el("td", { text: does })),
  );
  dialogue(
    say("page.keys"),
    el("p", {
      text: say("page.arrowsSpaceHomeEndAnd"),
    }),
    el("table", { class: "keys" }, el("tbody", {}, ...rows)),
    el("p", {
      class: "hint",
      text: say("page.drawnByTheEngineRuns", { renderer: renderer === "webgl2" ? "WebGL2" : say("page.a2DCanvas") }),
    }),
    el("p", {
      class: "hint",
      text: say("page.algorithmsOpenLists", {
        algorithms: app.session.registry.algorithms.length,
        openLists: app.session.registry.openLists.length,
      }),
    }),
  );
}
