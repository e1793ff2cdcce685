// A link to what is shown, to be copied.
import { say } from "../words";
import { button, el } from "./dom";
import { dialogue } from "./top";

export function showLink(about: string): void {
  const note = el("p", { class: "note", role: "status" });
  const link = el("input", {
    type: "text",
    readOnly: true,
    class: "link",
    "aria-label": say("share.link"),
    value: location.href,
  });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link.value);
      note.textContent = say("share.copied");
    } catch {
      note.textContent = say("share.thisBrowserDoesNotLet");
      link.select();
    }
  };
  dialogue(
    say("share.share"),
    el("p", { text: about }),
    el(
      "div",
      { class: "row" },
      link,
      button(say("learn.copyLink"), say("share.copyTheLink"), () => void copy(), { class: "primary" }),
    ),
    note,
  );
  link.select();
}
