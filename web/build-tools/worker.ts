// The service worker: it is made when the app is built, and knows every file of that build by name.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const SOURCE = fileURLToPath(new URL("../worker/sw.js", import.meta.url));
const ALSO = ["icon.svg", "manifest.webmanifest"];

export function worker(): Plugin {
  return {
    name: "niten-worker",
    apply: "build",
    generateBundle(_, bundle) {
      const files = [...Object.keys(bundle).filter((name) => name.startsWith("assets/")), ...ALSO].sort();
      const source = readFileSync(SOURCE, "utf-8");
      const version = createHash("sha256").update(source + files.join()).digest("hex").slice(0, 12);
      const head = `const VERSION = ${JSON.stringify(version)};\nconst FILES = ${JSON.stringify(files)};\n`;
      this.emitFile({ type: "asset", fileName: "sw.js", source: head + source });
    },
  };
}
