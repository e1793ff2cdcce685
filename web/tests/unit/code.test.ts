import { describe, expect, it } from "vitest";
import { embedded } from "../../src/frame";
import type { Options } from "../../src/pane";
import { type Asked, codeFor, fileFor } from "../../src/share/code";

const usual: Options = {
  algorithm: "astar",
  moves: 8,
  corners: "never",
  stepCosts: "exact",
  uphill: 0,
  heuristic: "auto",
};
const asked = (options: Options, more: Partial<Asked> = {}): Asked => ({
  map: { spec: "maze:9x9:seed=1" },
  weighted: false,
  from: [1, 2],
  to: [7, 8],
  options: { ...usual, ...options },
  ...more,
});

describe("the question as a program", () => {
  it("is a command with only what is unusual", () => {
    expect(codeFor("command", asked({}))).toBe("wayline solve maze:9x9:seed=1 --from 1,2 --to 7,8 --algorithm astar");
    expect(codeFor("command", asked({ algorithm: "auto", stepCosts: "uniform", corners: "one", closest: true }))).toBe(
      "wayline solve maze:9x9:seed=1 --from 1,2 --to 7,8 --corners one --step-costs uniform --closest",
    );
    // Corners and diagonals mean nothing with four moves.
    expect(codeFor("command", asked({ moves: 4, corners: "one", stepCosts: "uniform" }))).toContain("--moves 4");
    expect(codeFor("command", asked({ moves: 4, corners: "one" }))).not.toContain("corners");
  });

  it("opens the file of a map that no generator made", () => {
    const own = asked({}, { map: { file: "wayline.txt" }, weighted: true });
    expect(codeFor("Rust", own)).toContain('read_file("wayline.txt".as_ref())?.grid');
    expect(codeFor("JavaScript", own)).toContain('WaylineMap.read(readFileSync("wayline.txt"))');
    // The engine's own rule; that of the package is another.
    expect(codeFor("Python", own)).toContain('wl.Grid.open("wayline.txt", charge="mean", order="xy")');
    expect(codeFor("JavaScript", asked({}, { map: { file: "wayline.png" } }))).toContain("await readPicture(");
  });

  it("names what it uses in Rust, and nothing else", () => {
    const code = codeFor("Rust", asked({ algorithm: "weighted", weight: 2, ties: "low-g", open: "node-array" }));
    expect(code).toContain("use wayline::{Algorithm, Open, Query, Ties, Workspace, search};");
    for (const part of ["Algorithm::Weighted", "Open::NodeArray", "Ties::LowG", ".weight(2.00)?"])
      expect(code).toContain(part);
    expect(codeFor("Rust", asked({ algorithm: "jps-bare" }))).toContain("Algorithm::JpsBare");
    expect(codeFor("Rust", asked({ algorithm: "prepared" }))).toContain("search(&index, &query, &mut work)?");
  });

  it("saves a map in a format that keeps it", () => {
    const kept = (...multipliers: number[]) => fileFor(Float32Array.from(multipliers), multipliers.length > 0);
    expect([kept(), kept(1, 9), kept(1, 1.5), kept(12)]).toEqual([
      "wayline.map",
      "wayline.txt",
      "wayline.png",
      "wayline.png",
    ]);
  });
});

describe("an embedded page", () => {
  it("shows what its address asks for", () => {
    expect(embedded("")).toBeNull();
    expect(embedded("?renderer=2d")).toBeNull();
    expect(embedded("?embed")).toEqual(["time", "lesson"]);
    expect(embedded("?embed=time,results,nonsense")).toEqual(["time", "results"]);
    expect(embedded("?embed=nonsense")).toEqual(["time", "lesson"]);
  });
});
