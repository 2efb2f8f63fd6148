import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { texts } from "./build-tools/texts.ts";
import { worker } from "./build-tools/worker.ts";

export default defineConfig({
  base: "./", // the server says where the app lives: a sub-path is known only there
  plugins: [svelte(), texts(), worker()],
  build: {
    outDir: "../src/niten/server/pages",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // nothing inline: the content security policy allows none
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8000" } },
});
