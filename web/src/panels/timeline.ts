// The time line: play, pause, step forwards and back, scrub, speed, by event or by expansion.

import type { App } from "../app";
import type { StepUnit } from "../player/player";
import { cutOf } from "../summary";
import { say } from "../words";
import { count, el, iconButton } from "./dom";
import { icon } from "./icons";

/** The slider's positions from slowest to fastest, on a scale of powers. */
const SLIDE = 1000;
const [SLOWEST, FASTEST] = [1, 4_000_000];
const speedAt = (at: number) => SLOWEST * (FASTEST / SLOWEST) ** (at / SLIDE);
const placeOf = (speed: number) => (Math.log(speed / SLOWEST) / Math.log(FASTEST / SLOWEST)) * SLIDE;

/** What is played: the searches of a page. */
type Played = Pick<
  App,
  "player" | "topics" | "timelines" | "chosen" | "animate" | "setAnimate" | "countBy" | "chooseSpeed"
> & {
  readonly unit: unknown;
};

export function timelinePanel(app: Played): HTMLElement[] {
  const { player } = app;
  const play = iconButton("play", say("timeline.play"), say("timeline.playOrPauseSpace"), () => player.toggle());
  const scrub = el("input", {
    type: "range",
    class: "scrub",
    min: "0",
    max: "0",
    step: "1",
    value: "0",
    "aria-label": say("timeline.positionInTheSearch"),
    on: {
      input: () => {
        player.pause();
        player.seek(scrub.valueAsNumber);
      },
    },
  });
  const place = el("output", { class: "position", "data-position": "0" });
  const by = el(
    "select",
    {
      "aria-label": say("timeline.stepBy"),
      on: {
        change: () => {
          app.countBy(by.value as StepUnit);
        },
      },
    },
    el("option", { value: "event", text: say("timeline.byEvent") }),
    el("option", { value: "expansion", text: say("timeline.byExpansion") }),
  );
  const speed = el("input", {
    type: "range",
    class: "speed",
    min: "0",
    max: String(SLIDE),
    value: "500",
    "aria-label": say("timeline.speed"),
    on: {
      input: () => app.chooseSpeed(speedAt(speed.valueAsNumber)),
    },
  });
  const rate = el("output", { class: "rate" });
  const animate = el("input", {
    type: "checkbox",
    checked: app.animate,
    on: {
      change: () => {
        app.setAnimate(animate.checked);
      },
    },
  });

  const show = () => {
    const { at, length } = player;
    const label = player.playing ? say("timeline.pause") : say("timeline.play");
    if (play.getAttribute("aria-label") !== label) {
      play.setAttribute("aria-label", label);
      play.replaceChildren(icon(player.playing ? "pause" : "play"));
    }
    scrub.max = String(length);
    scrub.value = String(at);
    const where =
      player.by === "event"
        ? say("timeline.eventOf", { at: count(at), length: count(length) })
        : say("timeline.expansionOf", { at: count(at), length: count(length) });
    scrub.setAttribute("aria-valuetext", where);
    const timeline = app.timelines[app.unit ? 0 : Math.min(app.chosen, app.timelines.length - 1)];
    const counts = timeline?.counts;
    const cut = cutOf(timeline?.events);
    place.textContent =
      where +
      (cut ? ` (${cut})` : "") +
      (counts ? ` · ${say("timeline.openClosed", { open: count(counts.open), closed: count(counts.closed) })}` : "");
    place.dataset.position = String(at);
    if (document.activeElement !== speed) speed.value = String(placeOf(player.speed));
    rate.textContent = say("timeline.aSecond", { speed: count(Math.round(player.speed)) });
    speed.setAttribute("aria-valuetext", rate.textContent);
    by.value = player.by;
  };
  app.topics.on(["position", "answer", "panes"], show);
  app.topics.on("animate", () => {
    animate.checked = app.animate;
  });
  show();
  return [
    playButtons(player, play),
    scrub,
    place,
    el(
      "div",
      { class: "pace" },
      by,
      el("label", { class: "speed-label" }, el("span", { text: say("timeline.speed") }), speed, rate),
      el("label", { class: "check", title: say("timeline.replayEachNewSearchFrom") }, animate, say("timeline.animate")),
    ),
  ];
}

/** Whatever goes forwards and back. */
interface Player {
  readonly length: number;
  seek(position: number): void;
  step(by: 1 | -1): void;
}

/** To the beginning, back, forward, to the end, and in the middle what plays and pauses. */
export function playButtons(player: Player, play: HTMLElement): HTMLElement {
  return el(
    "div",
    { class: "buttons" },
    iconButton("first", say("timeline.goToTheBeginning"), say("timeline.goToTheBeginningHome"), () => player.seek(0)),
    iconButton("back", say("timeline.oneStepBack"), say("timeline.oneStepBack2"), () => player.step(-1)),
    play,
    iconButton("on", say("timeline.oneStepForward"), say("timeline.oneStepForward2"), () => player.step(1)),
    iconButton("last", say("timeline.goToTheEnd"), say("timeline.goToTheEndEnd"), () => player.seek(player.length)),
  );
}
