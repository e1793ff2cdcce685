// Keys of any view: a table of them says what each does.

import type { Player } from "../player/player";
import { say } from "../words";

/** A key, what it does, and how, in a view of the page. */
export interface Key<A> {
  keys: string;
  does: string;
  /** Only where the stage has the focus: elsewhere the key has a meaning of its own. */
  stage?: boolean;
  act(app: A, event: KeyboardEvent): void;
}

/** Those of all views that play searches. */
export const PLAYING: Key<{ readonly player: Player }>[] = [
  { keys: "Space", does: say("keys.playOrPause"), stage: true, act: ({ player }) => player.toggle() },
  { keys: ".", does: say("keys.oneStepForward"), act: ({ player }) => player.step(1) },
  { keys: ",", does: say("keys.oneStepBack"), act: ({ player }) => player.step(-1) },
  { keys: "Home", does: say("keys.goToTheStartOf"), stage: true, act: ({ player }) => player.seek(0) },
  { keys: "End", does: say("keys.goToItsEnd"), stage: true, act: ({ player }) => player.seek(player.length) },
];

export function listenToKeys<A>(table: readonly Key<A>[], app: A, stage: HTMLElement): void {
  window.addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    // Keys typed into a field or a dialogue belong to it.
    if (
      target.closest?.("dialog") ||
      target.matches?.("input:not([type=range]):not([type=checkbox]), textarea, select")
    )
      return;
    const key = table.find((known) => matches(known.keys, event));
    // Buttons on the stage have keys of their own: Space and Enter press them.
    if (!key || (key.stage && target !== stage && target !== document.body)) return;
    event.preventDefault();
    key.act(app, event);
  });
}

/** What is written on a key. */
export function keyName(keys: string): string {
  return keys.startsWith("Ctrl+") ? `${say("keys.control")}+${keys.slice(5)}` : (NAMES[keys] ?? keys);
}

const NAMES: Readonly<Record<string, string>> = {
  Space: say("keys.space"),
  Home: say("keys.home"),
  End: say("keys.end"),
  Enter: say("keys.enter"),
  Delete: say("keys.delete"),
  ArrowLeft: say("keys.left"),
  ArrowRight: say("keys.right"),
  ArrowUp: say("keys.up"),
  ArrowDown: say("keys.down"),
};

/** Whether a key was pressed that the table of keys names so. */
function matches(keys: string, event: KeyboardEvent): boolean {
  const control = event.ctrlKey || event.metaKey;
  if (keys === "Ctrl+y" && control && event.shiftKey && event.key.toLowerCase() === "z") return true;
  if (keys.startsWith("Ctrl+")) return control && !event.shiftKey && event.key.toLowerCase() === keys.slice(5);
  if (control || event.altKey) return false;
  if (keys === "Space") return event.key === " ";
  if (keys === "+" && event.key === "=") return true;
  return event.key === keys || (keys.length === 1 && event.key.toLowerCase() === keys);
}
