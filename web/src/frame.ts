// The page in a frame of another page (`?embed`), and on the whole screen.

import type { App } from "./app";
import { el, iconButton } from "./panels/dom";
import { say } from "./words";

/** What an embedded page may show besides the map; `?embed` alone shows the time line and the lesson. */
const PARTS = ["time", "lesson", "legend", "zoom", "results"] as const;
const USUAL: readonly string[] = ["time", "lesson"];

/** The parts that an address asks for; null if it does not ask for a frame. */
export function embedded(search: string): readonly string[] | null {
  const asked = new URLSearchParams(search).get("embed");
  if (asked === null) return null;
  const named = asked.split(",").filter((part) => (PARTS as readonly string[]).includes(part));
  return named.length > 0 ? named : USUAL;
}

/** The address of a view, in the language that the address of this page names. */
export function addressOf(view: string, hash = ""): string {
  const words = new URLSearchParams(view === "grid" ? {} : { view });
  const language = new URLSearchParams(location.search).get("lang");
  if (language) words.set("lang", language);
  return `./${words.size > 0 ? `?${words}` : ""}${hash}`;
}

/** Leaves away what was not asked for, and adds a link to the whole page. */
export function embed(parts: readonly string[], stage: HTMLElement): void {
  document.body.classList.add("embed");
  for (const part of parts) document.body.classList.add(`embed-${part}`);
  const whole = el("a", { class: "whole", target: "_blank", rel: "noopener", text: say("page.openInWayline") });
  const follow = () => {
    whole.href = addressOf(new URLSearchParams(location.search).get("view") ?? "grid", location.hash);
  };
  // The address changes as one plays with it.
  for (const type of ["pointerenter", "focus", "pointerdown"] as const) whole.addEventListener(type, follow);
  follow();
  // The page's own heading is left away with everything around it.
  stage.append(whole, el("h1", { class: "visually-hidden", text: "Wayline" }));
}

/** The map on the whole screen, for a projector: no panels, larger letters. */
export function fullScreenButton(app: Pick<App, "announce" | "complain">): HTMLButtonElement {
  const root = document.documentElement;
  const made = iconButton("full", say("page.fullScreen"), say("page.theWholeScreenF"), () => toggleFullScreen(app));
  made.hidden = !root.requestFullscreen;
  document.addEventListener("fullscreenchange", () => {
    const on = document.fullscreenElement !== null;
    document.body.classList.toggle("presenting", on);
    made.setAttribute("aria-pressed", String(on));
    app.announce(on ? say("page.fullScreenEscapeLeavesIt") : "");
  });
  return made;
}

export function toggleFullScreen(app: Pick<App, "complain">): void {
  const change = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen?.();
  change?.catch((error: unknown) => app.complain(error));
}
