// The engine in a worker of a browser: the other side of client.js.
import * as engine from "./browser.js";
import { serve } from "./serve.js";

self.onmessage = serve(engine, (message, buffers) => self.postMessage(message, buffers));
