// All words of the page, in the language that was chosen. English comes with the page, any other language is loaded
// before anything else is put together: whoever imports this may say things at once.
import { words as english } from "./en";

export type Key = keyof typeof english;
export type Words = Readonly<Record<Key, string>>;

/**
 * The page in one language. `engine` has what the engine says in English, by kind and name: `algorithm.astar`;
 * `pseudocode` the lines of its searches, by the English ones.
 */
export interface Book {
  readonly words: Words;
  readonly engine: Readonly<Record<string, string>>;
  readonly pseudocode: Readonly<Record<string, string>>;
}

/** What a language is called in itself, and where its words are. */
export const LANGUAGES = {
  en: { name: "English", book: async (): Promise<Book> => ({ words: english, engine: {}, pseudocode: {} }) },
  de: { name: "Deutsch", book: async (): Promise<Book> => (await import("./de")).book },
} as const;

export type Language = keyof typeof LANGUAGES;

const REMEMBERED = "wayline.language";
const isLanguage = (name: string): name is Language => Object.hasOwn(LANGUAGES, name);

/** The language that the link names, or the one chosen here before, or else what the browser prefers. */
export function languageOf(search: string, chosen: string | null, preferred: readonly string[]): Language {
  const asked = [new URLSearchParams(search).get("lang"), chosen, ...preferred];
  const known = asked.flatMap((name) => name?.toLowerCase().split("-")[0] ?? []).find(isLanguage);
  return known ?? "en";
}

function remembered(): string | null {
  try {
    return localStorage.getItem(REMEMBERED);
  } catch {
    return null; // Storage may be forbidden, or there is none: in a test.
  }
}

/** The language of this page. */
export const language: Language =
  typeof document === "undefined" ? "en" : languageOf(location.search, remembered(), navigator.languages);

// A page in English is better than none.
const book = await LANGUAGES[language].book().catch(LANGUAGES.en.book);

/** What may be filled in: as a template would write it. */
type Value = string | number | readonly number[] | null | undefined;

/** The names between braces. */
type Holes<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Holes<Rest> : never;
type Values<K extends Key> = [Holes<(typeof english)[K]>] extends [never]
  ? []
  : [values: Readonly<Record<Holes<(typeof english)[K]>, Value>>];

/** Words by their key; what stands between braces is filled in. */
export function say<K extends Key>(key: K, ...[values]: Values<K>): string {
  return fill(book.words[key], values);
}

export function fill(text: string, values: Readonly<Record<string, Value>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (hole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : hole,
  );
}

/** A number with this many digits behind the point, or whatever stands for it. */
export function decimal(value: number, digits: number): string {
  return pointed(value.toFixed(digits));
}

/** A number that is written already, as this language writes it. */
export const pointed = (number: string): string => number.replace(".", say("number.point"));

/** What something of the engine's registry means: in its own words where there are no others. */
export function meaning(kind: string, name: string, english: string): string {
  return book.engine[`${kind}.${name}`] ?? english;
}

/** What something of the engine's registry is called. */
export function nameOf(kind: string, name: string): string {
  return book.engine[`${kind}.${name}`] ?? (kind === "parameter" ? name[0].toUpperCase() + name.slice(1) : name);
}

/** A line of the engine's pseudocode. */
export const codeLine = (english: string): string => book.pseudocode[english] ?? english;

/** The same place in another language: everything else of it is in its address. */
export function inLanguage(address: string, to: Language): string {
  const url = new URL(address);
  url.searchParams.set("lang", to);
  return url.href.replace(/([?&]embed)=(?=&|#|$)/, "$1");
}

/** Shows the page in another language. */
export function changeLanguage(to: Language): void {
  try {
    localStorage.setItem(REMEMBERED, to);
  } catch {
    // Storage may be forbidden: the address says it, too.
  }
  location.assign(inLanguage(location.href, to));
}
