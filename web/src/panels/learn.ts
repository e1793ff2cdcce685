// The course: lessons by chapter, each with a short explanation. Loaded when it is opened, or a link names one.

import type { App } from "../app";
import { addressOf } from "../frame";
import { begin } from "../lessons/begin";
import { say } from "../words";
import { button, el } from "./dom";
import { lessonNote } from "./lesson-note";
import { dialogue } from "./top";

const course = () => import("../lessons/course");

export async function openLessons(app: App): Promise<void> {
  const { CHAPTERS } = await course();
  let number = 0;
  const made = dialogue(
    say("learn.learnByWatching"),
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
            button(
              say("learn.copyLink"),
              say("learn.aLinkToThisLesson", { name: lesson.name }),
              () => copyLink(app, lesson.name),
              {
                class: "small",
                "aria-label": say("learn.copyLinkTo", { title: lesson.title }),
              },
            ),
            el("p", { text: lesson.text }),
          );
        }),
      ),
    ]),
    el("h3", { text: say("learn.networks") }),
    el(
      "p",
      {},
      say("learn.streetsFlightsAndRoadsHave"),
      " ",
      el("a", { href: addressOf("network", "#lesson=minutes"), text: say("learn.network") }),
      ".",
    ),
  );
}

function copyLink(app: App, lesson: string): void {
  const link = new URL(`#lesson=${lesson}`, location.href.replace(/#.*/, "")).href;
  const refused = () => app.complain(say("learn.thisBrowserDoesNotLet", { link }));
  if (navigator.clipboard)
    void navigator.clipboard.writeText(link).then(
      () => app.announce(say("learn.theLinkWasCopied")),
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
