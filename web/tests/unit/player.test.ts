import { describe, expect, it } from "vitest";
import { Player } from "../../src/player/player";
import type { Timeline } from "../../src/player/timeline";

/** Before the first expansion one event, then expansions of three events each. */
function timeline(expansions: number): Timeline {
  const length = 1 + 3 * expansions;
  return {
    length,
    expansions,
    position: 0,
    expansionAt: (position: number) => Math.max(0, Math.min(expansions, Math.ceil((position - 1) / 3))),
    positionOf: (expansion: number) => Math.min(length, 1 + 3 * Math.max(0, expansion)),
  } as unknown as Timeline;
}

function player(...expansions: number[]) {
  const moves: number[] = [];
  const made = new Player((at) => moves.push(at));
  made.setTimelines(expansions.map(timeline));
  return { player: made, moves };
}

describe("the player", () => {
  it("is at the same place after the same time at any frame rate", () => {
    for (const frame of [1000 / 144, 1000 / 60, 33.4, 100, 240]) {
      for (const speed of [1, 7, 60, 1000, 123_456]) {
        const { player: it } = player(1_000_000);
        it.setSpeed(speed);
        it.play();
        let now = 5000;
        it.tick(now);
        for (; now + frame <= 7000; now += frame) it.tick(now + frame);
        it.tick(7000);
        expect(Math.abs(it.at - 2 * speed)).toBeLessThanOrEqual(1);
      }
    }
  });

  it("pauses at the end, and plays again from the beginning", () => {
    const { player: it, moves } = player(3);
    it.setSpeed(100);
    it.play();
    for (const now of [1, 51, 251]) it.tick(now);
    expect(it.playing).toBe(false);
    expect(it.at).toBe(10);
    expect(moves.at(-1)).toBe(10);
    it.play();
    expect([it.at, it.playing]).toEqual([0, true]);
  });

  it("does not leap after the page was hidden", () => {
    const { player: it } = player(1_000_000);
    it.setSpeed(100);
    it.play();
    it.tick(1);
    it.tick(60_000);
    expect(it.at).toBe(25);
  });

  it("steps forwards and back, never past the ends", () => {
    const { player: it } = player(2);
    it.step(-1);
    expect(it.at).toBe(0);
    it.step(5);
    it.step(5);
    expect(it.at).toBe(7);
    it.step(-2);
    expect(it.at).toBe(5);
    expect(it.playing).toBe(false);
  });

  it("counts by expansion, and stays where it was when the count changes", () => {
    const { player: it } = player(10);
    const [line] = [timeline(10)];
    it.setTimelines([line]);
    Object.assign(line, { position: 7 });
    it.seek(7);
    it.countBy("expansion");
    expect(it.length).toBe(10);
    expect(it.at).toBe(2);
    expect(it.positionIn(line, 2)).toBe(7);
    expect(it.positionIn(line, 10)).toBe(line.length);
  });

  it("plays several searches in step, the shorter ones waiting at their ends", () => {
    const { player: it } = player(2, 5);
    expect(it.length).toBe(16);
    expect(it.positionIn(timeline(2), 12)).toBe(7);
    expect(it.positionIn(timeline(5), 12)).toBe(12);
  });

  it("has nothing to play without a search", () => {
    const { player: it } = player();
    it.play();
    expect([it.playing, it.length]).toEqual([false, 0]);
  });
});
