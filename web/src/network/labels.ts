// Names on the map that never lie on each other: the most important first, each where there is room.

export interface Wanted {
  text: string;
  /** What it names, in pixels. */
  x: number;
  y: number;
  /** How far from its middle it is drawn at least. */
  away: number;
  /** Drawn even where it covers another. */
  always?: boolean;
}

export interface Label {
  text: string;
  /** The left end of the text and its middle line. */
  x: number;
  y: number;
  width: number;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const HEIGHT = 15;
const GAP = 3;

/** Places names in their order: to the right, the left, above or below of what they name; or not at all. */
export function placeLabels(
  wanted: readonly Wanted[],
  size: { width: number; height: number },
  widthOf: (text: string) => number,
  /** Where other things are drawn. */
  others: readonly Box[] = [],
  /** What is covered only where there is no other room. */
  rather: readonly Box[] = [],
): Label[] {
  const taken: Box[] = [...others];
  const placed: Label[] = [];
  for (const { text, x, y, away, always } of wanted) {
    if (x < -60 || y < -20 || x > size.width + 60 || y > size.height + 20) continue;
    const width = widthOf(text);
    const spots: [number, number][] = [
      [x + away + GAP, y],
      [x - away - GAP - width, y],
      [x - width / 2, y - away - GAP - HEIGHT / 2],
      [x - width / 2, y + away + GAP + HEIGHT / 2],
    ];
    const boxes = spots.map(([left, middle]) => ({
      left: left - GAP,
      top: middle - HEIGHT / 2,
      right: left + width + GAP,
      bottom: middle + HEIGHT / 2,
    }));
    const fits = (box: Box) =>
      box.left >= 0 &&
      box.right <= size.width &&
      box.top >= 0 &&
      box.bottom <= size.height &&
      taken.every((other) => !overlaps(box, other));
    const clear = boxes.findIndex((box) => fits(box) && rather.every((other) => !overlaps(box, other)));
    const found = clear < 0 ? boxes.findIndex(fits) : clear;
    if (found < 0 && !always) continue;
    const spot = Math.max(0, found);
    taken.push(boxes[spot], { left: x - away, top: y - away, right: x + away, bottom: y + away });
    placed.push({ text, x: spots[spot][0], y: spots[spot][1], width });
  }
  return placed;
}

export function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** The room that a label takes. */
export function boxOf({ x, y, width }: Label): Box {
  return { left: x, top: y - HEIGHT / 2, right: x + width, bottom: y + HEIGHT / 2 };
}
