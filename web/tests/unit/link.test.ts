import { describe, expect, it } from "vitest";
import { base64, bytesOf } from "../../src/share/base64";
import { decodeLink, encodeLink, LinkError, type Shared } from "../../src/share/link";
import { dice } from "./recordings";

const PLAIN: Shared = {
  map: { spec: "maze:64x64:seed=1" },
  from: 4 * 64 + 3,
  to: 60 * 64 + 60,
  panes: [{ algorithm: "astar" }],
  step: null,
};

/** Smooth blobs of walls, like a cave. */
function cave(width: number, height: number, seed: number): Uint8Array {
  const random = dice(seed);
  let cells = Uint8Array.from({ length: width * height }, () => (random() < 0.46 ? 1 : 0));
  for (let round = 0; round < 4; round++) {
    cells = cells.map((_, cell) => {
      let walls = 0;
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          const [x, y] = [(cell % width) + dx, Math.floor(cell / width) + dy];
          walls += x < 0 || y < 0 || x >= width || y >= height ? 1 : cells[y * width + x];
        }
      }
      return walls >= 5 ? 1 : 0;
    });
  }
  return cells;
}

function painted(width: number, height: number, seed: number, weighted: boolean): Shared {
  const random = dice(seed);
  const ground = Float32Array.from({ length: width * height }, () =>
    random() < 0.8 ? 1 : 1 + Math.floor(random() * 640) / 256,
  );
  return {
    ...PLAIN,
    map: { width, height, blocked: cave(width, height, seed), multipliers: weighted ? ground : null },
    from: 0,
    to: width * height - 1,
  };
}

describe("links", () => {
  it("can be read", async () => {
    expect(await encodeLink(PLAIN)).toBe("v=1&map=maze:64x64:seed=1&from=3,4&to=60,60&algorithm=astar");
    const two: Shared = {
      ...PLAIN,
      panes: [
        { algorithm: "astar", weight: 1.5 },
        { algorithm: "dijkstra", from: 1 },
      ],
      step: 12,
    };
    expect(await encodeLink(two)).toBe(
      "v=1&map=maze:64x64:seed=1&from=3,4&to=60,60&panes=2&algorithm=astar&weight=1.5&2.algorithm=dijkstra&2.from=1&step=12",
    );
  });

  it("bring everything back", async () => {
    const states: Shared[] = [
      PLAIN,
      { ...PLAIN, step: 0 },
      { ...PLAIN, map: { spec: "arena" }, from: 7, to: 8 },
      { ...PLAIN, panes: [{}, {}, {}, {}] },
      {
        ...PLAIN,
        panes: [{ a: "8", b: 8, c: true, d: "true", e: "~x", f: "", g: -1e-7, h: "é & = # % \n ☃", from: "5,5" }],
      },
      { ...PLAIN, body: { preset: "tank", footprint: "P##\n###", from: "2,2,E", to: "30,18~2" } },
      { ...PLAIN, body: { preset: "cart", from: "1,1,N", to: "2,2" }, layers: "open closed g", lesson: "rings" },
      {
        ...PLAIN,
        edits: { cells: Uint32Array.of(0, 1, 2, 70, 4095), blocked: Uint8Array.of(1, 1, 0, 0, 1), multipliers: null },
      },
      { ...PLAIN, edits: { cells: Uint32Array.of(9), blocked: Uint8Array.of(0), multipliers: Float32Array.of(2.5) } },
      {
        ...PLAIN,
        body: {
          preset: "tank",
          rules: "preset = 'tank' # ☃\n[[more_moves]]\ndy = 1\ntime = 30\n",
          from: "E",
          to: "any",
        },
      },
      { ...PLAIN, danger: { cells: Uint32Array.of(0, 3, 4, 4095), danger: Uint8Array.of(255, 1, 1, 20) } },
      painted(1, 1, 1, false),
      painted(7, 3, 2, true),
      painted(50, 40, 3, false),
    ];
    for (const state of states) {
      const link = await encodeLink(state);
      expect(link).toMatch(/^[\w.~:,=/&%-]+$/);
      expect(await decodeLink(link)).toEqual(state);
      expect(await decodeLink(`#${link}`)).toEqual(state);
    }
  });

  it("bring back maps of every size", async () => {
    for (const [width, height] of [
      [4096, 1],
      [1, 4096],
      [200, 100],
      [400, 400],
    ]) {
      for (const weighted of [false, true]) {
        const state = painted(width, height, width, weighted);
        const [before, after] = [state.map, (await decodeLink(await encodeLink(state))).map];
        if ("spec" in before || "spec" in after) throw new Error("no cells");
        expect([after.width, after.height]).toEqual([width, height]);
        // Compared as bytes: comparing number by number takes seconds.
        expect(Buffer.compare(after.blocked, before.blocked)).toBe(0);
        expect(String(after.multipliers)).toBe(String(before.multipliers));
      }
    }
  });

  it("bring back edits anywhere", async () => {
    const random = dice(9);
    for (let round = 0; round < 100; round++) {
      const cells = Uint32Array.from({ length: 1 + Math.floor(random() * 50) }, () => Math.floor(random() ** 3 * 4096));
      const unique = Uint32Array.from(new Set(cells)).sort();
      const blocked = Uint8Array.from(unique, () => (random() < 0.5 ? 1 : 0));
      const multipliers = random() < 0.5 ? null : Float32Array.from(unique, () => 1 + Math.floor(random() * 3) / 2);
      const state: Shared = { ...PLAIN, edits: { cells: unique, blocked, multipliers } };
      expect(await decodeLink(await encodeLink(state))).toEqual(state);
    }
  });

  it("are short", async () => {
    const link = await encodeLink(painted(256, 256, 5, false));
    expect(link.length).toBeLessThan(4000);
    const empty: Shared = {
      ...PLAIN,
      map: { width: 1024, height: 1024, blocked: new Uint8Array(1024 * 1024), multipliers: null },
      from: 0,
      to: 5,
    };
    expect((await encodeLink(empty)).length).toBeLessThan(100);
  });

  it("say what is wrong with them", async () => {
    const link = "map=open:9x9&from=0,0&to=8,8";
    const wrong: [string, string][] = [
      ["", "does not say which map"],
      ["map=open:9x9&from=9,0&to=1,1", "'from' is out of range: '9'"],
      ["map=open:9x9&from=-1,0&to=1,1", "out of range"],
      ["map=open:9x9&from=1,2,3&to=1,1", "not a cell"],
      ["map=open:99999x9&from=0&to=1", "1 to 4096"],
      ["map=cells:5000x5000:AAAAA&from=0&to=1", "1 to 4096"],
      ["map=cells:0x5:AAAAA&from=0&to=1", "1 to 4096"],
      ["map=cells:64x64:AAAA&from=0&to=1", "damaged"],
      ["map=cells:64x64:A*&from=0&to=1", "damaged"],
      ["map=<script>&from=0&to=1", "not a map"],
      [`v=2&${link}`, "newer"],
      [`v=x&${link}`, "out of range"],
      [`${link}&from=1,1`, "two values for from"],
      [`${link}&algorithm`, "no value"],
      [`${link}&__proto__=1`, "not a name"],
      [`${link}&a=%E0%A4%A`, "a %"],
      [`${link}&2.algorithm=x`, "number 2"],
      [`${link}&a=1&1.a=1`, "two values for a"],
      [`${link}&panes=5`, "out of range"],
      [`${link}&step=-1`, "out of range"],
      [`${link}&body=tank`, "part of a body"],
      [`${link}&danger=1:AAAA`, "danger is damaged"],
      [`${link}&danger=x`, "danger is damaged"],
      [`${link}&edits=cells:1:AAAA`, "edits are damaged"],
      [`${link}&edits=cells:82:AAAA`, "edits are damaged"],
      [`${link}&a=${"x".repeat(3000)}`, "too long"],
    ];
    for (const [fragment, sentence] of wrong) {
      const error = await decodeLink(fragment).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(LinkError);
      expect((error as Error).message).toContain(sentence);
    }
  });

  it("are refused when they are made, if they would be when they are opened", async () => {
    await expect(encodeLink({ ...PLAIN, from: 64 * 64 })).rejects.toThrow(LinkError);
    await expect(encodeLink({ ...PLAIN, panes: [{}, {}, {}, {}, {}] })).rejects.toThrow(LinkError);
    await expect(encodeLink({ ...PLAIN, panes: [{ "a b": 1 }] })).rejects.toThrow(LinkError);
  });

  it("never throw anything else, however they are damaged", async () => {
    const random = dice(6);
    const sources = await Promise.all(
      [
        PLAIN,
        painted(40, 30, 7, true),
        {
          ...PLAIN,
          panes: [{ a: "é" }, { b: 2 }],
          edits: { cells: Uint32Array.of(3, 9), blocked: Uint8Array.of(1, 0), multipliers: null },
        },
        { ...PLAIN, body: { preset: "tank", from: "2,2,E", to: "3,3" } },
      ].map(encodeLink),
    );
    const letters = [..."abcxyz019&=#%:,.~-_\u0000\ud800☃"];
    let refused = 0;
    for (let round = 0; round < 4000; round++) {
      const link = [...sources[Math.floor(random() * sources.length)]];
      for (let change = 0; change <= random() * 3; change++) {
        const at = Math.floor(random() * link.length);
        const letter = letters[Math.floor(random() * letters.length)];
        if (random() < 0.3) link.splice(at, Math.floor(random() * 20));
        else if (random() < 0.5) link.splice(at, 0, letter);
        else link[at] = letter;
      }
      try {
        const { panes, from, to } = await decodeLink(link.join(""));
        expect([panes.length >= 1 && panes.length <= 4, (from ?? 0) >= 0, (to ?? 0) >= 0]).toEqual([true, true, true]);
      } catch (error) {
        expect(error).toBeInstanceOf(LinkError);
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(1000);
  });

  it("notice every letter that changed in a map", async () => {
    const link = await encodeLink(painted(30, 20, 8, false));
    const start = link.indexOf("cells:30x20:") + 12;
    const end = link.indexOf("&from");
    const { map } = await decodeLink(link);
    for (let at = start; at < end; at++) {
      const damaged = link.slice(0, at) + (link[at] === "A" ? "B" : "A") + link.slice(at + 1);
      const read = await decodeLink(damaged).catch((error: unknown) => error);
      if (!(read instanceof LinkError)) expect((read as Shared).map).toEqual(map);
    }
  });
});

describe("base64", () => {
  it("is that of everybody else", () => {
    const random = dice(10);
    for (let length = 0; length < 50; length++) {
      const bytes = Uint8Array.from({ length }, () => Math.floor(random() * 256));
      expect(base64(bytes)).toBe(Buffer.from(bytes).toString("base64url"));
      expect(bytesOf(base64(bytes))).toEqual(bytes);
    }
    expect([bytesOf("A"), bytesOf("A=="), bytesOf("é")]).toEqual([null, null, null]);
  });
});
