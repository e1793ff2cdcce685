// "Predict the next cell": which one will the search expand next? A guess is judged by the recording.
import { NONE, OPEN, type Timeline } from "../player/timeline";

export interface Verdict {
  readonly right: boolean;
  /** The node that is expanded next; NONE if the search is over. */
  readonly next: number;
  readonly text: string;
  /** Where the time line goes then: just after that expansion. */
  readonly position: number;
}

/** Values that are shown to two digits are equal if they differ by less. */
const SAME = 1e-3;

export function judge(timeline: Timeline, guess: number, name: (node: number) => string): Verdict {
  const expansion = timeline.expansionAt(timeline.position);
  if (expansion >= timeline.expansions)
    return { right: false, next: NONE, text: "The search is over: go back a few steps.", position: timeline.length };
  const event = timeline.positionOf(expansion);
  const next = timeline.events.cells[event];
  const least = timeline.events.f[event];
  const position = timeline.positionOf(expansion + 1);
  const said = { next, position };
  if (guess === next) return { ...said, right: true, text: `Right: ${name(next)}, f ${least.toFixed(2)}.` };
  if (timeline.states[guess] !== OPEN)
    return { ...said, right: false, text: `${name(guess)} is not open: it was ${name(next)}, f ${least.toFixed(2)}.` };
  const f = timeline.f(guess);
  if (Math.abs(f - least) < SAME)
    return { ...said, right: true, text: `As good: f is the same; the tie rule takes ${name(next)}.` };
  return {
    ...said,
    right: false,
    text: `${name(guess)} has f ${f.toFixed(2)}: it was ${name(next)}, f ${least.toFixed(2)}.`,
  };
}
