// A search line by line: folded away at first, and loaded when it is opened.

import type { App } from "../app";
import { say } from "../words";
import { el, section } from "./dom";

export function studyPanel(app: App): HTMLElement {
  const body = el("div", {});
  const root = section(say("study.lineByLine"), "search", body);
  root.open = false;
  root.addEventListener("toggle", () => {
    if (!root.open) app.predictions.on && app.predictions.set(false);
    else if (body.childElementCount > 0) app.topics.tell("predict");
    else
      void app.attempt(async () => {
        const { studyBody } = await import("../study/panel");
        if (body.childElementCount === 0) body.append(studyBody(app, () => root.open));
      });
  });
  app.topics.on("unit", () => {
    root.hidden = app.unit !== null;
  });
  return root;
}
