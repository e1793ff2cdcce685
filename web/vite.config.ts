// Vite only builds: what it writes to dist/ are plain files that any static server can serve, from
// any folder and without a network.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const engine = (file: string) => fileURLToPath(new URL(`../crates/wayline-wasm/pkg/${file}`, import.meta.url));

export default defineConfig({
  base: "./",
  resolve: {
    alias: [
      { find: /^wayline\/client$/, replacement: engine("client.js") },
      { find: /^wayline$/, replacement: engine("browser.js") },
    ],
  },
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: { format: "es" },
  server: { fs: { allow: [".."] } },
  // Two slow cores with other work on them are no reason to fail.
  test: { include: ["tests/unit/**/*.test.ts"], testTimeout: 60_000 },
});
