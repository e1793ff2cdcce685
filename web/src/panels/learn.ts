// A few searches worth watching, each with a short explanation.
import type { App } from "../app";
import { begin, LESSONS } from "../lessons";
import { button, el } from "./dom";
import { dialogue } from "./top";

export function openLessons(app: App): void {
  const made = dialogue(
    "Learn by watching",
    el(
      "ul",
      { class: "lessons" },
      ...LESSONS.map((lesson) =>
        el(
          "li",
          {},
          button(
            lesson.title,
            lesson.text,
            () => {
              made.close();
              void app.attempt(() => begin(app, lesson));
            },
            { class: "lesson", "data-lesson": lesson.name },
          ),
          el("p", { text: lesson.text }),
        ),
      ),
    ),
  );
}

/** The sentence of the lesson that is shown, below the map. */
export function lessonNote(app: App): HTMLElement {
  const text = el("p", {});
  const next = button("Next lesson", "The next lesson", () => {
    const at = LESSONS.findIndex(({ name }) => name === app.lesson);
    void app.attempt(() => begin(app, LESSONS[(at + 1) % LESSONS.length]));
  });
  const root = el(
    "div",
    { class: "lesson-note", hidden: true },
    text,
    el(
      "div",
      { class: "row" },
      next,
      button("Close", "Hide this note", () => {
        app.setLesson(null);
      }),
    ),
  );
  app.topics.on("lesson", () => {
    const lesson = LESSONS.find(({ name }) => name === app.lesson);
    root.hidden = !lesson;
    if (lesson) text.replaceChildren(el("strong", { text: `${lesson.title} ` }), lesson.text);
  });
  return root;
}
