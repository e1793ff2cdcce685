// Vite only builds: what it writes to dist/ are plain files that any static server can serve, from
// any folder and without a network.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { fileOf, lessonsPage } from "./links";
import { LANGUAGES, type Language } from "./src/words";

const engine = (file: string) => fileURLToPath(new URL(`../crates/wayline-wasm/pkg/${file}`, import.meta.url));

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Writes the worker that keeps the page for when there is no network: with the names of all files in it. */
const offline = {
  name: "offline",
  apply: "build" as const,
  closeBundle() {
    const files = readdirSync(here("dist"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== "worker-offline.js")
      .map((entry) => `./${entry.parentPath.slice(here("dist").length)}/${entry.name}`.replace("//", "/"))
      .map((name) => (name === "./index.html" ? "./" : name))
      .sort();
    const hash = createHash("sha256");
    for (const name of files)
      hash.update(name).update(readFileSync(here(`dist/${name === "./" ? "index.html" : name}`)));
    const worker = readFileSync(here("offline.js"), "utf8")
      .replace('"FILES"', JSON.stringify(files))
      .replace("VERSION", hash.digest("hex").slice(0, 12));
    writeFileSync(here("dist/worker-offline.js"), worker);
  },
};

/** Writes the page of all lessons, in every language. */
const links = {
  name: "links",
  apply: "build" as const,
  async writeBundle() {
    for (const language of Object.keys(LANGUAGES) as Language[])
      writeFileSync(here(`dist/${fileOf(language)}`), await lessonsPage(language));
  },
};

export default defineConfig({
  base: "./",
  plugins: [links, offline],
  resolve: {
    alias: [
      { find: /^wayline\/client$/, replacement: engine("client.js") },
      { find: /^wayline\/networks$/, replacement: engine("browser-networks.js") },
      { find: /^wayline\/rules$/, replacement: engine("browser-rules.js") },
      { find: /^wayline\/fields$/, replacement: engine("browser-fields.js") },
      { find: /^wayline\/osm$/, replacement: engine("browser-osm.js") },
      { find: /^wayline\/crowds$/, replacement: engine("browser-crowds.js") },
      { find: /^wayline$/, replacement: engine("browser.js") },
    ],
  },
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: { format: "es" },
  server: { fs: { allow: [".."] } },
  // Two slow cores with other work on them are no reason to fail.
  test: { include: ["tests/unit/**/*.test.ts"], testTimeout: 60_000 },
});
