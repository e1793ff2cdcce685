// The panels of the network view: where a network comes from, tools, what is selected.

import { broaden, button, chooser, count, el, section, slider, toolButton } from "../panels/dom";
import type { Icon } from "../panels/icons";
import { say } from "../words";
import type { NetworkApp, Tool } from "./app";
import { deleteEdge, deleteNode, renameNode } from "./drawing";
import { openNetworkFiles } from "./files";
import { TYPED } from "./model";
import { PRESETS } from "./presets";

const TOOLS: readonly [Tool, Icon, string, string][] = [
  ["move", "route", say("network.route"), say("network.dragAAndBClick")],
  ["reach", "reach", say("network.reach"), say("network.whatCanBeReachedFrom")],
  ["draw", "draw", say("network.draw"), say("network.addNodesConnectMoveAnd")],
];

export function toolsPanel(app: NetworkApp): HTMLElement {
  const buttons = TOOLS.map(([tool, icon, label, title]) =>
    toolButton(tool, icon, label, title, () => app.setTool(tool)),
  );
  const undo = button(say("tools.undo"), say("network.undoCtrlZ"), () => void app.attempt(() => app.undo()));
  const redo = button(say("tools.redo"), say("network.redoCtrlY"), () => void app.attempt(() => app.redo()));
  const within = slider(
    say("network.within"),
    { least: 1, most: 100, step: 1, value: 25 },
    () => app.text(app.within),
    (value) => app.setWithin(scaleOf(app) * (value / 100) ** 2),
  );
  const hint = el("p", { class: "hint" });
  const show = () => {
    for (const one of buttons) one.setAttribute("aria-pressed", String(one.dataset.tool === app.tool));
    buttons[2].disabled = app.model.doc === null;
    within.root.hidden = app.tool !== "reach";
    if (document.activeElement !== within.input)
      within.set(Math.round(100 * Math.sqrt(Math.min(1, app.within / scaleOf(app)))));
    else within.set(within.input.valueAsNumber);
    undo.disabled = !app.edits.canUndo;
    redo.disabled = !app.edits.canRedo;
    hint.textContent = {
      move: say("network.dragAOrBOr"),
      reach: app.reached
        ? say("network.ofNodesWithinOf", {
            reached: count(app.reached.nodes.length),
            nodes: count(app.model.nodes),
            within: app.text(app.within),
            place: app.model.title(app.reachFrom),
          })
        : say("network.pointAtAPlace"),
      draw: say("network.clickToAddANode"),
    }[app.tool];
  };
  app.topics.on(["tool", "map", "options", "layers", "unit"], show);
  show();
  return section(
    say("tools.tools"),
    "map",
    el("div", { class: "tools three" }, ...buttons),
    hint,
    within.root,
    el("div", { class: "row" }, undo, redo),
  );
}

/** The most that isochrones go to: twice the longest of a route across the network, or so. */
function scaleOf({ model }: NetworkApp): number {
  const preset = PRESETS.find(({ name }) => name === (model.world ? "airports" : ""));
  if (preset) return 4 * preset.within;
  const { costs } = model.parts;
  const mean = costs.reduce((sum, cost) => sum + cost, 0) / Math.max(1, costs.length);
  return Math.max(1e-3, 2.5 * mean * Math.sqrt(model.nodes + 4));
}

export function sourcePanel(app: NetworkApp): HTMLElement {
  const load = (act: () => Promise<void>) =>
    void app.attempt(async () => {
      await act();
      app.search();
    });
  const OTHER = { value: "", label: "…", title: "" };
  const preset = chooser(
    say("learn.network"),
    [...PRESETS.map(({ name, label, text }) => ({ value: name, label, title: text })), OTHER],
    "airports",
    (name) => {
      if (name !== "") load(() => app.openPreset(name));
    },
    true,
  );
  broaden(preset.root);
  const other = preset.select.querySelector<HTMLOptionElement>('option[value=""]');
  const nodes = el("input", {
    type: "number",
    min: "4",
    max: "20000",
    step: "1",
    value: "5000",
    "aria-label": say("network.junctions"),
  });
  const seed = el("input", { type: "number", min: "0", step: "1", value: "1", "aria-label": say("map.seed") });
  const generate = button(say("network.generate"), say("network.roadsWithSoManyJunctions"), () => {
    const size = Math.min(20_000, Math.max(4, Math.round(nodes.valueAsNumber || 5000)));
    nodes.value = String(size);
    load(() => app.openSpec(`roads:${size}:seed=${Math.max(0, Math.round(seed.valueAsNumber || 0))}`));
  });
  const both = el("input", { type: "checkbox", checked: true });
  const unit = chooser(
    say("network.costsAre"),
    [
      { value: "", label: say("network.plainNumbers") },
      { value: "seconds", label: say("network.seconds") },
      { value: "metres", label: say("network.metres") },
      { value: "kilometres", label: say("network.kilometres2") },
    ],
    "",
    () => {},
  );
  const travelling = chooser(
    say("network.streetsFor"),
    [
      { value: "car", label: say("network.cars") },
      { value: "bike", label: say("network.bicycles") },
      { value: "foot", label: say("network.walkers") },
    ],
    "car",
    () => {},
  );
  const input = el("input", {
    type: "file",
    multiple: true,
    class: "visually-hidden",
    tabindex: "-1",
    "aria-label": say("network.openANetwork"),
    accept: ".csv,.tsv,.geojson,.json,.gr,.co,.osm,.pbf,.gz,text/csv,application/geo+json",
    on: {
      change: () => {
        const files = [...(input.files ?? [])];
        input.value = "";
        void openNetworkFiles(app, files, both.checked, unit.select.value, travelling.select.value);
      },
    },
  });
  const size = el("p", { class: "note" });
  const show = () => {
    const { origin, model } = app;
    preset.set("preset" in origin ? origin.preset : "");
    if (other)
      other.textContent =
        "spec" in origin
          ? origin.spec
          : "file" in origin
            ? origin.file
            : "drawn" in origin
              ? say("network.yourDrawing")
              : "…";
    size.textContent = say("network.nodesEdges", { nodes: count(model.nodes), edges: count(model.edges) });
  };
  app.topics.on(["map", "options"], show);
  show();
  return section(
    say("learn.network"),
    "map",
    preset.root,
    size,
    el(
      "div",
      { class: "roads-row row" },
      el("label", { class: "short" }, el("span", { text: say("network.roads") }), nodes),
      el("label", { class: "short" }, el("span", { text: say("map.seed") }), seed),
      generate,
    ),
    el(
      "details",
      { class: "more" },
      el("summary", { text: say("network.aFileOfYours") }),
      el("p", {
        class: "hint",
        text: say("network.csvFromToCostNodes"),
      }),
      el("label", { class: "check" }, both, say("network.rowsOfCSVLeadBoth")),
      unit.root,
      travelling.root,
      button(say("map.open"), say("network.openOneFileOrTwo"), () => input.click()),
      input,
    ),
  );
}

/** What is selected: an edge with its cost, a node with its name. */
export function selectedPanel(app: NetworkApp): HTMLElement {
  const body = el("div", { class: "selected" });
  const root = section(say("network.selected"), "unit", body);
  const show = () => {
    const { selected } = app;
    if (selected?.kind === "edge") body.replaceChildren(...edgeFields(app, selected.edge));
    else if (selected?.kind === "node") body.replaceChildren(...nodeFields(app, selected.node));
    else body.replaceChildren(el("p", { class: "hint", text: say("network.nothingClickAnEdgeTo") }));
  };
  app.topics.on("unit", () => {
    show();
    // On a phone it would be out of sight otherwise.
    if (app.selected) document.querySelector<HTMLElement>('.tabs:not([hidden]) [data-tab="unit"]')?.click();
  });
  app.topics.on(["map", "options"], show);
  show();
  return root;
}

function edgeFields(app: NetworkApp, edge: number): Node[] {
  const { model, edits } = app;
  const back = model.opposite[edge];
  const [from, to] = [model.label(model.parts.from[edge]), model.label(model.parts.to[edge])];
  const { label, per } = TYPED[model.parts.unit];
  const change = (changes: Parameters<NetworkApp["change"]>[0]) => void app.attempt(() => app.change(changes));
  const cost = el("input", {
    type: "number",
    min: "0",
    step: "any",
    value: String(Number((app.cost(edge) / per).toFixed(3))),
    "data-field": "cost",
    on: {
      change: () => {
        const typed = cost.valueAsNumber;
        if (!(typed >= 0 && typed <= 1e7)) {
          app.announce(say("network.expectedANumberZeroOr", { label }));
          cost.value = String(app.cost(edge) / per);
          return;
        }
        // Both directions, unless they cost different amounts.
        const both = back >= 0 && app.cost(back) === app.cost(edge);
        change((both ? [edge, back] : [edge]).map((one) => ({ edge: one, cost: typed * per })));
      },
    },
  });
  const box = (text: string, field: string, checked: boolean, act: (checked: boolean) => void) => {
    const input = el("input", {
      type: "checkbox",
      checked,
      "data-field": field,
      on: { change: () => act(input.checked) },
    });
    return el("label", { class: "check" }, input, text);
  };
  const shut = app.isClosed(edge) && (back < 0 || app.isClosed(back));
  const oneWay = back >= 0 && app.isClosed(back) && !app.isClosed(edge);
  const all = back >= 0 ? [edge, back] : [edge];
  return [
    el(
      "p",
      { class: "selected-name" },
      el("strong", { text: `${from} ${back >= 0 ? "–" : "→"} ${to}` }),
      model.edgeName(edge) && ` ${model.edgeName(edge)}`,
    ),
    el("label", { class: "field" }, el("span", { text: label }), cost),
    box(say("network.closed2"), "closed", shut, (closed) => change(all.map((one) => ({ edge: one, closed })))),
    ...(back >= 0 && !shut
      ? [
          box(say("network.oneWayToOnly", { from, to }), "one-way", oneWay, (closed) =>
            change([
              { edge: back, closed },
              { edge, closed: false },
            ]),
          ),
        ]
      : []),
    el(
      "div",
      { class: "row" },
      back >= 0 &&
        button(say("network.otherDirection"), say("network.selectTheEdgeTheOther"), () =>
          app.select({ kind: "edge", edge: back }),
        ),
      model.doc &&
        button(
          say("network.delete"),
          say("network.deleteThisEdge"),
          () => void app.attempt(() => deleteEdge(app, edge)),
        ),
    ),
    ...(edits.costs.has(edge)
      ? [el("p", { class: "hint", text: say("network.itCost", { cost: app.text(model.parts.costs[edge]) }) })]
      : []),
  ];
}

function nodeFields(app: NetworkApp, node: number): Node[] {
  const { model } = app;
  const name = el("input", {
    type: "text",
    value: model.label(node),
    maxLength: 60,
    on: { change: () => void app.attempt(() => renameNode(app, node, name.value.trim() || model.parts.ids[node])) },
  });
  return [
    model.doc
      ? el("label", { class: "field" }, el("span", { text: say("network.name") }), name)
      : el("p", {}, el("strong", { text: model.title(node) })),
    el(
      "div",
      { class: "row" },
      button(say("network.startHere"), say("network.putAHereA"), () => app.setEnd(0, node)),
      button(say("network.goHere"), say("network.putBHereB"), () => app.setEnd(1, node)),
      model.doc &&
        button(
          say("network.delete"),
          say("network.deleteThisNodeAndIts"),
          () => void app.attempt(() => deleteNode(app, node)),
        ),
    ),
  ];
}
