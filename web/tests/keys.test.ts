// Every text a page asks for is there. Keys put together from parts are listed by what they begin with.
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { catalogue } from "../build-tools/texts.ts";

const files = readdirSync("src", { recursive: true, encoding: "utf-8" }).filter((name) => /\.(svelte|ts)$/.test(name));
const keys = Object.keys(catalogue("en"));

it.each(files)("%s", (file) => {
  const source = readFileSync(`src/${file}`, "utf-8");
  for (const [, key] of source.matchAll(/["'`]((?:web|samurai|dragon|error|review|switch)\.[\w.-]+)["'`]/g)) {
    expect(keys, key).toContain(key);
  }
  for (const [, start] of source.matchAll(/`((?:web|samurai|dragon|review|switch)\.[\w.-]+?)\$\{/g)) {
    expect(keys.some((key) => key.startsWith(start!)), start).toBe(true);
  }
});

it("no text of the pages is left over", () => {
  const all = files.map((file) => readFileSync(`src/${file}`, "utf-8")).join("\n");
  const used = (key: string): boolean =>
    [`"${key}"`, `'${key}'`].some((one) => all.includes(one)) ||
    [...key.matchAll(/[.-]/g)].some((at) => all.includes(`\`${key.slice(0, at.index + 1)}\${`));
  expect(keys.filter((key) => key.startsWith("web.") && !used(key))).toEqual([]);
});
