// The engine in a worker of Node: the other side of node-client.js.
import { parentPort } from "node:worker_threads";
import * as engine from "./node.js";
import { serve } from "./serve.js";

const answer = serve(engine, (message, buffers) => parentPort.postMessage(message, buffers));
parentPort.on("message", (data) => answer({ data }));
