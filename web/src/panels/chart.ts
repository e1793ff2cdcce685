// The open lists compared on a map of 2000x2000 cells, the classic comparison: no drawing, only
// searching, in a worker of its own, so that the page goes on meanwhile.
import { Wayline } from "wayline/client";
import type { App } from "../app";
import { button, count, el, milliseconds } from "./dom";
import { dialogue } from "./top";

const SIDE = 2000;
/** A list that takes longer is stopped: that is a result, too. */
const MOST_MS = 30_000;
/** The best of several runs, as long as a run is short. */
const RUNS = 3;

interface Bar {
  name: string;
  ms: number | null;
  note: string;
  /** Cost and expansions: the same with every list. */
  answer: string;
}

export function openChart(app: App): void {
  const chart = el("div", { class: "chart", role: "img", "aria-label": "Times of the open lists" });
  const status = el("p", { class: "note", role: "status" });
  const map = el(
    "select",
    { "aria-label": "Map" },
    ...[
      "random:2000x2000:density=0.2:seed=1",
      "open:2000x2000",
      "caves:2000x2000:seed=1",
      "maze:2000x2000:corridor=8:seed=1",
    ].map((spec) => el("option", { value: spec, text: `${spec.split(":")[0]} ${SIDE}×${SIDE}` })),
  );
  const algorithm = el(
    "select",
    { "aria-label": "Algorithm" },
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
    go.disabled = false;
  };
  const go = button("Run", "Search with each open list", () => void start(), { class: "primary" });

  async function start(): Promise<void> {
    stop();
    const mine = ++run;
    go.disabled = true;
    status.textContent = `Making a map of ${count(SIDE * SIDE)} cells …`;
    chart.replaceChildren();
    const own = await Wayline.open().catch(() => null);
    if (mine !== run || !own) return own?.close();
    engine = own;
    try {
      const made = await own.generate(map.value);
      // Once for all lists: to find ends that are far apart takes longer than most of the searches.
      const [from, to] = await made.ends();
      const bars: Bar[] = [];
      // The quickest come last in the engine's list: nobody has to wait for the slow ones first.
      for (const { name } of [...app.session.registry.openLists].reverse()) {
        status.textContent = `Searching with ${name} …`;
        const bar = await timed(name, (open) =>
          made.solve({ algorithm: algorithm.value, open, from, to, maxMs: MOST_MS }),
        );
        if (mine !== run) return;
        bars.push(bar);
        draw(chart, bars);
      }
      const same = new Set(bars.filter(({ ms }) => ms !== null).map(({ answer }) => answer)).size === 1;
      status.textContent = same
        ? "Every list that was not stopped gave the same answer: the open list changes the time, never the answer."
        : "The answers differ: please report this.";
    } catch (error) {
      if (mine === run) status.textContent = error instanceof Error ? error.message : String(error);
    }
    if (mine === run) stop();
  }

  const made = dialogue(
    "Open lists compared",
    el("p", {
      text: "Which cell comes next? An array looks at all of them, a heap keeps them half sorted, buckets keep a stack for each f.",
    }),
    el("div", { class: "row" }, map, algorithm, go),
    status,
    chart,
  );
  made.addEventListener("close", stop);
}

async function timed(
  name: string,
  solve: (open: string) => Promise<{ ms: number; outcome: string; expanded: number; cost: number | null }>,
): Promise<Bar> {
  let best = Infinity;
  let [note, result] = ["", ""];
  for (let runs = 0; runs < RUNS; runs++) {
    const answer = await solve(name);
    if (answer.outcome === "limit") return { name, ms: null, note: `stopped after ${MOST_MS / 1000} s`, answer: "" };
    best = Math.min(best, answer.ms);
    note = `${milliseconds(best)}, ${count(answer.expanded)} expanded`;
    result = `${answer.cost} ${answer.expanded}`;
    if (answer.ms > 2000) break;
  }
  return { name, ms: best, note, answer: result };
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
