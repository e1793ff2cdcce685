// Plays searches: where one is, in events or in expansions, and how fast it goes on. Several time lines
// are played in step; one that is over waits for the others. Time comes in through `tick`, so that what
// is shown does not depend on how many frames a second there are.
import type { Timeline } from "./timeline";

export type StepUnit = "event" | "expansion";

/** A pause between two frames longer than this was a sleeping page, not time to play. */
const MOST_GAP_MS = 250;

export class Player {
  #playing = false;
  #speed = 100;
  #at = 0;
  /** What was not played yet for being less than a whole step. */
  #rest = 0;
  #before: number | null = null;
  #by: StepUnit = "event";
  #timelines: Timeline[] = [];

  constructor(private readonly moved: (at: number) => void) {}

  get playing(): boolean {
    return this.#playing;
  }
  /** Events or expansions a second. */
  get speed(): number {
    return this.#speed;
  }
  setSpeed(speed: number): void {
    this.#speed = speed;
  }
  /** How far one is, in events or expansions. */
  get at(): number {
    return this.#at;
  }
  /** Of the longest of the searches. */
  get length(): number {
    return Math.max(
      0,
      ...this.#timelines.map((timeline) => (this.#by === "event" ? timeline.length : timeline.expansions)),
    );
  }
  get by(): StepUnit {
    return this.#by;
  }
  /** Counts in another unit from here on; the chosen search stays where it is. */
  countBy(by: StepUnit): void {
    if (by === this.#by) return;
    const [first] = this.#timelines;
    const position = first?.position ?? 0;
    this.#by = by;
    this.#move(!first || by === "event" ? position : first.expansionAt(position));
  }
  setTimelines(timelines: Timeline[]): void {
    this.#timelines = timelines;
    this.#at = Math.min(this.#at, this.length);
  }
  /** How many events of a search have happened then. */
  positionIn(timeline: Timeline, at: number): number {
    if (this.#by === "event") return Math.min(at, timeline.length);
    return at >= timeline.expansions ? timeline.length : timeline.positionOf(at);
  }

  /** From the beginning, if the end was reached. */
  play(): void {
    if (this.length === 0) return;
    if (this.#at >= this.length) this.#move(0);
    this.#playing = true;
    this.#before = null;
    this.#rest = 0;
    this.moved(this.#at);
  }
  pause(): void {
    if (!this.#playing) return;
    this.#playing = false;
    this.moved(this.#at);
  }
  toggle(): void {
    if (this.#playing) this.pause();
    else this.play();
  }
  /** Steps on, or back. */
  step(by: number): void {
    this.#playing = false;
    this.#move(this.#at + by);
  }
  seek(at: number): void {
    this.#move(at);
  }

  /** A frame is about to be drawn. */
  tick(now: number): void {
    if (!this.#playing) return;
    const passed = this.#before === null ? 0 : Math.min(MOST_GAP_MS, now - this.#before);
    this.#before = now;
    const due = this.#rest + (passed / 1000) * this.#speed;
    const whole = Math.floor(due);
    this.#rest = due - whole;
    if (this.#at + whole >= this.length) this.#playing = false;
    if (whole > 0 || !this.#playing) this.#move(this.#at + whole);
  }

  #move(to: number): void {
    this.#at = Math.max(0, Math.min(this.length, Math.floor(to)));
    this.moved(this.#at);
  }
}
