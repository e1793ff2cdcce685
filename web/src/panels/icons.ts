// Small drawings for buttons, as paths on a square of 24: the same on every system, whatever fonts it has.

const PATHS = {
  play: "M7 4v16l13-8z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  first: "M5 4h3v16H5zM20 4v16L9 12z",
  last: "M16 4h3v16h-3zM4 4v16l11-8z",
  back: "M16 5v14L6 12z",
  on: "M8 5v14l10-7z",
  move: "M12 2l4 4h-3v5h5V8l4 4-4 4v-3h-5v5h3l-4 4-4-4h3v-5H6v3l-4-4 4-4v3h5V6H8z",
  wall: "M4 4h16v16H4z",
  free: "M4 4h16v16H4zM6.500 6.500v11h11v-11z",
  ground: "M4 4h16v16H4zM6 6v3l3-3zM6 12v5L17 6h-5zM9 18h3l6-6V9zM15 18h3v-3z",
  danger: "M12 3l10 18H2zM11 9v6h2V9zM11 16.500v2h2v-2z",
  box: "M3 7h18v10H3zM5 9v6h14V9z",
  fill: "M4 4h16v16H4zM6 6v12L18 6z",
  pan: "M8 11V6a1.500 1.500 0 0 1 3 0V4.500a1.500 1.500 0 0 1 3 0V6a1.500 1.500 0 0 1 3 0v2a1.500 1.500 0 0 1 3 0v6c0 5-3 8-7 8-3 0-5-1-6.500-4L4 13a1.500 1.500 0 0 1 2.500-1.600z",
  route:
    "M6 2.500a4 4 0 0 1 1.200 7.800V17a2 2 0 0 0 4 0V7a4 4 0 0 1 8 0v6.700a4 4 0 1 1-2.400 0V7a1.700 1.700 0 0 0-3.300 0v10a4.300 4.300 0 0 1-8.600 0v-6.700A4 4 0 0 1 6 2.500z",
  reach:
    "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zM12 4.200a7.800 7.800 0 1 1 0 15.600 7.800 7.800 0 0 1 0-15.600zM12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
  draw: "M4 20l1-5L16.500 3.500a2.100 2.100 0 0 1 3 0l1 1a2.100 2.100 0 0 1 0 3L9 19zM15.700 7.200l1.100 1.100 2-2-1.100-1.100z",
  select:
    "M3 3h5v2H5v3H3zM10 3h4v2h-4zM16 3h5v5h-2V5h-3zM3 10h2v4H3zM19 10h2v4h-2zM3 16h2v3h3v2H3zM10 19h4v2h-4zM19 16h2v5h-5v-2h3zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
  dice: "M4 4h16v16H4zM8 6.500a1.700 1.700 0 1 0 0 3.400 1.700 1.700 0 0 0 0-3.400zM16 6.500a1.700 1.700 0 1 0 0 3.400 1.700 1.700 0 0 0 0-3.400zM12 10.300a1.700 1.700 0 1 0 0 3.400 1.700 1.700 0 0 0 0-3.400zM8 14a1.700 1.700 0 1 0 0 3.400A1.700 1.700 0 0 0 8 14zM16 14a1.700 1.700 0 1 0 0 3.400 1.700 1.700 0 0 0 0-3.400z",
  full: "M4 4h6v2.500H6.500V10H4zM14 4h6v6h-2.500V6.500H14zM4 14h2.500v3.500H10V20H4zM17.500 14H20v6h-6v-2.500h3.500z",
  theme: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 5.500a6.500 6.500 0 0 1 0 13z",
} as const;

export type Icon = keyof typeof PATHS;

export function icon(name: Icon): SVGSVGElement {
  const space = "http://www.w3.org/2000/svg";
  const root = document.createElementNS(space, "svg");
  root.setAttribute("viewBox", "0 0 24 24");
  root.setAttribute("class", "icon");
  root.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", PATHS[name]);
  path.setAttribute("fill", "currentColor");
  path.setAttribute("fill-rule", "evenodd");
  root.append(path);
  return root;
}
