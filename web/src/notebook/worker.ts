// The engine's worker in a page that is one file: the module comes with the first call, nothing is fetched.
import init, * as engine from "wayline/engine";
import { serve } from "wayline/serve";

const ready = (module: WebAssembly.Module) => init({ module_or_path: module });
self.onmessage = serve({ ...engine, init: ready }, (message, buffers) =>
  self.postMessage(message, { transfer: buffers }),
);
