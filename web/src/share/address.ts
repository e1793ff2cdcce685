// Keeps the address bar true: whatever is shown is in its link, a moment after it changed. The address is
// replaced, so that the button "back" leaves the page.
import type { App } from "../app";
import { encodeLink } from "./link";
import { sharedState } from "./state";

/** Browsers allow about a hundred changes of the address in half a minute. */
const LATER_MS = 400;
/** A longer address is of no use, and some browsers refuse it. */
const MOST_LETTERS = 60_000;

/** To pack this many cells takes longer than a page may stand still: *Share* does it when it is asked. */
const MOST_CELLS = 200_000;

export function keepAddress(app: App): void {
  let timer = 0;
  /** What was shown before anybody did anything: a plain address says the same. */
  const first = location.hash === "" ? encodeLink({ ...sharedState(app), step: null }).catch(() => null) : null;
  const write = async () => {
    // While it plays the step changes all the time: the address holds where it stops.
    if (app.solver.busy || app.player.playing) return later();
    const shared = sharedState(app);
    const { map } = shared;
    const large = "width" in map && map.width * map.height > MOST_CELLS;
    const fragment = large ? null : await encodeLink(shared).catch(() => null);
    // A plain address is better than one of something else.
    const plain = fragment === null || fragment === (await first) || fragment.length > MOST_LETTERS;
    const address = plain ? location.pathname + location.search : `#${fragment}`;
    if (plain ? location.hash !== "" : location.hash !== address) history.replaceState(null, "", address);
  };
  const later = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void write(), LATER_MS);
  };
  app.topics.on(["map", "ends", "panes", "options", "answer", "position", "layers", "unit", "lesson"], later);
  later();
}
