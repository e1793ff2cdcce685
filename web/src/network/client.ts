// The worker with the engine's module for networks, by promises.
import type { NetworkAnswer, NetworkParts, NetworkRecording, Reached } from "wayline/networks";

/** What the worker answers. */
export interface Calls {
  init(): void;
  generate(spec: string): NetworkParts;
  read(name: string, bytes: Uint8Array, nodes: Uint8Array | undefined, bothWays: boolean, unit: string): NetworkParts;
  make(
    ids: string[],
    names: string[],
    positions: Float64Array,
    from: Uint32Array,
    to: Uint32Array,
    costs: Float64Array,
    edgeNames: string[],
    unit: string,
  ): NetworkParts;
  setCost(edge: number, cost: number): void;
  setClosed(edge: number, closed: boolean): void;
  solve(from: number, to: number, algorithm: string): NetworkAnswer;
  record(from: number, to: number, algorithm: string, most: number): NetworkRecording;
  reach(from: number, within: number): Reached;
  /** The median of several runs without recording. */
  time(from: number, to: number, algorithm: string): { ms: number; runs: number; resolution: number };
}

/** The engine itself failed: out of memory, or a defect. The next call is answered by a new one, without a network. */
export class EngineFailure extends Error {}

type Waiting = { resolve: (value: never) => void; reject: (error: Error) => void };

export class NetworkClient {
  #worker = this.#start();
  #waiting = new Map<number, Waiting>();
  #last = 0;

  call<K extends keyof Calls>(name: K, ...values: Parameters<Calls[K]>): Promise<ReturnType<Calls[K]>> {
    return new Promise((resolve, reject) => {
      const id = ++this.#last;
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, call: name, values });
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data: { id, value, error } }) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (!error) waiting?.resolve(value as never);
      else if (error.dead) {
        const failure = new EngineFailure(`the engine failed: ${error.message}`);
        waiting?.reject(failure);
        this.#fail(failure);
      } else waiting?.reject(new Error(error.message));
    };
    worker.onerror = (event) =>
      this.#fail(new EngineFailure(`the engine failed: ${event.message || "its worker did not start"}`));
    return worker;
  }

  #fail(failure: EngineFailure): void {
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(failure);
    this.#waiting.clear();
    this.#worker = this.#start();
  }
}
