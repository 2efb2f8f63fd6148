// The text catalogues of the project as modules: `virtual:texts/de` is one language, `virtual:rules/dragon.de` one page of rules.
// The texts of the pages alone are in `pages/NAME.de.toml`, and their keys begin with `web.NAME.`.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse, type TomlTable } from "smol-toml";
import type { Plugin } from "vite";

type Text = string | { one: string; other: string };

const FOLDER = fileURLToPath(new URL("../../src/niten/texts/", import.meta.url));
/** What the pages say; the rest of a catalogue is for the terminal. */
const SECTIONS = ["language", "error", "samurai", "dragon", "review.count", "review.reason", "switch"];
const LEFT_OUT = ["samurai.key.", "samurai.refused.", "samurai.option.", "samurai.ask.", "samurai.own.", "dragon.key.", "dragon.mark.",
  "dragon.refused.", "dragon.option.", "dragon.own.", "error.use.", "error.bad-tournament.", "switch.edition-",
  "switch.house", "switch.line"];

export function catalogue(language: string): Record<string, Text> {
  const flat: Record<string, Text> = {};
  flatten("", read(`${language}.toml`), flat);
  const told = Object.entries(flat).filter(
    ([key]) => SECTIONS.some((section) => key.startsWith(`${section}.`)) && !LEFT_OUT.some((start) => key.startsWith(start)),
  );
  const pages: Record<string, Text> = {};
  for (const file of readdirSync(`${FOLDER}pages`).filter((name) => name.endsWith(`.${language}.toml`))) {
    flatten(`web.${file.split(".")[0]}.`, read(`pages/${file}`), pages);
  }
  return { ...Object.fromEntries(told), ...pages };
}

function read(name: string): TomlTable {
  return parse(readFileSync(FOLDER + name, "utf-8"));
}

function flatten(prefix: string, table: TomlTable, flat: Record<string, Text>): void {
  for (const [key, value] of Object.entries(table)) {
    const path = prefix + key;
    if (typeof value === "string" || Object.keys(value).sort().join() === "one,other") flat[path] = value as Text;
    else flatten(`${path}.`, value as TomlTable, flat);
  }
}

export function texts(): Plugin {
  const TEXTS = "virtual:texts/";
  const RULES = "virtual:rules/";
  return {
    name: "niten-texts",
    resolveId: (id) => (id.startsWith(TEXTS) || id.startsWith(RULES) ? `\0${id}` : undefined),
    load(id) {
      const name = id.slice(1);
      if (name.startsWith(TEXTS)) return `export default ${JSON.stringify(catalogue(name.slice(TEXTS.length)))}`;
      if (name.startsWith(RULES)) return `export default ${JSON.stringify(read(`rules/${name.slice(RULES.length)}.toml`))}`;
      return undefined;
    },
  };
}
