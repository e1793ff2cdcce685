// What every view of the page has: a voice, and a place for what went wrong.
import type { App } from "../app";
import { button, el } from "./dom";

/** A part of the page itself. */
export function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}

/** Says results aloud, a little later than they come, so that only the last of many is heard. */
export function announcer(app: Pick<App, "topics" | "message">): void {
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
export function complaint(app: Pick<App, "topics" | "complaint" | "dismissComplaint">): HTMLElement {
  const text = el("span", {});
  const close = button("×", "Close", () => app.dismissComplaint(), { "aria-label": "Close" });
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
