import { describe, expect, it } from "vitest";
import { Topics } from "../../src/topics";

describe("topics", () => {
  it("call a listener once, however many of its topics are told at a time", () => {
    const topics = new Topics();
    const heard: string[] = [];
    topics.on(["map", "ends"], () => heard.push("both"));
    topics.on("ends", () => heard.push("ends"));
    topics.tell("map", "ends");
    expect(heard).toEqual(["both", "ends"]);
    topics.tell("map");
    expect(heard).toEqual(["both", "ends", "both"]);
    topics.tell("layers");
    expect(heard.length).toBe(3);
  });
});
