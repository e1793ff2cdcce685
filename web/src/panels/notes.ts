// What every view of the page has: a stage, a voice, and a place for what went wrong.

import type { Notices } from "../notices";
import { say } from "../words";
import { button, el } from "./dom";

/** A part of the page itself. */
export function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}

/** Where a view draws: it takes the keys, and is one step away for whoever comes by Tab. */
export function stageRoot(what: string): HTMLElement {
  const root = find(".stage");
  root.tabIndex = 0;
  root.setAttribute("role", "application");
  root.setAttribute("aria-roledescription", what);
  // A link to a part of the page would take the place of the link that holds the map.
  find(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    root.focus();
  });
  return root;
}

/** Says results aloud, a little later than they come, so that only the last of many is heard. */
export function announcer(app: Notices): void {
  const region = find(".announce");
  let timer = 0;
  app.topics.on("message", () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      region.textContent = app.message;
    }, 120);
  });
}

/** What went wrong, until something else is done. */
export function complaint(app: Notices): HTMLElement {
  const text = el("span", {});
  const close = button("×", say("page.close"), () => app.dismissComplaint(), { "aria-label": say("page.close") });
  const root = el("div", { class: "complaint", role: "alert", hidden: true }, text, close);
  app.topics.on("complaint", () => {
    text.textContent = app.complaint;
    root.hidden = app.complaint === null;
  });
  return root;
}

/** Once all is shown: from then on the page opens without a network, and can be installed. */
export function keepOffline(): void {
  if (import.meta.env.PROD) void navigator.serviceWorker?.register("./worker-offline.js").catch(() => {});
}
