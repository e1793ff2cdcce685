// What every view's state begins with: topics to listen to, and what is said to whoever looks.
import { Topics } from "./topics";

export class Notices {
  readonly topics = new Topics();
  #message = "";
  #complaint: string | null = null;

  /** What is to be said aloud. */
  get message(): string {
    return this.#message;
  }
  /** What went wrong, until something else is done. */
  get complaint(): string | null {
    return this.#complaint;
  }
  announce(text: string): void {
    this.#message = text;
    this.topics.tell("message");
  }
  /** Says what went wrong, aloud and on the stage. */
  complain(error: unknown): void {
    this.#complaint = error instanceof Error ? error.message : String(error);
    this.announce(this.#complaint);
    this.topics.tell("complaint");
  }
  dismissComplaint(): void {
    this.#complaint = null;
    this.topics.tell("complaint");
  }
}
