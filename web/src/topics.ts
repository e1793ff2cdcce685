// How the page's parts talk: whatever changes something names its topic; whatever shows it listens.

export type Topic =
  | "map" // other cells, another size
  | "ends" // start or goal
  | "panes" // how many searches there are, and which one is chosen
  | "options" // of a search
  | "answer" // of a search
  | "timing" // how long a search takes
  | "position" // on the time line
  | "layers"
  | "tool"
  | "unit"
  | "field" // costs from everywhere, and danger
  | "cursor"
  | "view" // moved or zoomed
  | "walk" // a body's walk
  | "busy"
  | "lesson"
  | "animate"
  | "predict" // guesses at the next cell
  | "message" // to be said aloud
  | "complaint" // what went wrong
  | "theme";

export class Topics {
  readonly #listeners = new Map<Topic, Set<() => void>>();

  on(topics: Topic | Topic[], listener: () => void): void {
    for (const topic of Array.isArray(topics) ? topics : [topics]) {
      const known = this.#listeners.get(topic) ?? new Set();
      known.add(listener);
      this.#listeners.set(topic, known);
    }
  }

  tell(...topics: Topic[]): void {
    const listeners = new Set<() => void>();
    for (const topic of topics) for (const listener of this.#listeners.get(topic) ?? []) listeners.add(listener);
    for (const listener of listeners) listener();
  }
}
