// Where the units of a crowd begin.
import { describe, expect, it } from "vitest";
import { crowds } from "../../src/crowd/app";
import { type Order, readOrders, writeOrders } from "../../src/crowd/orders";

describe("a crowd", () => {
  const map = { width: 20, height: 10, blocked: new Uint8Array(200) };
  map.blocked.fill(1, 40, 60);

  it("begins in four groups, each on free cells of its own near a corner", () => {
    const placed = crowds(map, 42);
    expect(placed.length).toBe(42);
    expect(new Set(placed.map(([cell]) => cell)).size).toBe(42);
    expect(placed.every(([cell]) => map.blocked[cell] === 0)).toBe(true);
    expect(placed.filter(([, group]) => group === 0).length).toBe(11);
    expect(placed[0]).toEqual([0, 0]);
    expect(placed.find(([, group]) => group === 1)).toEqual([199, 1]);
  });

  it("has no more units than there are free cells", () => {
    expect(crowds(map, 1000).length).toBe(180);
  });
});

describe("orders in a link", () => {
  const orders: Order[] = [
    { tick: 1, kind: "send", units: Uint32Array.of(0, 1, 2, 7), cell: 33 },
    { tick: 12, kind: "wall", cells: Uint32Array.of(5, 4, 3) },
    { tick: 12, kind: "free", cells: Uint32Array.of(4) },
  ];

  it("are short, and read as they were written", () => {
    expect(writeOrders(orders)).toBe("1s33_0-2,7;12w3-5;12f4");
    const [send, wall, free] = readOrders(writeOrders(orders), 8, 50);
    expect([send, free]).toEqual([orders[0], orders[2]]);
    expect(wall).toEqual({ tick: 12, kind: "wall", cells: Uint32Array.of(3, 4, 5) });
    expect(readOrders("", 8, 50)).toEqual([]);
  });

  it("that cannot be followed are refused", () => {
    const wrong = [
      "1s33_0-8",
      "1s50_0",
      "1w50",
      "5w1;4w1",
      "1s3",
      "1w3_4",
      "1x3",
      "w3",
      "1w3-1",
      "1w3,,4",
      "1w1-4000000000",
    ];
    for (const text of wrong) expect(() => readOrders(text, 8, 50), text).toThrow(text.split(";").at(-1));
  });
});
