// Where a walking unit is: between two placements of its path.

/** Moves a second. */
const PACE = 7;

export class Walk {
  #path: Uint32Array = new Uint32Array(0);
  #walking = false;
  #blocked = false;
  /** Moves done, with the share of the one under way. */
  #at = 0;
  #before = 0;
  /** A new plan is being made: it goes no farther than the placement it is on its way to. */
  #held = false;

  get path(): Uint32Array {
    return this.#path;
  }
  get walking(): boolean {
    return this.#walking;
  }
  /** There was no path from here: it goes on by itself when there is one again. */
  get blocked(): boolean {
    return this.#blocked;
  }

  start(path: Uint32Array): void {
    this.#path = path;
    this.#at = 0;
    this.resume();
  }
  resume(): void {
    this.#walking = this.#path.length > 1;
    this.#blocked = false;
    this.#before = 0;
  }
  /** Stays where it is. */
  block(): void {
    this.#walking = this.#held = false;
    this.#blocked = true;
  }
  pause(): void {
    this.#walking = false;
  }
  /** Back to where it started. */
  stop(): void {
    this.#walking = this.#blocked = this.#held = false;
    this.#path = new Uint32Array(0);
    this.#at = 0;
  }
  /** Started, and not there yet. */
  get underWay(): boolean {
    return this.#path.length > 0 && !this.done;
  }
  get done(): boolean {
    return this.#path.length > 0 && this.#at >= this.#path.length - 1;
  }
  /** The placement that it is on, or on its way to: where a new plan begins. */
  get next(): number {
    return this.#path[Math.min(this.#path.length - 1, Math.ceil(this.#at))];
  }
  /** Waits at `next`, which is returned, until there is a new path from there. */
  hold(): number {
    this.#held = true;
    return this.next;
  }
  /** Goes on by another path, which begins at `next`. */
  turnTo(path: Uint32Array): void {
    this.#held = false;
    const [done, share] = [Math.floor(this.#at), this.#at % 1];
    if (share === 0) this.#path = path;
    else this.#path = Uint32Array.of(this.#path[done], ...path);
    this.#at = share;
    if (this.#blocked) this.resume();
  }
  tick(now: number): void {
    if (!this.#walking) return;
    const end = this.#held ? Math.ceil(this.#at) : this.#path.length - 1;
    if (this.#before > 0) this.#at = Math.min(end, this.#at + (Math.min(200, now - this.#before) / 1000) * PACE);
    this.#before = now;
    if (this.done) this.#walking = false;
  }
  /** From one placement to another, and how much of the move is done. */
  get place(): { from: number; to: number; share: number } | null {
    if (this.#path.length === 0) return null;
    const done = Math.min(this.#path.length - 1, Math.floor(this.#at));
    return {
      from: this.#path[done],
      to: this.#path[Math.min(this.#path.length - 1, done + 1)],
      share: this.#at - done,
    };
  }
}
