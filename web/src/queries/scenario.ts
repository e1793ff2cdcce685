// Scenarios of Moving AI (.scen): questions about a map, with the cost of each.
import { say } from "../words";

export interface Query {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  /** The optimal cost, as the file has it. */
  readonly cost: number;
}

export interface Scenario {
  readonly map: string;
  readonly width: number;
  readonly height: number;
  readonly queries: readonly Query[];
}

const MOST_QUERIES = 1_000_000;

/** Throws an error that names the line and says what was expected. */
export function readScenario(text: string): Scenario {
  const lines = text.split(/\r?\n/);
  if (!/^version\b/.test(lines[0])) throw new Error(say("queries.thisIsNotAScenario"));
  let about: { map: string; width: number; height: number } | null = null;
  const queries: Query[] = [];
  for (const [index, line] of lines.entries()) {
    if (index === 0 || line.trim() === "") continue;
    // A map's name may have blanks in it: columns are apart by tabs.
    const [, map = "", ...rest] = line.includes("\t") ? line.split("\t") : line.trim().split(/\s+/);
    const numbers = rest.map(Number);
    const [width, height, x, y, goalX, goalY, cost] = numbers;
    const whole = numbers.slice(0, 6).every((number) => Number.isInteger(number) && number >= 0);
    if (numbers.length !== 7 || !whole || !Number.isFinite(cost))
      throw new Error(say("queries.lineOfTheScenarioIs", { number: index + 1 }));
    about ??= { map, width, height };
    if (width !== about.width || height !== about.height)
      throw new Error(say("queries.lineOfTheScenarioIs2", { number: index + 1 }));
    if (Math.max(x, goalX) >= width || Math.max(y, goalY) >= height)
      throw new Error(say("queries.lineOfTheScenarioHas", { number: index + 1, width, height }));
    queries.push({ from: [x, y], to: [goalX, goalY], cost });
    if (queries.length > MOST_QUERIES) throw new Error(say("queries.theScenarioHasMoreThan"));
  }
  if (!about) throw new Error(say("queries.theScenarioHasNoQueries"));
  return { ...about, queries };
}

/** So many of them, evenly from the first to the last: scenarios are sorted by difficulty. */
export function spread<T>(all: readonly T[], count: number): T[] {
  if (count >= all.length) return [...all];
  if (count <= 1) return all.slice(0, count);
  return Array.from({ length: count }, (_, index) => all[Math.round((index * (all.length - 1)) / (count - 1))]);
}
