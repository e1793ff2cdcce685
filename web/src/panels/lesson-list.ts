// A list of lessons: what each says, a button that begins it, and one that copies its link.

import type { Notices } from "../notices";
import { say } from "../words";
import { button, el } from "./dom";

interface Listed {
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

export function lessonList<L extends Listed>(
  app: Pick<Notices, "complain" | "announce">,
  lessons: readonly L[],
  begin: (lesson: L) => void,
  first = 1,
): HTMLElement {
  return el(
    "ol",
    { class: "lessons", start: first },
    ...lessons.map((lesson) =>
      el(
        "li",
        {},
        el(
          "div",
          { class: "lesson-head" },
          button(lesson.title, lesson.text, () => begin(lesson), { class: "lesson", "data-lesson": lesson.name }),
          copyButton(app, lesson),
        ),
        el("p", { text: lesson.text }),
      ),
    ),
  );
}

function copyButton(app: Pick<Notices, "complain" | "announce">, { name, title }: Listed): HTMLElement {
  const copy = async () => {
    const link = new URL(`#lesson=${name}`, location.href.replace(/#.*/, "")).href;
    try {
      await navigator.clipboard.writeText(link);
      made.textContent = say("share.copied");
      app.announce(say("learn.theLinkWasCopied"));
    } catch {
      app.complain(say("learn.thisBrowserDoesNotLet", { link }));
    }
  };
  const made = button(say("learn.copyLink"), say("learn.aLinkToThisLesson", { name }), () => void copy(), {
    class: "small",
    "aria-label": say("learn.copyLinkTo", { title }),
  });
  return made;
}

/** The page of all lessons with their links, made when the page is built (links.ts). */
export const linksAddress = (language: string): string =>
  language === "en" ? "./lessons.html" : `./lessons.${language}.html`;
