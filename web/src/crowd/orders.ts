// What was ordered and when, as a part of a link: the world is the same everywhere, so it walks the same again.
import { say } from "../words";

/** Units that are sent to a cell, or cells that become walls or free, before a tick. */
export type Order =
  | { readonly tick: number; readonly kind: "send"; readonly units: Uint32Array; readonly cell: number }
  | { readonly tick: number; readonly kind: "wall" | "free"; readonly cells: Uint32Array };

const LETTERS = { send: "s", wall: "w", free: "f" } as const;
const KINDS = { s: "send", w: "wall", f: "free" } as const;

/** `12s904_0-59` sends units 0 to 59 to cell 904 before tick 12, `33w120-125` paints six walls. */
export function writeOrders(orders: readonly Order[]): string {
  return orders
    .map((order) => {
      const what = order.kind === "send" ? `${order.cell}_${runs(order.units)}` : runs(order.cells);
      return `${order.tick}${LETTERS[order.kind]}${what}`;
    })
    .join(";");
}

/** The orders of a link, for a world of this many units and cells. */
export function readOrders(text: string, units: number, cells: number): Order[] {
  let before = 0;
  return text
    .split(";")
    .filter(Boolean)
    .map((part) => {
      const wrong = () => new Error(say("crowd.isNoOrder", { part: part.slice(0, 40) }));
      const [, tick, letter, cell, list] = /^(\d{1,6})([swf])(?:(\d+)_)?([\d,-]+)$/.exec(part) ?? [];
      const kind = KINDS[letter as keyof typeof KINDS];
      if (!kind || Number(tick) < before || (kind === "send") !== (cell !== undefined)) throw wrong();
      before = Number(tick);
      const numbers = numbersOf(list, kind === "send" ? units : cells);
      if (!numbers || (kind === "send" && Number(cell) >= cells)) throw wrong();
      return kind === "send"
        ? { tick: before, kind, units: numbers, cell: Number(cell) }
        : { tick: before, kind, cells: numbers };
    });
}

/** Numbers in order, neighbours as runs: `0-59,75`. */
function runs(numbers: Uint32Array): string {
  const sorted = numbers.slice().sort();
  const found: [number, number][] = [];
  for (const number of sorted) {
    const last = found.at(-1);
    if (last && number <= last[1] + 1) last[1] = number;
    else found.push([number, number]);
  }
  return found.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(",");
}

function numbersOf(list: string, end: number): Uint32Array | null {
  const numbers: number[] = [];
  for (const run of list.split(",")) {
    const [, first, last] = /^(\d+)(?:-(\d+))?$/.exec(run) ?? [];
    if (first === undefined || Number(last ?? first) >= end || Number(last ?? first) < Number(first)) return null;
    for (let number = Number(first); number <= Number(last ?? first); number++) numbers.push(number);
  }
  return Uint32Array.from(new Set(numbers));
}
