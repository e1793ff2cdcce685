// Every language says everything, and nothing is said elsewhere.
import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { fill, inLanguage, LANGUAGES, type Language, languageOf, say } from "../../src/words";
import { words as english } from "../../src/words/en";
import { LESSONS } from "../../src/words/lessons";

const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
const OTHERS = (Object.keys(LANGUAGES) as Language[]).filter((name) => name !== "en");

describe.each(OTHERS)("%s", (name) => {
  it("has the same words, with the same places to fill in", async () => {
    const { words } = await LANGUAGES[name].book();
    expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(english)) {
      const said = words[key as keyof typeof english];
      expect(said.trim(), key).not.toBe("");
      expect(holes(said), key).toEqual(holes(text));
    }
  });

  it("has the same lessons", async () => {
    const [here, there] = [await LESSONS.en(), await LESSONS[name]()];
    expect(Object.keys(there.chapters)).toEqual(Object.keys(here.chapters));
    expect(Object.keys(there.lessons)).toEqual(Object.keys(here.lessons));
    for (const { title, text } of Object.values(there.lessons)) expect(title && text).toBeTruthy();
  });

  it("leaves hardly anything in English", async () => {
    const { words } = await LANGUAGES[name].book();
    // Sentences; words alone may be the same.
    const same = Object.entries(english).filter(
      ([key, text]) => words[key as never] === text && /[a-z] [a-z]/.test(text),
    );
    expect(same).toEqual([]);
  });
});

describe("a language is chosen", () => {
  it("by the link, by what was chosen before, by the browser, in this order", () => {
    expect(languageOf("?lang=de", "en", ["en"])).toBe("de");
    expect(languageOf("?view=network&lang=en", "de", ["de-AT"])).toBe("en");
    expect(languageOf("", "de", ["en"])).toBe("de");
    expect(languageOf("", null, ["fr", "de-AT", "en"])).toBe("de");
    expect(languageOf("?lang=xx", "constructor", ["fr"])).toBe("en");
  });
  it("and everything else of the address stays", () => {
    expect(inLanguage("http://x/y/?view=crowd#map=a:b&c", "de")).toBe("http://x/y/?view=crowd&lang=de#map=a:b&c");
    expect(inLanguage("http://x/?lang=de&embed#v=1", "en")).toBe("http://x/?lang=en&embed#v=1");
  });
});

it("fills in what stands between braces", () => {
  expect(say("page.stop")).toBe("Stop");
  expect(say("search.removeSearch", { number: 2 })).toBe("Remove search 2");
  expect(fill("{a} of {b}", { a: "{b}", b: 1 })).toBe("{b} of 1");
});

/** What looks like words and is none: names, formats, what the code itself says to programmers. */
const NO_WORDS = new Set(
  ["Wayline", "WebGL2", "Dijkstra", "Files", "Arrow", "Home", "Delete", "Enter", "Space", "End", "HEL", "AKL"].concat(
    ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Ctrl+a", "Ctrl+z", "Ctrl+y", "Ctrl+", ".map (Moving AI)"],
    // Rows of tables, by name.
    ["largest open list", "time needed", "placements expanded", "planned again", "placements learnt about"],
    ["under way", "no path"],
    // Errors of programmers.
    ["the page has no ", "LinkError", "TraceError"],
    // Selectors, fonts, what links and frames are made of.
    ["input:not([type=range]):not([type=checkbox]), textarea, select", "11px system-ui, sans-serif"],
    ["v map edits from to panes step body footprint rules bodyFrom bodyTo danger layers lesson", '<iframe src="'],
    ['" width="100%" height="420" title="A path search"></iframe>'],
  ),
);
/** Places whose literals are never shown: classes, selectors, types, addresses. */
const HIDDEN = /^(class|type|role|accept|name|rel|target|keys|spec|value|font|style)$/;
const HIDING =
  /^(querySelector|querySelectorAll|matchMedia|getPropertyValue|setProperty|getItem|setItem|call|add|toggle|el|URL|replace|exec|test|fromEntries|section)$/;

/** String literals of a file that a visitor might see. */
function spoken(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.ES2022, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isExportDeclaration(node)) return;
    if (ts.isPropertyAssignment(node) && HIDDEN.test(node.name.getText())) return;
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) return;
    if (ts.isCallExpression(node) && node.expression.getText() === "say")
      return void node.arguments.slice(1).forEach(visit);
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      const words = /[A-Za-z]{2,},? [a-z]{2,}/.test(node.text) || /^[A-Z][a-z]{2,}/.test(node.text);
      const call = ts.isCallExpression(node.parent) || ts.isNewExpression(node.parent) ? node.parent : null;
      const callee = call?.expression.getText().split(".").at(-1)?.replace("?", "") ?? "";
      if (words && !HIDING.test(callee) && !NO_WORDS.has(node.text)) found.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

it("nothing is said that is not in a file of words", () => {
  const root = new URL("../../src/", import.meta.url).pathname;
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (name) =>
      /\.ts$/.test(name) &&
      // Data, programs and pictures; what workers say to programmers; shaders.
      !/^(words|lessons|map|player|engine|compare)\/|share\/(code|posthoc|gif|base64|coder|cells)\.ts|worker\.ts|webgl\.ts|surface\.ts|icons\.ts|airports\.ts|presets\.ts|canvas2d\.ts|overlay\.ts|draw\.ts/.test(
        name,
      ),
  );
  expect(files.length).toBeGreaterThan(50);
  const said = files.flatMap((name) => spoken(root + name).map((text) => `${name}: ${text}`));
  expect(said).toEqual([]);
});
