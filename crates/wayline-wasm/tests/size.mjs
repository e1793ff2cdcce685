// How large the modules are, raw and after brotli; fails if one is larger than allowed: the engine, which everybody
// fetches, or any other, which may be a little larger.
import { readFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

const [engine, other] = process.argv.slice(2).map(Number);
let tooLarge = false;
for (const name of ["engine", "bodies", "rules", "fields", "pictures", "networks", "osm", "crowds"]) {
  const module = readFileSync(new URL(`../pkg/${name}_bg.wasm`, import.meta.url));
  const hints = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: module.length,
  };
  const most = name === "engine" ? engine : other;
  const small = brotliCompressSync(module, { params: hints }).length;
  console.log(`${name}: ${module.length} bytes, ${small} after brotli (at most ${most})`);
  tooLarge ||= small > most;
}
if (tooLarge) {
  console.error("a module is too large");
  process.exit(1);
}
