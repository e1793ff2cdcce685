// The head of the page: its name, lessons, sharing, keys, light and dark.
import type { App } from "../app";
import { KEYS } from "../input/keyboard";
import { theme } from "../render/palette";
import { button, el, iconButton } from "./dom";
import { openLessons } from "./learn";

export function brand(): Node {
  return el(
    "a",
    { class: "brand", href: "./" },
    el("img", { src: "./icon.svg", alt: "", width: 26, height: 26 }),
    el("h1", { text: "Wayline" }),
    el("span", { class: "sub", text: "playground" }),
  );
}

/** The views of the page, each with an address of its own; where one was in another is kept as long as the tab. */
export function views(): HTMLElement {
  const now = new URLSearchParams(location.search).get("view") ?? "grid";
  const group = el("div", { class: "views", role: "group", "aria-label": "Views" });
  for (const [name, label, title] of VIEWS) {
    const link = el("a", { href: name === "grid" ? "./" : `./?view=${name}`, text: label, title });
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
  ["grid", "Grid", "Searches on maps of cells"],
  ["network", "Network", "Searches on airports, roads and graphs of your own"],
  ["crowd", "Crowd", "Hundreds of units that are sent about"],
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
    button(
      "Learn",
      "A course of small lessons, each a search to look at",
      () => void app.attempt(() => openLessons(app)),
    ),
    button(
      "Open lists",
      "Compare the open lists on a large map",
      () => void app.attempt(async () => (await import("./chart")).openChart(app)),
    ),
    button(
      "Share",
      "A link to exactly this; code; pictures; traces",
      () => void app.attempt(async () => (await import("./share")).openShare(app)),
    ),
    button("Keys", "What the keys do", () => openKeys(app, renderer())),
    themeButton(app),
  ];
}

export function themeButton(app: Pick<App, "topics">): HTMLElement {
  const root = document.documentElement;
  const toggle = iconButton("theme", "Light or dark", "Light or dark", () => {
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
      button("×", "Close (Escape)", () => made.close(), { "aria-label": "Close", class: "close" }),
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
    el("tr", {}, el("td", {}, el("kbd", { text: keys.replace("Arrow", "") })), el("td", { text: does })),
  );
  dialogue(
    "Keys",
    el("p", {
      text: "Arrows, Space, Home, End and Enter work while the map has the focus: press Tab until it is framed, or click it.",
    }),
    el("table", { class: "keys" }, el("tbody", {}, ...rows)),
    el("p", {
      class: "hint",
      text: `Drawn by ${renderer === "webgl2" ? "WebGL2" : "a 2D canvas"}. The engine runs in this browser; nothing is sent anywhere.`,
    }),
    el("p", {
      class: "hint",
      text: `${app.session.registry.algorithms.length} algorithms, ${app.session.registry.openLists.length} open lists.`,
    }),
  );
}
