// Compares with the native engine, whose program (examples/native.rs) is named first: the answers to
// a thousand questions have to be the same; times are printed.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import * as wayline from "../pkg/node.js";
import { answers } from "./cases.mjs";

const [program, questions = "1000", seed = "1"] = process.argv.slice(2);
const run = (...values) => execFileSync(program, values, { encoding: "utf8" }).trim();

const { WaylineMap, solve } = wayline;
const own = answers(wayline, Number(questions), Number(seed));
const result = `${own.questions} questions, ${own.found} found: ${own.hash}`;
const native = run("answers", questions, seed);
console.log(`WebAssembly  ${result}\nnative       ${native}`);
if (result !== native) {
  console.error("the answers differ");
  process.exit(1);
}

const path = new URL("./timed.txt", import.meta.url);
const lines = readFileSync(path, "utf8").trim().split("\n");
const rows = lines.map((line) => {
  const [algorithm, open, spec] = line.split(" ");
  const map = WaylineMap.generate(spec);
  const blocked = map.blocked();
  const options = {
    algorithm,
    open: open === "auto" ? undefined : open,
    from: blocked.indexOf(0),
    to: blocked.lastIndexOf(0),
    maxExpansions: 300000,
    verify: "none",
  };
  // Each in turn, so that whatever else the machine does hits both; the best of several.
  let [best, beside] = [Infinity, Infinity];
  for (let round = 0; round < 3; round++) {
    const began = performance.now();
    for (let i = 0; i < 40 && (i < 4 || performance.now() - began < 300); i++) {
      best = Math.min(best, solve(map, options).ms);
    }
    beside = Math.min(beside, Number(run("time", line)));
  }
  map.free();
  return [algorithm, open, spec, best.toFixed(3), beside.toFixed(3), (best / beside).toFixed(2)];
});
const head = ["algorithm", "open list", "map", "WebAssembly ms", "native ms", "ratio"];
const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i].length)));
for (const row of [head, ...rows]) {
  console.log(row.map((text, i) => (i < 3 ? text.padEnd(widths[i]) : text.padStart(widths[i]))).join("  "));
}
