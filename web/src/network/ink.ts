// Colours of the network view, light and dark.
import { css, PALETTES, theme } from "../render/palette";

export interface Ink {
  sea: string;
  land: string;
  coast: string;
  page: string;
  /** Edges nobody has looked at, from small to large. */
  edge: string;
  main: string;
  node: string;
  open: string;
  closed: string;
  path: string;
  casing: string;
  start: string;
  goal: string;
  current: string;
  shut: string;
  text: string;
  halo: string;
  selected: string;
  /** Near, less near, far. */
  reach: readonly [string, string, string, string];
}

export function inkOf(dark = theme() === "dark"): Ink {
  const palette = PALETTES[dark ? "dark" : "light"];
  const shared = {
    open: css(palette.open),
    closed: css(palette.closed),
    path: css(palette.path),
    start: css(palette.start),
    goal: css(palette.goal),
    current: css(palette.current),
  };
  if (dark)
    return {
      ...shared,
      sea: "#14202b",
      land: "#2b323b",
      coast: "#46515e",
      page: "#1a1e24",
      edge: "#3f4852",
      main: "#6a7480",
      node: "#aeb7c2",
      closed: "#2f8fd0",
      casing: "#101216",
      shut: "#ff8a75",
      text: "#f2f4f7",
      halo: "#14171b",
      selected: "#f0e442",
      reach: ["#ffe38a", "#ffb347", "#e97f5c", "#b0618f"],
    };
  return {
    ...shared,
    sea: "#dce8f1",
    land: "#f8f6f0",
    coast: "#b9c3cc",
    page: "#fbfbfa",
    edge: "#c3c9d1",
    main: "#98a2af",
    node: "#4d5763",
    casing: "#ffffff",
    shut: "#c0341d",
    text: "#1b1f24",
    halo: "#ffffff",
    selected: "#7a1fa2",
    reach: ["#7a3b69", "#b0546f", "#de7a5a", "#f2b25c"],
  };
}
