// The service worker: it is made when the app is built, and knows every file of that build by name.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const ALSO = readdirSync(at("public"));

export function worker(): Plugin {
  return {
    name: "niten-worker",
    apply: "build",
    generateBundle(_, bundle) {
      const files = [...Object.keys(bundle).filter((name) => name.startsWith("assets/")), ...ALSO].sort();
      const source = readFileSync(at("worker/sw.js"), "utf-8");
      // The names of assets say what is in them; the page and what is public are read.
      const whole = createHash("sha256").update(source + files.join());
      for (const file of ["index.html", ...ALSO.map((name) => `public/${name}`)]) whole.update(readFileSync(at(file)));
      const version = whole.digest("hex").slice(0, 12);
      const head = `const VERSION = ${JSON.stringify(version)};\nconst FILES = ${JSON.stringify(files)};\n`;
      this.emitFile({ type: "asset", fileName: "sw.js", source: head + source });
    },
  };
}
