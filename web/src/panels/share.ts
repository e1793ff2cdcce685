// Sharing: a link to exactly this, a picture, an animation, a trace.

import type { App } from "../app";
import { questionOf } from "../pane";
import { codeFor, fileFor, LANGUAGES, type Language } from "../share/code";
import { encodeLink } from "../share/link";
import { filmed, photographed } from "../share/picture";
import { endOf, writePosthoc } from "../share/posthoc";
import { sharedState } from "../share/state";
import { say } from "../words";
import { button, el } from "./dom";
import { download, saveMap } from "./files";
import { dialogue } from "./top";

async function copyText(text: string, note: HTMLElement, otherwise?: () => void): Promise<void> {
  const copied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  note.textContent = copied ? say("share.copied") : say("share.thisBrowserDoesNotLet");
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
  const code = el("pre", { class: "program", tabindex: "0", "aria-label": say("share.program") });
  const language = el(
    "select",
    { "aria-label": say("share.language"), on: { change: () => show() } },
    ...LANGUAGES.map((name) => el("option", { value: name, text: name })),
  );
  const show = () => {
    code.textContent = codeFor(language.value as Language, asked);
  };
  show();
  return [
    el("h3", { text: say("share.code") }),
    el(
      "div",
      { class: "row" },
      language,
      button(say("share.copyCode"), say("share.copyThisProgram"), () => void copyText(code.textContent ?? "", note)),
      "file" in asked.map &&
        button(
          say("share.save", { file }),
          say("share.theMapThatTheProgram"),
          () => void saveMap(app, file.split(".")[1] as "map" | "txt" | "png"),
        ),
    ),
    code,
  ];
}

/** Browsers and chat programs truncate longer ones. */
const LONG = 8000;

export function openShare(app: App): void {
  const link = el("input", { type: "text", readOnly: true, class: "link", "aria-label": say("share.link") });
  const note = el("p", { class: "note", role: "status" });
  void app.attempt(async () => {
    const fragment = await encodeLink(sharedState(app));
    history.replaceState(null, "", `#${fragment}`);
    link.value = location.href;
    link.select();
    note.textContent =
      link.value.length > LONG ? say("share.aLongLinkCharactersSome", { letters: link.value.length }) : "";
  });
  const copy = button(
    say("learn.copyLink"),
    say("share.copyTheLink"),
    () => void copyText(link.value, note, () => link.select()),
    {
      class: "primary",
    },
  );
  const gif = button(
    "GIF",
    say("share.theSearchAsAnAnimation"),
    () =>
      void app.attempt(async () => {
        gif.disabled = true;
        try {
          const bytes = await filmed(app, (share) => {
            note.textContent = say("share.drawingFrames", { percent: Math.round(share * 100) });
          });
          note.textContent = `${Math.round(bytes.length / 1024)} KB.`;
          download([bytes as BlobPart], "wayline.gif", "image/gif");
        } finally {
          gif.disabled = false;
        }
      }),
  );
  dialogue(
    say("share.share"),
    el("p", { text: say("share.theLinkHoldsEverythingThe") }),
    el("div", { class: "row" }, link, copy),
    note,
    ...codePart(app, note),
    el("h3", { text: say("share.embed") }),
    el("p", { text: say("share.theSameInAFrame") }),
    el(
      "div",
      { class: "row" },
      button(say("share.copyAsHTML"), say("share.anIframeThatShowsExactly"), () => {
        const named = new URLSearchParams(location.search).get("lang");
        const address = link.value
          .replace(/(\?[^#]*)?#/, named ? `?embed&lang=${named}#` : "?embed#")
          .replaceAll("&", "&amp;");
        void copyText(`<iframe src="${address}" width="100%" height="420" title="A path search"></iframe>`, note);
      }),
    ),
    el("h3", { text: say("share.pictures") }),
    el(
      "div",
      { class: "row" },
      button(
        "PNG",
        say("share.whatTheMapShowsNow"),
        () => void app.attempt(async () => download([await photographed(app)], "wayline.png", "image/png")),
      ),
      gif,
    ),
    el("h3", { text: say("share.trace") }),
    el("p", { text: say("share.forPosthocAnotherSearchVisualiser") }),
    el(
      "div",
      { class: "row" },
      button(
        say("share.posthocTrace"),
        say("share.whatTheSearchDidEvent"),
        () =>
          void app.attempt(async () => {
            if (app.unit) throw new Error(say("share.aTraceNeedsASearch"));
            const { timeline, answer } = app.pane;
            const { map, ends } = app;
            if (!timeline || !answer || !ends) throw new Error(say("share.thereIsNoRecordedSearch"));
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
