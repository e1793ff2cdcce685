// The page as one file, for notebooks: script, styles and engine are in it (dist-notebook/notebook.html).
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const pkg = (file: string) => here(`../crates/wayline-wasm/pkg/${file}`);

const engine: Plugin = {
  name: "engine",
  enforce: "pre",
  // The page has a worker of its own: without this, there would be another one beside it.
  transform: (code, id) =>
    id === pkg("client.js")
      ? code.replace('new Worker(new URL("./worker.js", import.meta.url), { type: "module" })', "null")
      : undefined,
  resolveId: (id) => (id === "virtual:engine" ? `\0${id}` : undefined),
  load: (id) =>
    id === "\0virtual:engine"
      ? `export default "${gzipSync(readFileSync(pkg("engine_bg.wasm")), { level: 9 }).toString("base64")}"`
      : undefined,
};

/** Puts the script and the styles into the page itself. */
const inline: Plugin = {
  name: "inline",
  enforce: "post",
  generateBundle(_, bundle) {
    const page = bundle["notebook.html"];
    if (page?.type !== "asset") throw new Error("there is no page to put things into");
    let html = String(page.source);
    for (const [name, file] of Object.entries(bundle)) {
      if (file === page) continue;
      const text = file.type === "chunk" ? file.code : String(file.source);
      const tag = new RegExp(`<(script|link)[^>]*"\\./${name.replaceAll(".", "\\.")}"[^>]*>(</script>)?`);
      if (!tag.test(html)) throw new Error(`nothing refers to ${name}: it would be missing`);
      // A page ends a script at the first end of one, whatever it is in.
      const safe = text.replace(/<(?=\/script|!--)/gi, "\\x3c");
      html = html.replace(tag, () =>
        file.type === "chunk" ? `<script type="module">${safe}</script>` : `<style>${text}</style>`,
      );
      delete bundle[name];
    }
    page.source = html;
  },
};

export default defineConfig({
  base: "./",
  publicDir: false,
  plugins: [engine, inline],
  resolve: {
    alias: [
      { find: /^wayline\/client$/, replacement: pkg("client.js") },
      { find: /^wayline\/engine$/, replacement: pkg("engine.js") },
      { find: /^wayline\/serve$/, replacement: pkg("serve.js") },
    ],
  },
  build: {
    target: "es2022",
    outDir: "dist-notebook",
    modulePreload: false,
    assetsInlineLimit: 1 << 24,
    cssCodeSplit: false,
    rollupOptions: { input: here("notebook.html"), output: { inlineDynamicImports: true } },
  },
  // Not a module: from a file, browsers start no worker that is one.
  worker: { format: "iife" },
});
