// Files in and out: maps, scenarios, traces, pictures. Nothing leaves the computer.

import type { App } from "../app";
import { MOST_PANES } from "../pane";
import { Timeline } from "../player/timeline";
import { readPosthoc } from "../share/posthoc-read";
import { say } from "../words";

/** Larger files are not opened: a map of 4096x4096 cells takes 17 MB. */
const MOST_BYTES = 600 << 20;

export function download(pieces: BlobPart[], name: string, type: string): void {
  const url = URL.createObjectURL(new Blob(pieces, { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export async function saveMap(app: App, format: "map" | "png" | "txt"): Promise<void> {
  await app.attempt(async () => {
    if (format === "txt") {
      await app.session.map.setStart(app.ends?.[0]);
      await app.session.map.setGoal(app.ends?.[1]);
    }
    const bytes = await app.session.map.write(format);
    download([bytes as BlobPart], `wayline.${format}`, format === "png" ? "image/png" : "text/plain");
    app.announce(say("files.savedWayline", { format }));
  });
}

interface Opened {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly kind: "map" | "trace" | "scenario";
}

/**
 * Opens whatever they are: maps in any format the engine reads, Posthoc traces, which are shown beside each other,
 * scenarios. A map comes before what is about it.
 */
export async function openFiles(app: App, files: readonly File[]): Promise<void> {
  await app.attempt(async () => {
    const opened = await Promise.all(files.map(readFile));
    for (const { name, bytes } of opened.filter(({ kind }) => kind === "map")) {
      await app.load({ bytes });
      app.announce(say("files.openedByCells", { name, width: app.map.width, height: app.map.height }));
      app.search();
    }
    const traces = opened.filter(({ kind }) => kind === "trace");
    if (traces.length > 0) await openTraces(app, traces);
    for (const { name, bytes } of opened.filter(({ kind }) => kind === "scenario").slice(0, 1)) {
      const { openScenario } = await import("../queries/dialogue");
      openScenario(app, new TextDecoder().decode(bytes), name);
    }
  });
}

async function readFile(file: File): Promise<Opened> {
  if (file.size > MOST_BYTES)
    throw new Error(say("files.isLargerThanThePage", { name: file.name, size: Math.round(file.size / 1e6) }));
  const bytes = new Uint8Array(await file.arrayBuffer());
  const head = new TextDecoder().decode(bytes.subarray(0, 4096));
  const kind = /^version[ \t]+[\d.]+\s/.test(head)
    ? "scenario"
    : /^\s*\{/.test(head) || /^(version|render|events|pivot)\s*:/m.test(head)
      ? "trace"
      : "map";
  return { name: file.name, bytes, kind };
}

async function openTraces(app: App, files: readonly Opened[]): Promise<void> {
  const traces = files.slice(0, MOST_PANES).map(({ bytes }) => readPosthoc(new TextDecoder().decode(bytes)));
  const [{ width, from, to }] = traces;
  if (traces.some((trace) => trace.width !== width)) throw new Error(say("files.theseTracesAreOfMaps"));
  const height = Math.max(...traces.map((trace) => trace.height));
  // A trace has no map. If the one that is open has room for it, it is kept.
  if (app.map.width !== width || app.map.height < height)
    await app.load({ spec: `open:${width}x${height}` }, [from, to]);
  const cells = app.map.width * app.map.height;
  app.showTraces(
    await Promise.all(
      traces.map(async (trace, index) => ({
        trace,
        timeline: await Timeline.open(trace.events, cells),
        name: files[index].name.replace(/(\.trace)?\.(yaml|yml|json)$/, ""),
      })),
    ),
  );
  const events = traces.reduce((sum, trace) => sum + trace.events.length, 0);
  app.announce(say("files.openedEvents", { names: files.map(({ name }) => name).join(", "), events }));
}

export function listenToDrops(app: App, root: HTMLElement): void {
  root.dataset.drop = say("frame.drop");
  const over = (on: boolean) => root.classList.toggle("dropping", on);
  root.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    over(true);
  });
  // Left for nowhere: out of the window.
  root.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) over(false);
  });
  root.addEventListener("drop", (event) => {
    event.preventDefault();
    over(false);
    void openFiles(app, [...(event.dataTransfer?.files ?? [])]);
  });
}
