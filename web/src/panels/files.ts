// Files in and out: maps, scenarios, traces, pictures. Nothing leaves the computer.
import type { App } from "../app";
import { Timeline } from "../player/timeline";
import { readPosthoc } from "../share/posthoc-read";

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
    app.announce(`Saved wayline.${format}.`);
  });
}

/** Opens whatever it is: a scenario, a Posthoc trace, or a map in any format the engine reads. */
export async function openFile(app: App, file: File): Promise<void> {
  await app.attempt(async () => {
    if (file.size > MOST_BYTES)
      throw new Error(`${file.name} is larger than the page can hold: ${Math.round(file.size / 1e6)} MB.`);
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (isScenario(bytes)) {
      const { openScenario } = await import("../queries/dialogue");
      return openScenario(app, new TextDecoder().decode(bytes), file.name);
    }
    if (isTrace(bytes)) return openTrace(app, new TextDecoder().decode(bytes), file.name);
    await app.load({ bytes });
    app.announce(`Opened ${file.name}: ${app.map.width} by ${app.map.height} cells.`);
    app.search();
  });
}

/** Opens several: a map before the scenario that is about it. */
export async function openFiles(app: App, files: readonly File[]): Promise<void> {
  const late = (file: File) => Number(file.name.endsWith(".scen"));
  for (const file of [...files].sort((a, b) => late(a) - late(b))) await openFile(app, file);
}

function isScenario(bytes: Uint8Array): boolean {
  return /^version[ \t]+[\d.]+\s/.test(new TextDecoder().decode(bytes.subarray(0, 40)));
}

function isTrace(bytes: Uint8Array): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, 4096));
  return /^\s*\{/.test(head) || /^(version|render|events|pivot)\s*:/m.test(head);
}

async function openTrace(app: App, text: string, name: string): Promise<void> {
  const trace = readPosthoc(text);
  const { width, height, from, to } = trace;
  // A trace has no map. If the one that is open has room for it, it is kept.
  if (app.map.width !== width || app.map.height < height)
    await app.load({ spec: `open:${width}x${height}` }, [from, to]);
  app.showTrace(await Timeline.open(trace.events, app.map.width * app.map.height), trace);
  app.announce(`Opened the trace ${name}: ${trace.events.length} events.`);
}

export function listenToDrops(app: App, root: HTMLElement): void {
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
