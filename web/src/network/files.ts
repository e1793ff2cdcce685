// Files of networks, chosen or dropped: one, or two of which one has the nodes. Nothing leaves the computer.
import { say } from "../words";
import type { NetworkApp } from "./app";

const MOST_BYTES = 32 << 20;

interface Opened {
  name: string;
  bytes: Uint8Array;
}

/** Which of the files has the nodes: positions of DIMACS, or a CSV that is called so. */
export function isNodes(name: string): boolean {
  return /\.co(\.gz)?$/i.test(name) || /(nodes|stops|airports|places|points)[^/]*\.[ct]sv(\.gz)?$/i.test(name);
}

/** A map of OpenStreetMap, by how it begins: XML, or the header of a PBF. */
export function isOsm(bytes: Uint8Array): boolean {
  const begin = new TextDecoder("latin1").decode(bytes.subarray(0, 400));
  return /^\0\0\0.\n\tOSMHeader/s.test(begin) || /^\W*<\?xml[^>]*>\s*(<!--.*?-->\s*)*<osm\b|^\s*<osm\b/s.test(begin);
}

export async function openNetworkFiles(
  app: NetworkApp,
  files: readonly File[],
  bothWays: boolean,
  unit: string,
  travelling = "car",
): Promise<void> {
  await app.attempt(async () => {
    if (files.length === 0) return;
    if (files.length > 2) throw new Error(say("network.filesExpectedOneOrTwo", { number: files.length }));
    const opened = await Promise.all(files.map(readFile));
    const nodes = opened.length === 2 ? opened.find(({ name }) => isNodes(name)) : undefined;
    if (opened.length === 2 && !nodes)
      throw new Error(say("network.neitherNorIsCalledAfter", { first: opened[0].name, second: opened[1].name }));
    const edges = opened.find((one) => one !== nodes) ?? opened[0];
    if (isOsm(edges.bytes)) {
      const { streetsOf } = await import("./osm");
      const { lines, leftOut } = await streetsOf(edges.bytes, travelling);
      await app.openFile(edges.name, lines, undefined, false, "seconds", leftOut);
    } else await app.openFile(edges.name, edges.bytes, nodes?.bytes, bothWays, unit);
    app.search();
  });
}

async function readFile(file: File): Promise<Opened> {
  const large = (bytes: number) =>
    new Error(
      say("network.hasMBExpectedAtMost", {
        name: file.name,
        size: Math.round(bytes / (1 << 20)),
        most: MOST_BYTES >> 20,
      }),
    );
  if (file.size > MOST_BYTES) throw large(file.size);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return { name: file.name, bytes };
  const pieces: Uint8Array[] = [];
  let length = 0;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  // A small file may become a large one: it is stopped in time.
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MOST_BYTES) throw large(length);
    pieces.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return { name: file.name.replace(/\.gz$/i, ""), bytes: whole };
}

export function listenToDrops(app: NetworkApp, root: HTMLElement): void {
  root.dataset.drop = say("network.drop");
  const over = (on: boolean) => root.classList.toggle("dropping", on);
  root.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    over(true);
  });
  root.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) over(false);
  });
  root.addEventListener("drop", (event) => {
    event.preventDefault();
    over(false);
    void openNetworkFiles(app, [...(event.dataTransfer?.files ?? [])], true, "");
  });
}
