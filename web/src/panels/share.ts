// Sharing: a link to exactly this, a picture, an animation, a trace.
import type { App } from "../app";
import { encodeLink } from "../share/link";
import { filmed, photographed } from "../share/picture";
import { endOf, writePosthoc } from "../share/posthoc";
import { sharedState } from "../share/state";
import { button, el } from "./dom";
import { download } from "./files";
import { dialogue } from "./top";

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
  const copy = button(
    "Copy link",
    "Copy the link",
    () => {
      const done = () => {
        note.textContent = "Copied.";
      };
      if (navigator.clipboard) void navigator.clipboard.writeText(link.value).then(done, () => link.select());
      else link.select();
    },
    { class: "primary" },
  );
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
