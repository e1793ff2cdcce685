// The sentence of the lesson that is shown, below the stage, and how to go on from it.

import type { Notices } from "../notices";
import { say } from "../words";
import { button, el } from "./dom";

interface Lesson {
  name: string;
  title: string;
  text: string;
}

interface Taught extends Notices {
  readonly lesson: string | null;
  setLesson(name: string | null): void;
  attempt<T>(act: () => Promise<T>): Promise<T | undefined>;
}

/** Lessons come when they are asked for: they may have to be loaded. */
export function lessonNote<L extends Lesson>(
  app: Taught,
  lessons: () => Promise<readonly L[]>,
  begin: (lesson: L) => Promise<unknown>,
): HTMLElement {
  const text = el("p", {});
  const go = (by: 1 | -1) =>
    void app.attempt(async () => {
      const all = await lessons();
      const at = all.findIndex(({ name }) => name === app.lesson);
      await begin(all[(at + by + all.length) % all.length]);
    });
  const root = el(
    "div",
    { class: "lesson-note", hidden: true },
    text,
    el(
      "div",
      { class: "row" },
      button(say("learn.back"), say("learn.theLessonBefore"), () => go(-1)),
      button(say("learn.nextLesson"), say("learn.theNextLesson"), () => go(1)),
      button(say("learn.close"), say("learn.hideThisNote"), () => app.setLesson(null)),
    ),
  );
  app.topics.on("lesson", () => {
    const { lesson: name } = app;
    if (!name) {
      root.hidden = true;
      return;
    }
    void lessons().then((all) => {
      if (app.lesson !== name) return;
      const at = all.findIndex((lesson) => lesson.name === name);
      root.hidden = at < 0;
      if (at >= 0) text.replaceChildren(el("strong", { text: `${at + 1}. ${all[at].title} ` }), all[at].text);
    });
  });
  return root;
}
