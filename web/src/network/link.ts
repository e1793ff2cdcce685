// The network view in a link: the network, its changes, the ends, the searches, the step. Plain words where that is
// short, so that a link can be read and written by hand: #net=airports&from=HEL&to=SYD&by=dijkstra,astar

import { base64, bytesOf } from "../share/base64";
import { say } from "../words";
import { ALGORITHMS, type AlgorithmName, type NetworkApp } from "./app";
import type { Change } from "./edits";
import type { Doc } from "./model";

export interface Shared {
  net: { preset: string } | { spec: string } | { doc: Doc; world: boolean } | null;
  changes: Change[];
  /** Ids of nodes. */
  from: string | null;
  to: string | null;
  by: AlgorithmName[];
  step: number | null;
  lesson: string | null;
}

/** A network that fits into no link: it came from a large file. */
export const NOT_SHARED = say("network.thisNetworkCameFromA");

export function sharedState(app: NetworkApp): Shared {
  const { origin, model, edits, ends, player } = app;
  const net =
    "preset" in origin ? origin : "spec" in origin ? origin : model.doc && { doc: model.doc, world: model.world };
  const changes = new Map<number, Change>();
  for (const [edge, cost] of edits.costs) changes.set(edge, { edge, cost });
  for (const edge of edits.closed) changes.set(edge, { ...changes.get(edge), edge, closed: true });
  return {
    net,
    changes: [...changes.values()].sort((a, b) => a.edge - b.edge),
    from: ends ? model.parts.ids[ends[0]] : null,
    to: ends ? model.parts.ids[ends[1]] : null,
    by: app.panes.map(({ algorithm }) => algorithm),
    step: player.at < player.length ? (app.timelines[0]?.position ?? null) : null,
    lesson: app.lesson,
  };
}

export async function encodeLink({ net, changes, from, to, by, step, lesson }: Shared): Promise<string> {
  const words: [string, string][] = [];
  if (net && "preset" in net) words.push(["net", net.preset]);
  else if (net && "spec" in net) words.push(["net", net.spec]);
  else if (net) words.push([net.world ? "world" : "drawn", await packed(net.doc)]);
  if (from !== null) words.push(["from", from]);
  if (to !== null) words.push(["to", to]);
  words.push(["by", by.join(",")]);
  if (changes.length > 0)
    words.push([
      "edges",
      changes.map(({ edge, cost, closed }) => `${edge}:${cost ?? ""}${closed ? "x" : ""}`).join(","),
    ]);
  if (step !== null) words.push(["step", String(step)]);
  if (lesson) words.push(["lesson", lesson]);
  const escaped = (text: string) => encodeURIComponent(text).replaceAll("%3A", ":").replaceAll("%2C", ",");
  return words.map(([name, value]) => `${name}=${escaped(value)}`).join("&");
}

export async function decodeLink(fragment: string): Promise<Shared> {
  const words = new URLSearchParams(fragment);
  const net = words.get("net");
  const drawn = words.get("drawn");
  const world = words.get("world");
  const by = (words.get("by") ?? "astar").split(",");
  const known = by.filter((name): name is AlgorithmName => ALGORITHMS.some((algorithm) => algorithm.name === name));
  if (known.length < by.length)
    throw new Error(
      say("network.theLinkNamesSearchesThat", {
        by: by.join(","),
        expected: ALGORITHMS.map(({ name }) => name).join(", "),
      }),
    );
  const changes = (words.get("edges") ?? "")
    .split(",")
    .filter(Boolean)
    .map((text) => {
      const [, edge, cost, closed] = /^(\d+):(\d*\.?\d*)(x?)$/.exec(text) ?? [];
      if (edge === undefined) throw new Error(say("network.theLinkHasAChange", { text }));
      return { edge: Number(edge), ...(cost ? { cost: Number(cost) } : {}), ...(closed ? { closed: true } : {}) };
    });
  const step = words.get("step");
  const doc = drawn ?? world;
  return {
    net: doc
      ? { doc: await unpacked(doc), world: world !== null }
      : net === null
        ? null
        : net.includes(":")
          ? { spec: net }
          : { preset: net },
    changes,
    from: words.get("from"),
    to: words.get("to"),
    by: known,
    step: step === null ? null : Number(step) || 0,
    lesson: words.get("lesson"),
  };
}

export async function showShared(app: NetworkApp, shared: Shared): Promise<void> {
  const { net, changes, from, to } = shared;
  if (!net) await app.openPreset("airports");
  else if ("preset" in net) await app.openPreset(net.preset);
  else if ("spec" in net) await app.openSpec(net.spec);
  else await app.openDoc(net.doc, net.world);
  const { ids } = app.model.parts;
  const ends = [from, to].map((id, which) => (id === null ? (app.ends?.[which] ?? -1) : ids.indexOf(id)));
  const missing = [from, to].filter((id, which) => id !== null && ends[which] < 0);
  if (ends.every((node) => node >= 0)) app.setEnds(ends[0], ends[1]);
  app.setPanes(shared.by);
  const fitting = changes.filter(({ edge }) => edge < app.model.edges);
  if (fitting.length > 0) await app.change(fitting, false);
  app.setLesson(shared.lesson);
  app.showAt(shared.step);
  if (missing.length > 0) app.complain(say("network.theLinkNamesPlacesThat", { missing: missing.join(", ") }));
  else if (fitting.length < changes.length) app.complain(say("network.theLinkChangesEdgesThat"));
}

/** A drawing as text: its parts, deflated. */
async function packed(doc: Doc): Promise<string> {
  const round = (degrees: number) => Number(degrees.toFixed(6));
  const text = JSON.stringify([
    doc.unit,
    doc.nodes.map(({ id, name, at, rank }) => [id, name === id ? 0 : name, round(at[0]), round(at[1]), rank ?? 1]),
    doc.edges.map(({ from, to, cost, name }) => (name ? [from, to, cost, name] : [from, to, cost])),
  ]);
  return base64(await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw")));
}

async function unpacked(text: string): Promise<Doc> {
  const broken = () => new Error(say("network.theLinkIsDamagedPart"));
  const bytes = bytesOf(text);
  if (!bytes) throw broken();
  try {
    const json = new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
    const [unit, nodes, edges] = JSON.parse(json) as [Doc["unit"], unknown[][], unknown[][]];
    return {
      unit,
      nodes: nodes.map(([id, name, latitude, longitude, rank]) => ({
        id: String(id),
        name: name === 0 ? String(id) : String(name),
        at: [Number(latitude), Number(longitude)] as const,
        rank: Number(rank),
      })),
      edges: edges.map(([from, to, cost, name]) => ({
        from: Number(from),
        to: Number(to),
        cost: Number(cost),
        name: name === undefined ? "" : String(name),
      })),
    };
  } catch {
    throw broken();
  }
}

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const piped = new Blob([bytes as BlobPart]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}
