// The engine in a worker of Node, by promises.
import { Worker } from "node:worker_threads";
import { Wayline as Client } from "./client.js";

export { BodyClient, EngineFailure, MapClient, ReplannerClient } from "./client.js";

/** A worker as a browser has them. */
function start() {
  const worker = new Worker(new URL("./node-worker.js", import.meta.url));
  const like = {
    postMessage: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
  };
  worker.on("message", (data) => like.onmessage?.({ data }));
  worker.on("error", (error) => like.onerror?.(error));
  return like;
}

export class Wayline extends Client {
  static open({ worker = start, source } = {}) {
    // biome-ignore lint/complexity/noThisInStatic: what is opened is of this class, not of the one it extends
    return super.open({ worker, source });
  }
}
