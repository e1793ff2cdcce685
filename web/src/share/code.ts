// The question that the page shows, as a program: the same map, ends and options, in Rust, JavaScript, Python or
// as a command. Only what differs from the usual is written.
import type { Options } from "../pane";

export const LANGUAGES = ["Rust", "JavaScript", "Python", "command"] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Asked {
  /** A generator's line, or a file that the map was saved to. */
  readonly map: { readonly spec: string } | { readonly file: string };
  readonly weighted: boolean;
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  /** As they are sent to the engine. */
  readonly options: Options;
}

/** The format that keeps a map of these multipliers. */
export function fileFor(multipliers: Float32Array, weighted: boolean): string {
  if (!weighted) return "wayline.map";
  const digits = multipliers.every((multiplier) => Number.isInteger(multiplier) && multiplier <= 9);
  return digits ? "wayline.txt" : "wayline.png";
}

export function codeFor(language: Language, asked: Asked): string {
  const written = { Rust: rust, JavaScript: javascript, Python: python, command };
  return written[language](asked);
}

function unusual({ options }: Asked) {
  const { algorithm, moves, corners, stepCosts, uphill, heuristic, open, ties, weight, closest } = options;
  return {
    algorithm: algorithm === "auto" ? undefined : algorithm,
    moves: moves === 4 ? 4 : undefined,
    corners: corners === "never" || moves === 4 ? undefined : corners,
    stepCosts: stepCosts === "exact" || moves === 4 ? undefined : String(stepCosts),
    uphill: uphill ? uphill : undefined,
    heuristic: heuristic === "auto" ? undefined : (heuristic as string | undefined),
    open,
    ties,
    weight,
    closest: closest ? true : undefined,
  };
}

function command(asked: Asked): string {
  const { closest, stepCosts, ...others } = unusual(asked);
  const source = "spec" in asked.map ? asked.map.spec : asked.map.file;
  const flags = Object.entries({ ...others, "step-costs": stepCosts }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${value}`],
  );
  return [
    `wayline solve ${source}`,
    `--from ${asked.from} --to ${asked.to}`,
    ...flags,
    ...(closest ? ["--closest"] : []),
  ].join(" ");
}

function javascript(asked: Asked): string {
  const { map, from, to } = asked;
  const options = Object.entries({ from: from.join(), to: to.join(), ...unusual(asked) }).flatMap(([name, value]) =>
    value === undefined ? [] : [`  ${name}: ${typeof value === "string" ? `"${value}"` : value},`],
  );
  const file = "file" in map ? map.file : "";
  // A picture is read by a module of its own.
  const opened =
    "spec" in map
      ? `WaylineMap.generate("${map.spec}")`
      : file.endsWith(".png")
        ? `await readPicture(readFileSync("${file}"))`
        : `WaylineMap.read(readFileSync("${file}"))`;
  return [
    ...("file" in map ? ['import { readFileSync } from "node:fs";'] : []),
    `import { init, ${file.endsWith(".png") ? "readPicture" : "WaylineMap"}, solve } from "wayline";`,
    "",
    "await init();",
    `const map = ${opened};`,
    "const answer = solve(map, {",
    ...options,
    "});",
    "console.log(answer.outcome, answer.cost, answer.steps, answer.path);",
  ].join("\n");
}

function python(asked: Asked): string {
  const { map, weighted, from, to } = asked;
  const { algorithm, moves, corners, stepCosts, uphill, heuristic, ties, weight, closest } = unusual(asked);
  const made = [
    "spec" in map ? `"${map.spec}"` : `"${map.file}"`,
    moves && `moves=${moves}`,
    corners && `corners="${corners}"`,
    stepCosts && "step_costs=(1, 1)",
    weighted && 'charge="mean"',
    'order="xy"',
  ].filter(Boolean);
  const prepared = algorithm === "prepared";
  const how = [
    `(${from.join(", ")})`,
    `(${to.join(", ")})`,
    algorithm && !prepared && `algorithm="${algorithm}"`,
    heuristic && !prepared && `heuristic="${heuristic}"`,
    ties && `ties="${ties}"`,
    weight && `weight=${weight}`,
    closest && "closest=True",
  ].filter(Boolean);
  return [
    "import wayline as wl",
    "",
    ...(uphill ? ["# The cost of going uphill has no place in the Python package."] : []),
    `grid = wl.Grid.${"spec" in map ? "generate" : "open"}(${made.join(", ")})`,
    `answer = grid${prepared ? ".prepare()" : ""}.path(${how.join(", ")})`,
    "print(answer.outcome, answer.cost, len(answer), answer.cells)",
  ].join("\n");
}

/** Names of the registry as Rust writes them: "jps-bare" is JpsBare. */
function variant(name: string): string {
  if (name === "astar") return "AStar";
  if (name === "high-g" || name === "low-g") return name === "high-g" ? "HighG" : "LowG";
  return name.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}

function rust(asked: Asked): string {
  const { map, from, to } = asked;
  const { algorithm, moves, corners, stepCosts, uphill, heuristic, open, ties, weight, closest } = unusual(asked);
  const rules = [
    moves && ".moves(Moves::Four)",
    corners && `.corners(Corners::${variant(corners)})`,
    stepCosts && ".steps(StepCosts::UNIFORM)",
    uphill && `.uphill(Cost::try_from(${uphill.toFixed(2)})?)`,
  ].filter(Boolean);
  const prepared = algorithm === "prepared";
  const query = [
    algorithm && !prepared && `.algorithm(Algorithm::${variant(algorithm)})`,
    heuristic && !prepared && `.heuristic(Heuristic::named("${heuristic}")?)`,
    open && `.open(Open::${variant(open)})`,
    ties && `.ties(Ties::${variant(ties)})`,
    weight && `.weight(${weight.toFixed(2)})?`,
    closest && !prepared && ".closest()",
  ].filter(Boolean);
  const used = [
    algorithm && !prepared && "Algorithm",
    corners && "Corners",
    uphill && "Cost",
    prepared && "GridIndex",
    heuristic && !prepared && "Heuristic",
    moves && "Moves",
    open && "Open",
    prepared && "Preparation",
    "Query",
    rules.length > 0 && "Rules",
    stepCosts && "StepCosts",
    ties && "Ties",
    "Workspace",
    "search",
  ].filter(Boolean);
  return [
    `use wayline::{${used.join(", ")}};`,
    "spec" in map ? "use wayline_maps::{Limits, generate::Spec};" : "use wayline_maps::read_file;",
    "",
    "fn main() -> Result<(), Box<dyn std::error::Error>> {",
    ...("spec" in map
      ? [
          `    let spec: Spec = "${map.spec}".parse()?;`,
          `    let ${rules.length > 0 ? "mut " : ""}grid = spec.generate(Limits::default())?;`,
        ]
      : [`    let ${rules.length > 0 ? "mut " : ""}grid = read_file("${map.file}".as_ref())?.grid;`]),
    ...(rules.length > 0 ? [`    grid.set_rules(Rules::default()${rules.join("")});`] : []),
    ...(prepared ? ["    let index = GridIndex::prepare(&grid, &Preparation::default())?;"] : []),
    `    let query = Query::new((${from.join(", ")}), (${to.join(", ")}))${query.map((part) => `\n        ${part}`).join("")};`,
    "    let mut work = Workspace::new();",
    `    let answer = search(&${prepared ? "index" : "grid"}, &query, &mut work)?;`,
    '    println!("{}: {} in {} steps", answer.outcome, answer.cost, answer.steps());',
    "    Ok(())",
    "}",
  ].join("\n");
}
