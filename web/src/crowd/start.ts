// Puts the crowd view together: a world of units, orders by box and click, and what they did on a time line.

import { embed, embedded } from "../frame";
import { broaden, button, chooser, count, el, iconButton, section, slider, toolButton } from "../panels/dom";
import type { Icon } from "../panels/icons";
import { icon } from "../panels/icons";
import { showLink } from "../panels/link-dialogue";
import { announcer, complaint, find, keepOffline, stageRoot } from "../panels/notes";
import { tabs } from "../panels/tabs";
import { playButtons } from "../panels/timeline";
import { brand, dialogue, languageMenu, themeButton, views } from "../panels/top";
import { stageFoot, zoomButtons } from "../panels/zoom";
import { say } from "../words";
import { CrowdApp, MAPS, MOST_UNITS, PACE, type Tool } from "./app";
import "./crowd.css";
import { keyName, listenToKeys } from "../input/keys";
import { KEYS, listenToPointer } from "./input";
import { readOrders, writeOrders } from "./orders";
import { CrowdStage } from "./stage";

const FIRST_UNITS = 240;

export async function startCrowd(): Promise<void> {
  document.body.classList.add("crowd");
  const app = new CrowdApp();
  const root = stageRoot(say("crowd.mapWithUnits"));
  const parts = embedded(location.search);
  if (parts) embed(parts, root);
  const stage = new CrowdStage(app, root);
  find(".top").append(brand());
  find(".actions").append(
    views(),
    button(say("share.share"), say("network.aLinkToExactlyThis"), () => {
      if (!keepAddress(app)) app.complain(say("crowd.noLink"));
      else showLink(say("crowd.theLinkHolds"));
    }),
    button(say("page.keys"), say("page.whatTheKeysDo"), () => openKeys()),
    languageMenu(app, async () => void keepAddress(app)),
    themeButton(app),
  );
  find(".left").append(toolsPanel(app), mapPanel(app));
  find(".right").append(unitsPanel(app));
  find(".time").append(...timePanel(app));
  find(".tabs").append(
    ...tabs([
      ["map", say("crowd.map")],
      ["results", say("crowd.units")],
    ]),
  );
  root.append(stageFoot(root, legend(), zoomButtons(app, say("page.showTheWholeMap0"))), complaint(app));
  listenToPointer(app, stage, root);
  listenToKeys(KEYS, app, root);
  listenToDrops(app);
  announcer(app);
  await app.attempt(() => first(app));
  window.addEventListener("hashchange", () => void app.attempt(() => first(app)));
  // Browsers allow about a hundred changes of the address in half a minute.
  let timer = 0;
  app.topics.on(["map", "ends"], () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => keepAddress(app), 400);
  });
  Object.assign(window, { wayline: { app, stage } });
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
  if (!parts) keepOffline();
}

/** Longer ones are of no use. */
const MOST_LETTERS = 60_000;

/** What a generator made is in the address, with all that was ordered since; what came from a file is not. */
function keepAddress(app: CrowdApp): boolean {
  const orders = writeOrders(app.orders);
  const hash = app.spec ? `#map=${app.spec}&units=${app.units}${orders && `&orders=${orders}`}` : "";
  const kept = hash !== "" && hash.length <= MOST_LETTERS;
  const address = location.pathname + location.search + (kept ? hash : "");
  if (location.pathname + location.search + location.hash !== address) history.replaceState(null, "", address);
  return kept;
}

/** The map, the number of units and the orders that the address names; without any, two groups change places. */
async function first(app: CrowdApp): Promise<void> {
  const words = new URLSearchParams(location.hash.slice(1));
  const units = Math.min(MOST_UNITS, Math.max(1, Number(words.get("units")) || FIRST_UNITS));
  await app.open(words.get("map") ?? MAPS[0].spec, units);
  const orders = readOrders(words.get("orders") ?? "", app.units, app.width * app.height);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (orders.length > 0) {
    app.follow(orders);
    if (!still) app.play();
    return;
  }
  // In a frame of another page there is nobody who begins.
  const alone = !words.has("map") || embedded(location.search) !== null;
  if (alone && !still) await demonstrate(app);
}

/** Two groups are sent to each other's corner, so that there is something to see. */
async function demonstrate(app: CrowdApp): Promise<void> {
  const inGroup = (group: number) => [...app.groups.keys()].filter((unit) => app.groups[unit] === group);
  const where = (group: number) => {
    const { tick } = app.shown;
    const [unit] = inGroup(group);
    return Math.round(tick?.at[2 * unit + 1] ?? 0) * app.width + Math.round(tick?.at[2 * unit] ?? 0);
  };
  const [a, b] = [where(0), where(1)];
  app.select(inGroup(1));
  await app.send(a);
  app.select(inGroup(0));
  await app.send(b);
}

const TOOLS: readonly [Tool, Icon, string, string][] = [
  ["select", "select", say("crowd.select"), say("crowd.dragABoxAroundUnits")],
  ["wall", "wall", say("tools.wall"), say("crowd.paintWallsAlsoWhileThey")],
  ["free", "free", say("tools.erase"), say("crowd.takeWallsAway3")],
];

function toolsPanel(app: CrowdApp): HTMLElement {
  const buttons = TOOLS.map(([tool, icon, label, title]) =>
    toolButton(tool, icon, label, title, () => app.setTool(tool)),
  );
  const show = () => {
    for (const one of buttons) one.setAttribute("aria-pressed", String(one.dataset.tool === app.tool));
  };
  app.topics.on("tool", show);
  show();
  return section(
    say("tools.tools"),
    "map",
    el("div", { class: "tools three" }, ...buttons),
    el("p", {
      class: "hint",
      text: say("crowd.dragABoxAroundUnits2"),
    }),
    el(
      "div",
      { class: "row" },
      button(say("crowd.everybody"), say("crowd.selectAllUnitsCtrlA"), () => app.select(Array(app.units).keys())),
      button(say("crowd.nobody"), say("crowd.selectNone"), () => app.select([])),
    ),
  );
}

function mapPanel(app: CrowdApp): HTMLElement {
  let wanted = FIRST_UNITS;
  const open = (spec: string) => void app.attempt(() => app.open(spec, wanted));
  const OTHER = { value: "", label: "…" };
  const map = chooser(
    say("crowd.map"),
    [...MAPS.map(({ spec, label }) => ({ value: spec, label })), OTHER],
    MAPS[0].spec,
    (spec) => {
      if (spec !== "") open(spec);
    },
  );
  const units = slider(
    say("crowd.units"),
    { least: 10, most: MOST_UNITS, step: 10, value: FIRST_UNITS },
    (value) => count(value),
    (value) => {
      wanted = value;
    },
  );
  const input = el("input", {
    type: "file",
    multiple: true,
    class: "visually-hidden",
    tabindex: "-1",
    "aria-label": say("crowd.openAMapOrA"),
    accept: ".map,.scen,.txt",
    on: {
      change: () => {
        const files = [...(input.files ?? [])];
        input.value = "";
        void openFiles(app, files, wanted);
      },
    },
  });
  broaden(map.root);
  const other = map.select.querySelector<HTMLOptionElement>('option[value=""]');
  const note = el("p", { class: "note" });
  const show = () => {
    map.set(MAPS.some(({ spec }) => spec === app.spec) ? (app.spec ?? "") : "");
    if (other) other.textContent = app.file ?? app.spec ?? "…";
    note.textContent = say("crowd.byCellsUnits", { width: app.width, height: app.height, units: count(app.units) });
  };
  app.topics.on("map", show);
  show();
  return section(
    say("crowd.map"),
    "map",
    map.root,
    units.root,
    note,
    el(
      "div",
      { class: "row" },
      button(say("crowd.beginAgain"), say("crowd.theSameMapWithSo"), () => open(app.spec ?? MAPS[0].spec)),
      button(say("map.open"), say("crowd.aMapMapOrA"), () => input.click()),
    ),
    input,
    el("p", {
      class: "hint",
      text: say("crowd.aMultiAgentScenarioScen"),
    }),
  );
}

async function openFiles(app: CrowdApp, files: readonly File[], units: number): Promise<void> {
  await app.attempt(async () => {
    for (const { name, size } of files)
      if (size > 32 << 20) throw new Error(say("crowd.hasMBExpectedAtMost", { name, size: size >> 20 }));
    const read = async (file: File) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
    await app.openFiles(await Promise.all(files.map(read)), units);
  });
}

function listenToDrops(app: CrowdApp): void {
  const { body } = document;
  body.dataset.drop = say("crowd.drop");
  body.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    body.classList.add("dropping");
  });
  body.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) body.classList.remove("dropping");
  });
  body.addEventListener("drop", (event) => {
    event.preventDefault();
    body.classList.remove("dropping");
    void openFiles(app, [...(event.dataTransfer?.files ?? [])], FIRST_UNITS);
  });
}

type State = keyof ReturnType<CrowdApp["counts"]>;

const STATES: Readonly<Record<State, string>> = {
  "under way": say("crowd.underWay"),
  waiting: say("crowd.waiting"),
  aside: say("crowd.aside"),
  arrived: say("crowd.arrived"),
  "no path": say("crowd.noPath"),
  idle: say("crowd.idle"),
};

function unitsPanel(app: CrowdApp): HTMLElement {
  const table = el("table", { class: "figures" });
  const chosen = el("p", { class: "note" });
  let shown = "";
  const show = () => {
    const counts = Object.entries(app.counts());
    const text = JSON.stringify(counts);
    chosen.textContent = say("crowd.ofSelected", { selected: count(app.selected.size), units: count(app.units) });
    if (text === shown) return;
    shown = text;
    table.replaceChildren(
      el(
        "tbody",
        {},
        ...counts.map(([name, number]) =>
          el(
            "tr",
            { "data-row": name },
            el("th", { scope: "row", text: STATES[name as State] }),
            el("td", { text: count(number) }),
          ),
        ),
      ),
    );
  };
  app.topics.on(["position", "unit", "map"], show);
  show();
  return section(say("crowd.units"), "results", chosen, table);
}

function timePanel(app: CrowdApp): HTMLElement[] {
  const play = iconButton("play", say("timeline.play"), say("timeline.playOrPauseSpace"), () => app.toggle());
  const scrub = el("input", {
    type: "range",
    class: "scrub",
    min: "0",
    max: "0",
    step: "1",
    value: "0",
    "aria-label": say("crowd.positionInTime"),
    on: {
      input: () => {
        app.pause();
        app.seek(scrub.valueAsNumber);
      },
    },
  });
  const place = el("output", { class: "position" });
  const speed = slider(
    say("crowd.speed"),
    { least: 2, most: 60, step: 1, value: PACE },
    (value) => say("crowd.stepsS", { steps: Math.round(value / 2) }),
    (value) => app.setSpeed(value),
  );
  const show = () => {
    const label = app.playing ? say("timeline.pause") : say("timeline.play");
    if (play.getAttribute("aria-label") !== label) {
      play.setAttribute("aria-label", label);
      play.replaceChildren(icon(app.playing ? "pause" : "play"));
    }
    scrub.max = String(app.length);
    scrub.value = String(Math.floor(app.at));
    place.textContent = say("crowd.stepOfRecorded", {
      at: count(Math.floor(app.at / 2)),
      length: count(Math.floor(app.length / 2)),
    });
    place.dataset.position = String(Math.floor(app.at));
    scrub.setAttribute("aria-valuetext", place.textContent);
  };
  app.topics.on("position", show);
  show();
  return [playButtons(app, play), scrub, place, el("div", { class: "pace" }, speed.root)];
}

function legend(): HTMLElement {
  const entry = (kind: string, label: string) =>
    el("li", {}, el("span", { class: `key key-${kind}`, "aria-hidden": "true" }), label);
  return el(
    "div",
    { class: "legend", role: "group", "aria-label": say("legend.legend") },
    el(
      "div",
      { class: "legend-body" },
      el(
        "ul",
        {},
        entry("target", say("crowd.target")),
        entry("waits", say("crowd.waitsFor")),
        entry("aside", say("crowd.stepsAside")),
        entry("stuck", say("figures.noPath")),
        entry("chosen", say("crowd.selected2")),
      ),
      el("p", { text: say("crowd.dragABoxAroundUnits3") }),
    ),
  );
}

function openKeys(): void {
  dialogue(
    say("page.keys"),
    el("p", { text: say("crowd.arrowsSpaceHomeEndAnd") }),
    el(
      "table",
      { class: "keys" },
      el(
        "tbody",
        {},
        ...KEYS.map(({ keys, does }) =>
          el("tr", {}, el("td", {}, el("kbd", { text: keyName(keys) })), el("td", { text: does })),
        ),
      ),
    ),
  );
}
