// Every algorithm as a few lines, and which of them a search is at: that of the last recorded event, never of a
// timer.

import { CLOSE, EXPAND, GENERATE, UPDATE } from "../player/events";
import { say } from "../words";

/** Where a search is: before its first event, at an event of a kind, or over. */
export type Place = "begin" | "expand" | "generate" | "update" | "close" | "found" | "failed";

export interface Program {
  /** Two spaces a level. */
  readonly lines: readonly string[];
  /** The line of each place. */
  readonly at: Readonly<Record<Place, number>>;
}

/** Lines, some with the places they stand for before them: `expand> take …`. */
function program(...marked: string[]): Program {
  const at: Record<string, number> = {};
  const lines = marked.map((line, index) => {
    const [, places, text] = /^(?:([a-z,]+)> )?(.*)$/s.exec(line) ?? [];
    for (const place of places?.split(",") ?? []) at[place] = index;
    return text ?? line;
  });
  for (const place of ["begin", "expand", "generate", "update", "close", "found", "failed"])
    at[place] ??= at.expand ?? 0;
  return { lines, at: at as Record<Place, number> };
}

/** The loop that most of them share; they differ in what comes first. */
function bestFirst(order: string, more: { improve?: boolean } = {}): Program {
  return program(
    `begin> ${say("study.putTheStartOnThe")}`,
    say("study.whileTheOpenListIs"),
    `expand>   ${say("study.nTakeTheNode", { order })}`,
    `found>   ${say("study.ifNIsTheGoal")}`,
    `  ${say("study.forEachNeighbourMOf")}`,
    `generate>     ${say("study.ifMIsNewG")}`,
    ...(more.improve === false ? [] : [`update>     ${say("study.ifCostGMG")}`]),
    `close>   ${say("study.closeN")}`,
    `failed> ${say("study.thereIsNoPath")}`,
  );
}

const JUMPS = program(
  `begin> ${say("study.putTheStartOnThe")}`,
  say("study.whileTheOpenListIs"),
  `expand>   ${say("study.nTakeTheJumpPoint")}`,
  `found>   ${say("study.ifNIsTheGoal2")}`,
  `  ${say("study.forEachDirectionThatIs")}`,
  `    ${say("study.goStraightOnUntilA")}`,
  `generate>     ${say("study.ifMIsNewG2")}`,
  `update>     ${say("study.ifThatIsCheaperThe")}`,
  `close>   ${say("study.closeN")}`,
  `failed> ${say("study.thereIsNoPath")}`,
);

export const PROGRAMS: Readonly<Record<string, Program>> = {
  dfs: program(
    `begin> ${say("study.pushTheStartOnA")}`,
    say("study.whileTheStackIsNot"),
    `expand>   ${say("study.nPopTheNodePushed")}`,
    `found>   ${say("study.ifNIsTheGoal")}`,
    `  ${say("study.forEachNeighbourMOf2")}`,
    `generate>     ${say("study.ifMIsNewParent")}`,
    `update>     ${say("study.ifMWaitsOnThe")}`,
    `close>   ${say("study.closeN")}`,
    `failed> ${say("study.thereIsNoPath")}`,
  ),
  bfs: program(
    `begin> ${say("study.putTheStartInA")}`,
    say("study.whileTheQueueIsNot"),
    `expand>   ${say("study.nTakeTheNodeThat")}`,
    `found>   ${say("study.ifNIsTheGoal")}`,
    `  ${say("study.forEachNeighbourMOf2")}`,
    `generate>     ${say("study.ifMIsNewParent2")}`,
    `close>   ${say("study.closeN")}`,
    `failed> ${say("study.thereIsNoPath")}`,
  ),
  dijkstra: bestFirst(say("study.ofLeastG")),
  astar: bestFirst(say("study.ofLeastFGH")),
  greedy: bestFirst(say("study.ofLeastHWhateverIt")),
  weighted: bestFirst(say("study.ofLeastFGW")),
  bidirectional: program(
    `begin> ${say("study.openTheStartAndThe")}`,
    say("study.bestNone"),
    say("study.whileABetterMeetingIs"),
    `expand>   ${say("study.nTakeTheBestNode")}`,
    `  ${say("study.forEachNeighbourMOf3")}`,
    `generate>     ${say("study.ifMIsNewThere")}`,
    `update>     ${say("study.ifCostGMG2")}`,
    `    ${say("study.ifMWasReachedFrom")}`,
    `      ${say("study.bestTheCheaperOfBest")}`,
    `close>   ${say("study.closeN")}`,
    `found> ${say("study.thePathGoesThroughThe")}`,
    `failed> ${say("study.thereIsNoPath")}`,
  ),
  jps: JUMPS,
  "jps-bare": JUMPS,
  ida: program(
    `begin> ${say("study.boundHStart")}`,
    say("study.repeat"),
    `  ${say("study.walkDepthFirstFromThe")}`,
    `expand>     ${say("study.nTheNextNodeLeave")}`,
    `found>     ${say("study.ifNIsTheGoal3")}`,
    `generate,update>     ${say("study.goOnToEachNeighbour")}`,
    `close>     ${say("study.turnBackFromN")}`,
    `  ${say("study.boundTheLeastFThat")}`,
    `failed> ${say("study.nothingWasLeftOutThere")}`,
  ),
  naive: program(
    `begin> ${say("study.putThePathStartIn")}`,
    say("study.whileTheQueueIsNot"),
    `expand>   ${say("study.pTakeThePathOf")}`,
    `found>   ${say("study.ifPEndsAtThe")}`,
    `  ${say("study.forEachNeighbourMOf4")}`,
    `generate,update>     ${say("study.putPMInThe")}`,
    `close>   ${say("study.forgetP")}`,
    `failed> ${say("study.gaveUpOrThereIs")}`,
  ),
  theta: program(
    `begin> ${say("study.putTheStartOnThe")}`,
    say("study.whileTheOpenListIs"),
    `expand>   ${say("study.nTakeTheNodeOf")}`,
    `found>   ${say("study.ifNIsTheGoal")}`,
    `  ${say("study.forEachNeighbourMOf2")}`,
    `    ${say("study.pParentNIfIt")}`,
    `generate>     ${say("study.ifMIsNewG3")}`,
    `update>     ${say("study.ifThatIsCheaperThe")}`,
    `close>   ${say("study.closeN")}`,
    `failed> ${say("study.thereIsNoPath")}`,
  ),
  prepared: program(
    `begin> ${say("study.onceForTheMapPrepare")}`,
    `found> ${say("study.readThePathFromThe")}`,
    `failed> ${say("study.theIndexSaysThatThere")}`,
  ),
};

const PLACES: Readonly<Record<number, Place>> = {
  [EXPAND]: "expand",
  [GENERATE]: "generate",
  [UPDATE]: "update",
  [CLOSE]: "close",
};

/** Where a recorded search is after so many of its events. */
export function placeAt(
  events: { kinds: Uint8Array; length: number; missed: number },
  position: number,
  found: boolean,
): Place {
  if (position <= 0) return "begin";
  // The end of a recording that was cut is not the end.
  if (position >= events.length && events.missed === 0) return found ? "found" : "failed";
  return PLACES[events.kinds[position - 1]];
}
