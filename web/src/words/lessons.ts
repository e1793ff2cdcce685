// What the lessons say, in the language of the page: loaded with the first of them.
import { type Language, language } from ".";
import * as english from "./en/lessons";

export type Lessons = {
  readonly chapters: Readonly<Record<keyof typeof english.chapters, string>>;
  readonly lessons: Readonly<Record<keyof typeof english.lessons, { readonly title: string; readonly text: string }>>;
};

export const LESSONS: Readonly<Record<Language, () => Promise<Lessons>>> = {
  en: async () => english,
  de: () => import("./de/lessons"),
};

const book: Lessons = await LESSONS[language]().catch(LESSONS.en);

/** A lesson's name, and what it says. */
export function told<Name extends keyof typeof english.lessons>(name: Name) {
  return { name, ...book.lessons[name] };
}

export function chapter(name: keyof typeof english.chapters): string {
  return book.chapters[name];
}
