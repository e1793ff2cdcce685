// Calls to a worker by promises, and their answers: what the views with a module of their own share.

/** The engine itself failed: out of memory, or a defect. The next call is answered by a new one, which knows nothing. */
export class EngineFailure extends Error {}

// biome-ignore lint/suspicious/noExplicitAny: functions of any kind; each call is typed by its name
type Functions = Record<string, (...values: any[]) => unknown>;
type Waiting = { resolve: (value: never) => void; reject: (error: Error) => void };

export class Caller<C extends { [K in keyof C]: Functions[string] }> {
  readonly #make: () => Worker;
  #worker: Worker;
  #waiting = new Map<number, Waiting>();
  #last = 0;

  constructor(make: () => Worker) {
    this.#make = make;
    this.#worker = this.#start();
  }

  call<K extends keyof C & string>(name: K, ...values: Parameters<C[K]>): Promise<ReturnType<C[K]>> {
    return new Promise((resolve, reject) => {
      const id = ++this.#last;
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, call: name, values });
    });
  }

  #start(): Worker {
    const worker = this.#make();
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

  /** Ends the worker; nothing can be asked any more. */
  close(): void {
    this.#worker.terminate();
  }

  #fail(failure: EngineFailure): void {
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(failure);
    this.#waiting.clear();
    this.#worker = this.#start();
  }
}

/** In a worker: answers calls in their order, once the engine is there. */
export function serveCalls<C extends { [K in keyof C]: Functions[string] }>(
  ready: Promise<void>,
  calls: { [K in keyof C]: (...values: Parameters<C[K]>) => ReturnType<C[K]> },
): void {
  const answer = async (id: number, call: keyof C, values: Parameters<C[keyof C]>) => {
    try {
      await ready;
      const value = calls[call](...values);
      self.postMessage({ id, value }, { transfer: buffers(value) });
    } catch (error) {
      // A trap leaves the engine in no state to go on.
      const dead = error instanceof WebAssembly.RuntimeError || error instanceof WebAssembly.LinkError;
      self.postMessage({ id, error: { message: error instanceof Error ? error.message : String(error), dead } });
    }
  };
  self.onmessage = ({ data: { id, call, values } }) => void answer(id, call, values);
}

/** Typed arrays are handed over, not copied. */
function buffers(value: unknown, found: Transferable[] = []): Transferable[] {
  if (ArrayBuffer.isView(value)) found.push(value.buffer as ArrayBuffer);
  else if (value && typeof value === "object" && typeof Object.values(value)[0] !== "string")
    for (const part of Object.values(value)) buffers(part, found);
  return found;
}
