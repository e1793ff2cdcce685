// Rules of units as TOML (docs/bodies.md): read by a module of their own, which is fetched when the first are edited.
import init, { presetRules, readRules } from "wayline/rules";

/** What the engine takes in place of a preset. Throws what is wrong with the rules: line, column and field. */
export async function rowsOf(toml: string): Promise<string> {
  await init();
  return readRules(toml);
}

/** A preset's rules, to begin with. */
export async function rulesOf(preset: string): Promise<string> {
  await init();
  return presetRules(preset);
}
