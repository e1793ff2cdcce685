// The page of all lessons with their links, for teachers: one plain file a language, made when the page is built.
import { CHAPTERS } from "./src/lessons/course";
import { NETWORK_LESSONS } from "./src/network/lessons";
import { LANGUAGES, type Language } from "./src/words";
import { chapters as englishChapters } from "./src/words/en/lessons";
import { LESSONS } from "./src/words/lessons";

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** The file that a language's page is in; the page itself links to it (panels/lesson-list.ts). */
export const fileOf = (language: Language) => (language === "en" ? "lessons.html" : `lessons.${language}.html`);

export async function lessonsPage(language: Language): Promise<string> {
  const [{ words }, { chapters, lessons }] = await Promise.all([LANGUAGES[language].book(), LESSONS[language]()]);
  const keys = Object.entries(englishChapters) as [keyof typeof englishChapters, string][];
  const inOwnWords = (title: string) => chapters[keys.find(([, english]) => english === title)?.[0] ?? "graph"];
  const address = (name: string, view: string, embed: boolean) => {
    const asked = [view && `view=${view}`, language !== "en" && `lang=${language}`, embed && "embed"].filter(Boolean);
    return escaped(`./${asked.length > 0 ? `?${asked.join("&")}` : ""}#lesson=${name}`);
  };
  let number = 0;
  const chapter = (title: string, names: readonly string[], view = "") => {
    const items = names.map((name) => {
      const { title, text } = lessons[name as keyof typeof lessons];
      return `<li><a href="${address(name, view, false)}">${escaped(title)}</a> · <a href="${address(name, view, true)}">${escaped(words["links.frame"])}</a><p>${escaped(text)}</p></li>`;
    });
    const first = number + 1;
    number += names.length;
    return `<h2>${escaped(title)}</h2>\n<ol start="${first}">\n${items.join("\n")}\n</ol>`;
  };
  const parts = [
    ...CHAPTERS.map((one) =>
      chapter(
        inOwnWords(one.title),
        one.lessons.map(({ name }) => name),
      ),
    ),
    chapter(
      words["learn.networks"],
      NETWORK_LESSONS.map(({ name }) => name),
      "network",
    ),
  ];
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escaped(words["links.title"])}</title>
    <link rel="icon" href="./icon.svg" />
    <link rel="stylesheet" href="./lessons.css" />
  </head>
  <body>
    <main>
<h1>${escaped(words["links.title"])}</h1>
<p>${escaped(words["links.intro"])}</p>
${parts.join("\n")}
    </main>
  </body>
</html>
`;
}
