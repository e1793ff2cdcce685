// The course: lessons by chapter, each with a short explanation. Loaded when it is opened, or a link names one.
import type { App } from "../app";
import { begin } from "../lessons/begin";
import { button, el } from "./dom";
import { lessonNote } from "./lesson-note";
import { dialogue } from "./top";

const course = () => import("../lessons/course");

export async function openLessons(app: App): Promise<void> {
  const { CHAPTERS } = await course();
  let number = 0;
  const made = dialogue(
    "Learn by watching",
    ...CHAPTERS.flatMap(({ title, lessons }) => [
      el("h3", { text: title }),
      el(
        "ol",
        { class: "lessons", start: number + 1 },
        ...lessons.map((lesson) => {
          number++;
          return el(
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
            button("Copy link", `A link to this lesson: #lesson=${lesson.name}`, () => copyLink(app, lesson.name), {
              class: "small",
              "aria-label": `Copy link to ${lesson.title}`,
            }),
            el("p", { text: lesson.text }),
          );
        }),
      ),
    ]),
    el("h3", { text: "Networks" }),
    el(
      "p",
      {},
      "Streets, flights and roads have lessons of their own, in the view ",
      el("a", { href: "./?view=network#lesson=minutes", text: "Network" }),
      ".",
    ),
  );
}

function copyLink(app: App, lesson: string): void {
  const link = new URL(`#lesson=${lesson}`, location.href.replace(/#.*/, "")).href;
  const say = (text: string) => app.announce(text);
  const refused = () => app.complain(`This browser does not let the page copy. The link: ${link}`);
  if (navigator.clipboard)
    void navigator.clipboard.writeText(link).then(
      () => say("The link was copied."),
      () => refused(),
    );
  else refused();
}

/** The note of this course. */
export const courseNote = (app: App): HTMLElement =>
  lessonNote(
    app,
    async () => (await course()).LESSONS,
    (lesson) => begin(app, lesson),
  );
