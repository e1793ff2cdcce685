import { describe, expect, it } from "vitest";
import { median, resolutionOf, timed } from "../../src/engine/timing";
import { preparationText, timeText } from "../../src/panels/dom";
import { cutOf, gaveUp, outcomeOf } from "../../src/summary";

const never = () => false;

describe("times", () => {
  it("are medians of repeats after warming up, with what the first run spent besides", async () => {
    const runs = [9, 9, 1, 5, 2, 3, 4];
    let run = 0;
    const next = async () => {
      const ms = runs[run++] ?? 3;
      return { ms, totalMs: ms + 10 };
    };
    const timing = await timed({ ms: 20, totalMs: 50 }, next, never, { resolution: 0.005 });
    expect(timing).toEqual({ ms: 3, runs: 5, mean: false, preparation: 37, resolution: 0.005 });
    expect(run).toBe(7);
  });

  it("of long searches are not repeated, and stop when something else is asked", async () => {
    const fail = async () => {
      throw new Error("asked again");
    };
    expect(await timed({ ms: 900, totalMs: 901 }, fail, never, { resolution: 0.1 })).toMatchObject({
      ms: 900,
      runs: 1,
    });
    const once = async () => ({ ms: 1, totalMs: 1 });
    expect(await timed({ ms: 1, totalMs: 1 }, once, () => true, { resolution: 0.1 })).toBeNull();
  });

  it("of an index that took long to prepare are repeated all the same", async () => {
    const quick = async () => ({ ms: 0.1, totalMs: 0.2 });
    const timing = await timed({ ms: 0.2, totalMs: 4000 }, quick, never, { resolution: 0.1 });
    expect(timing?.runs).toBeGreaterThan(5);
    expect(timing?.preparation).toBeCloseTo(3999.8);
  });

  it("take the least of several first runs for what was prepared", async () => {
    const firsts = [9, 7];
    const fresh = async () => ({ ms: 1, totalMs: firsts.shift() ?? Infinity });
    const run = async () => ({ ms: 1, totalMs: 2 });
    const timing = await timed({ ms: 1, totalMs: 40 }, run, never, { fresh, resolution: 0.1 });
    expect([timing?.preparation, firsts]).toEqual([5, []]);
    // One that took long is clear enough, and not done again.
    const once = async () => {
      throw new Error("prepared again");
    };
    const clear = await timed({ ms: 1, totalMs: 4000 }, run, never, { fresh: once, resolution: 0.1 });
    expect(clear?.preparation).toBe(3998);
  });

  it("of searches that are shorter than the clock's steps are means of many", async () => {
    // A search of 0.03 ms by a clock with steps of 0.1; now and then something else gets in between.
    let [now, runs] = [0, 0];
    const run = async () => {
      const began = Math.floor(now / 0.1) * 0.1;
      now += runs++ % 50 === 49 ? 7 : 0.03;
      const ms = Math.floor(now / 0.1) * 0.1 - began;
      now += 0.0137;
      return { ms, totalMs: ms };
    };
    const timing = await timed({ ms: 0, totalMs: 0.1 }, run, never, { resolution: 0.1 });
    expect(timing).toMatchObject({ mean: true, runs: 400 });
    expect(timing?.ms).toBeGreaterThan(0.025);
    expect(timing?.ms).toBeLessThan(0.035);
  });

  it("have a median", () => {
    expect([median([3]), median([1, 2]), median([9, 1, 5])]).toEqual([3, 1.5, 5]);
  });

  it("know how coarse the clock is", () => {
    let looks = 0;
    // A clock that advances by a tenth of a millisecond at every fifth look.
    expect(resolutionOf(() => Math.floor(looks++ / 5) * 0.1)).toBe(0.1);
  });

  it("are written with what they are worth", () => {
    const text = (ms: number, runs: number, resolution: number, mean = false) =>
      timeText({ ms, runs, mean, resolution }).join(", ");
    expect(text(0.42, 31, 0.005)).toBe("0.42 ms, median of 31");
    expect(text(0.9, 31, 0.1)).toBe("0.90 ms, median of 31; clock ± 0.1");
    expect(text(0.0432, 400, 0.1, true)).toBe("0.043 ms, mean of 400; clock ± 0.1");
    expect(text(0.001, 400, 0.1, true)).toBe("< 0.005 ms, mean of 400; clock ± 0.1");
    expect(text(900, 1, 0.1)).toBe("900 ms, 1 run");
    expect([preparationText(0.1, 0.1), preparationText(6.1, 0.1)]).toEqual(["none", "6.10 ms"]);
  });
});

describe("what came of a search", () => {
  const answer = { found: false, cost: null, outcome: "limit", limit: "expansions", expanded: 200_000, ms: 20_004 };
  it("is not no path where it gave up", () => {
    expect(outcomeOf(answer)).toBe("gave up after 200\u2009000 expansions");
    expect(outcomeOf({ ...answer, limit: "time" })).toBe("gave up after 20 s");
    expect(gaveUp({ ...answer, outcome: "unreachable" })).toBeNull();
    expect(outcomeOf({ ...answer, outcome: "unreachable" })).toBe("no path");
    expect(outcomeOf({ ...answer, outcome: "found", found: true, cost: 3 })).toBe("cost 3.00");
  });

  it("is cut where the recording was", () => {
    expect(cutOf({ length: 44, missed: 56 })).toBe("recording cut at 44 %");
    expect(cutOf({ length: 1, missed: 999 })).toBe("recording cut at 0.1 %");
    expect(cutOf({ length: 44, missed: 0 })).toBeNull();
  });
});
