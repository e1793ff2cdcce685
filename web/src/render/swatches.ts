// Colours of the map for parts of the page that explain them.
import { css, PALETTES, type Theme } from "./palette";

export type Mark = "start" | "goal" | "open" | "closed" | "current" | "path";

export function colourOf(kind: Mark, theme: Theme): string {
  const palette = PALETTES[theme];
  if (kind === "closed") return `linear-gradient(90deg, ${css(palette.closedFirst)}, ${css(palette.closed)})`;
  return css(palette[kind]);
}
