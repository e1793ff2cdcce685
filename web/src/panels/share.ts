// Sharing: a link to exactly this, a picture, an animation, a trace.
import type { App } from "../app";
import { questionOf } from "../pane";
import { codeFor, fileFor, LANGUAGES, type Language } from "../share/code";
import { encodeLink } from "../share/link";
import { filmed, photographed } from "../share/picture";
import { endOf, writePosthoc } from "../share/posthoc";
import { sharedState } from "../share/state";
import { button, el } from "./dom";
import { download, saveMap } from "./files";
import { dialogue } from "./top";

async function copyText(text: string, note: HTMLElement, otherwise?: () => void): Promise<void> {
  const copied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  note.textContent = copied ? "Copied." : "This browser does not let the page copy: select the text and copy it.";
  if (!copied) otherwise?.();
}

/** The question as a program. */
function codePart(app: App, note: HTMLElement): Node[] {
  const { ends, map, made, pane } = app;
  if (app.unit || !ends) return [];
  const unpainted =
    made?.blocked.every((blocked, cell) => blocked === map.blocked[cell]) &&
    made.multipliers.every((multiplier, cell) => multiplier === map.multipliers[cell]);
  const file = fileFor(map.multipliers, map.weighted);
  const at = (cell: number) => [cell % map.width, Math.floor(cell / map.width)] as const;
  const asked = {
    map: made && unpainted ? { spec: made.spec } : { file },
    weighted: map.weighted,
    from: at(ends[0]),
    to: at(ends[1]),
    options: questionOf(pane.options, app.algorithm(pane.options.algorithm)),
  };
  const code = el("pre", { class: "program", tabindex: "0", "aria-label": "Program" });
  const language = el(
    "select",
    { "aria-label": "Language", on: { change: () => show() } },
    ...LANGUAGES.map((name) => el("option", { value: name, text: name })),
  );
  const show = () => {
    code.textContent = codeFor(language.value as Language, asked);
  };
  show();
  return [
    el("h3", { text: "Code" }),
    el(
      "div",
      { class: "row" },
      language,
      button("Copy code", "Copy this program", () => void copyText(code.textContent ?? "", note)),
      "file" in asked.map &&
        button(
          `Save ${file}`,
          "The map that the program opens",
          () => void saveMap(app, file.split(".")[1] as "map" | "txt" | "png"),
        ),
    ),
    code,
  ];
}

/** Browsers and chat programs truncate longer ones. */
const LONG = 8000;

export function openShare(app: App): void {
  const link = el("input", { type: "text", readOnly: true, class: "link", "aria-label": "Link" });
  const note = el("p", { class: "note", role: "status" });
  void app.attempt(async () => {
    const fragment = await encodeLink(sharedState(app));
    history.replaceState(null, "", `#${fragment}`);
    link.value = location.href;
    link.select();
    note.textContent =
      link.value.length > LONG
        ? `A long link (${link.value.length} characters): some programs truncate it. Saving the map as a file is safer.`
        : "";
  });
  const copy = button("Copy link", "Copy the link", () => void copyText(link.value, note, () => link.select()), {
    class: "primary",
  });
  const gif = button(
    "GIF",
    "The search as an animation",
    () =>
      void app.attempt(async () => {
        gif.disabled = true;
        try {
          const bytes = await filmed(app, (share) => {
            note.textContent = `Drawing frames … ${Math.round(share * 100)} %`;
          });
          note.textContent = `${Math.round(bytes.length / 1024)} KB.`;
          download([bytes as BlobPart], "wayline.gif", "image/gif");
        } finally {
          gif.disabled = false;
        }
      }),
  );
  dialogue(
    "Share",
    el("p", { text: "The link holds everything: the map, the ends, the searches, the step." }),
    el("div", { class: "row" }, link, copy),
    note,
    ...codePart(app, note),
    el("h3", { text: "Embed" }),
    el("p", { text: "The same in a frame on a page of yours, from a server of yours (docs/publishing.md)." }),
    el(
      "div",
      { class: "row" },
      button("Copy as HTML", "An iframe that shows exactly this", () => {
        const address = link.value.replace(/(\?[^#]*)?#/, "?embed#").replaceAll("&", "&amp;");
        void copyText(`<iframe src="${address}" width="100%" height="420" title="A path search"></iframe>`, note);
      }),
    ),
    el("h3", { text: "Pictures" }),
    el(
      "div",
      { class: "row" },
      button(
        "PNG",
        "What the map shows now",
        () => void app.attempt(async () => download([await photographed(app)], "wayline.png", "image/png")),
      ),
      gif,
    ),
    el("h3", { text: "Trace" }),
    el("p", { text: "For Posthoc, another search visualiser; this page opens such files too." }),
    el(
      "div",
      { class: "row" },
      button(
        "Posthoc trace",
        "What the search did, event by event",
        () =>
          void app.attempt(async () => {
            if (app.unit)
              throw new Error('A trace needs a search of single cells: choose "a single cell" as the unit first.');
            const { timeline, answer } = app.pane;
            const { map, ends } = app;
            if (!timeline || !answer || !ends)
              throw new Error("There is no recorded search to write: press Search first.");
            const { width, height } = map;
            const [from, to] = ends;
            const end = endOf(answer.anyAngle ? answer.turns : answer.path, answer.cost);
            download(
              writePosthoc({ width, height, from, to, events: timeline.events, end }),
              "wayline.trace.yaml",
              "text/yaml",
            );
          }),
      ),
    ),
  );
}
