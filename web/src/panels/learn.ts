// The course: lessons by chapter, each with a short explanation. Loaded when it is opened, or a link names one.

import type { App } from "../app";
import { addressOf } from "../frame";
import { begin, type Lesson } from "../lessons/begin";
import { language, say } from "../words";
import { el } from "./dom";
import { lessonList, linksAddress } from "./lesson-list";
import { lessonNote } from "./lesson-note";
import { dialogue } from "./top";

const course = () => import("../lessons/course");

export async function openLessons(app: App): Promise<void> {
  const { CHAPTERS } = await course();
  let number = 0;
  const made = dialogue(
    say("learn.learnByWatching"),
    el("p", { class: "note" }, el("a", { href: linksAddress(language), text: say("learn.allLinks") })),
    ...CHAPTERS.flatMap(({ title, lessons }) => {
      number += lessons.length;
      const start = (lesson: Lesson) => {
        made.close();
        void app.attempt(() => begin(app, lesson));
      };
      return [el("h3", { text: title }), lessonList(app, lessons, start, number - lessons.length + 1)];
    }),
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

/** The note of this course. */
export const courseNote = (app: App): HTMLElement =>
  lessonNote(
    app,
    async () => (await course()).LESSONS,
    (lesson) => begin(app, lesson),
  );
