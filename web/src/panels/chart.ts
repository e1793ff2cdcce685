// The open lists compared on one map, up to the classic 2000x2000 cells: no drawing, only searching, in a
// worker of its own, so that the page goes on meanwhile. It begins with a small map, where nobody waits.

import { Wayline } from "wayline/client";
import type { App } from "../app";
import { type Run, timed as repeated } from "../engine/timing";
import { decimal, say } from "../words";
import { button, count, el, milliseconds, timeText } from "./dom";
import { dialogue } from "./top";

const SIDES = [500, 1000, 2000];
const KINDS = ["random:SIZE:density=0.2:seed=1", "open:SIZE", "caves:SIZE:seed=1", "maze:SIZE:corridor=8:seed=1"];
/** A list that takes longer is stopped: that is a result, too. */
const MOST_MS = 30_000;

interface Bar {
  name: string;
  ms: number | null;
  note: string;
  /** Cost and expansions: the same with every list. */
  answer: string;
}

export function openChart(app: App): void {
  const chart = el("div", { class: "chart", role: "img", "aria-label": say("chart.timesOfTheOpenLists") });
  const status = el("p", { class: "note", role: "status" });
  const map = el(
    "select",
    { "aria-label": say("chart.map") },
    ...KINDS.map((spec) => el("option", { value: spec, text: spec.split(":")[0] })),
  );
  const side = el(
    "select",
    { "aria-label": say("chart.size") },
    ...SIDES.map((side) => el("option", { value: String(side), text: `${side}×${side}` })),
  );
  const bar = el("progress", { value: 0, max: app.session.registry.openLists.length, hidden: true });
  bar.setAttribute("aria-label", say("chart.listsThatAreDone"));
  const algorithm = el(
    "select",
    { "aria-label": say("chart.algorithm") },
    ...app.session.registry.algorithms
      .filter(({ takesOpen, name }) => takesOpen && name !== "auto")
      .map(({ name }) => el("option", { value: name, text: name, selected: name === "astar" })),
  );
  let run = 0;
  let engine: Wayline | null = null;
  const stop = () => {
    run++;
    engine?.close();
    engine = null;
    go.hidden = false;
    halt.hidden = bar.hidden = true;
    clearInterval(clock);
  };
  let clock = 0;
  const go = button(say("chart.run"), say("chart.searchWithEachOpenList"), () => void start(), { class: "primary" });
  const halt = button(say("page.stop"), say("chart.stopWhatIsMeasuredStays"), () => {
    stop();
    status.textContent = say("chart.stopped");
    go.focus();
  });
  halt.hidden = true;

  async function start(): Promise<void> {
    stop();
    const mine = ++run;
    go.hidden = true;
    halt.hidden = bar.hidden = false;
    halt.focus();
    bar.value = 0;
    const size = Number(side.value);
    status.textContent = say("chart.makingAMapOfCells", { cells: count(size * size) });
    chart.replaceChildren();
    const own = await Wayline.open().catch(() => null);
    if (mine !== run || !own) return own?.close();
    engine = own;
    try {
      const made = await own.generate(map.value.replace("SIZE", `${size}x${size}`));
      // Once for all lists: to find ends that are far apart takes longer than most of the searches.
      const [from, to] = await made.ends();
      const bars: Bar[] = [];
      // The quickest come last in the engine's list: nobody has to wait for the slow ones first.
      for (const { name } of [...app.session.registry.openLists].reverse()) {
        const began = performance.now();
        const showTime = () => {
          status.textContent = say("chart.searchingWithS", {
            name,
            seconds: ((performance.now() - began) / 1000).toFixed(0),
          });
        };
        showTime();
        clearInterval(clock);
        clock = window.setInterval(showTime, 1000);
        const measured = await timed(name, (open) =>
          made.solve({ algorithm: algorithm.value, open, from, to, maxMs: MOST_MS }),
        );
        if (mine !== run) return;
        bars.push(measured);
        bar.value = bars.length;
        draw(chart, bars);
      }
      const [cost, expanded] = bars.find(({ ms }) => ms !== null)?.answer.split(" ") ?? [];
      const answered = say("chart.costExpanded", { cost: decimal(Number(cost), 2), expanded: count(Number(expanded)) });
      const same = new Set(bars.filter(({ ms }) => ms !== null).map(({ answer }) => answer)).size === 1;
      status.textContent = same
        ? say("chart.everyListThatFinishedGave", { answered })
        : say("chart.theAnswersDifferPleaseReport");
    } catch (error) {
      if (mine === run) status.textContent = error instanceof Error ? error.message : String(error);
    }
    if (mine === run) stop();
  }

  const made = dialogue(
    say("chart.openListsCompared"),
    el("p", {
      text: say("chart.whichCellComesNextAn"),
    }),
    el("div", { class: "row" }, map, side, algorithm, go, halt, bar),
    status,
    chart,
  );
  made.addEventListener("close", stop);
}

async function timed(
  name: string,
  solve: (open: string) => Promise<Run & { outcome: string; expanded: number; cost: number | null }>,
): Promise<Bar> {
  const first = await solve(name);
  if (first.outcome === "limit")
    return { name, ms: null, note: say("figures.gaveUpAfterS", { seconds: MOST_MS / 1000 }), answer: "" };
  const timing = await repeated(
    first,
    () => solve(name),
    () => false,
  );
  const ms = timing?.ms ?? first.ms;
  return {
    name,
    ms,
    note: `${milliseconds(ms)} (${timing ? timeText(timing)[1] : say("figures.oneRun")})`,
    answer: `${first.cost} ${first.expanded}`,
  };
}

function draw(chart: HTMLElement, bars: Bar[]): void {
  const most = Math.max(...bars.map(({ ms }) => ms ?? MOST_MS));
  chart.replaceChildren(
    ...bars.map(({ name, ms, note }) => {
      const bar = el("span", { class: ms === null ? "bar stopped" : "bar" });
      bar.style.width = `${Math.max(0.5, ((ms ?? MOST_MS) / most) * 100)}%`;
      return el(
        "div",
        { class: "bar-row" },
        el("span", { class: "bar-name", text: name }),
        el("span", { class: "bar-track" }, bar),
        el("span", { class: "bar-note", text: note }),
      );
    }),
  );
  chart.setAttribute("aria-label", bars.map(({ name, note }) => `${name}: ${note}`).join("; "));
}
