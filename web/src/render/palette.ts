// Colours that every eye tells apart: the two palettes are checked under simulated colour blindness.
// Ground that slows is hatched besides, ends and path have shapes.

/** Red, green, blue, from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

export type ColourName =
  | "floor"
  | "wall"
  | "open"
  | "closed"
  | "current"
  | "path"
  | "start"
  | "goal"
  // Kinds of ground besides the floor.
  | "road"
  | "hills"
  | "swamp"
  | "trees"
  | "water"
  | "worse"
  // Cells that were closed first; `closed` are the last.
  | "closedFirst"
  // Cells about which a unit has learnt something; what is around the map.
  | "learnt"
  | "background"
  // Thin lines on the floor; the edge that sets lines off from what is below; text on open and closed cells.
  | "ink"
  | "edge"
  | "onOpen"
  | "onClosed";
export type Palette = Readonly<Record<ColourName, Rgb>>;
export type Theme = "light" | "dark";

export const PALETTES: Readonly<Record<Theme, Palette>> = {
  light: {
    floor: rgb("#FFFFFF"),
    wall: rgb("#2B2B2B"),
    open: rgb("#56B4E9"),
    closed: rgb("#0072B2"),
    current: rgb("#F0E442"),
    path: rgb("#D55E00"),
    start: rgb("#009E73"),
    goal: rgb("#882255"),
    road: rgb("#D8CDB4"),
    hills: rgb("#E8D5AE"),
    swamp: rgb("#BFC59A"),
    trees: rgb("#93B884"),
    water: rgb("#A8C3D6"),
    worse: rgb("#8F8781"),
    closedFirst: rgb("#7C82BC"),
    learnt: rgb("#E3CFE8"),
    background: rgb("#E9EBEE"),
    ink: rgb("#1A1A1A"),
    edge: rgb("#FFFFFF"),
    onOpen: rgb("#10202C"),
    onClosed: rgb("#FFFFFF"),
  },
  dark: {
    floor: rgb("#3B424D"),
    wall: rgb("#090B0E"),
    open: rgb("#56B4E9"),
    closed: rgb("#0072B2"),
    current: rgb("#F0E442"),
    path: rgb("#E8701A"),
    start: rgb("#009E73"),
    goal: rgb("#C2478C"),
    road: rgb("#6B6759"),
    hills: rgb("#635640"),
    swamp: rgb("#525C3A"),
    trees: rgb("#2F5A3C"),
    water: rgb("#2C4E6B"),
    worse: rgb("#7A706B"),
    closedFirst: rgb("#5C62A6"),
    learnt: rgb("#5F4A6B"),
    background: rgb("#1A1E24"),
    ink: rgb("#F2F4F7"),
    edge: rgb("#101216"),
    onOpen: rgb("#10202C"),
    onClosed: rgb("#FFFFFF"),
  },
};

/** Cividis, a colour map that looks the same with and without red-green blindness: ten of its colours. */
const CIVIDIS_POINTS = [
  "#00224E",
  "#123570",
  "#3B496C",
  "#575D6D",
  "#707173",
  "#8A8678",
  "#A59C74",
  "#C3B369",
  "#E1CC55",
  "#FEE838",
].map(rgb);

/** All 256 colours of the heat map, three bytes each: from dark and low to bright and high. */
export const CIVIDIS: Uint8Array = cividis();

/** The colour of a part from 0 to 1. */
export function heat(t: number): Rgb {
  const entry = 3 * Math.round(255 * Math.min(1, Math.max(0, t || 0)));
  return [CIVIDIS[entry], CIVIDIS[entry + 1], CIVIDIS[entry + 2]];
}

/** The theme that is shown: as chosen, else as the system has it. */
export function theme(root: HTMLElement = document.documentElement): Theme {
  const chosen = root.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** As style sheets write it. */
export function css([red, green, blue]: Rgb, opacity = 1): string {
  return `rgb(${red} ${green} ${blue} / ${opacity})`;
}

/** So much of another colour over this one, from 0 to 1. */
export function mixed(under: Rgb, over: Rgb, share: number): Rgb {
  const mix = (i: number) => Math.round(under[i] + (over[i] - under[i]) * share);
  return [mix(0), mix(1), mix(2)];
}

function rgb(hex: string): Rgb {
  const number = Number.parseInt(hex.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

function cividis(): Uint8Array {
  const table = new Uint8Array(3 * 256);
  for (let entry = 0; entry < 256; entry++) {
    const at = (entry / 255) * (CIVIDIS_POINTS.length - 1);
    const point = Math.min(CIVIDIS_POINTS.length - 2, Math.floor(at));
    table.set(mixed(CIVIDIS_POINTS[point], CIVIDIS_POINTS[point + 1], at - point), 3 * entry);
  }
  return table;
}
