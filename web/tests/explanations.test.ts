import { readdirSync, readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import { catalogue } from "../build-tools/texts.ts";
import { beside } from "../src/parts/beside";
import { addressOf, EXPLAINED } from "../src/parts/explanations";
import { LANGUAGES } from "../src/texts/format";

const sources = readdirSync("src", { recursive: true, encoding: "utf-8" })
  .filter((name) => name.endsWith(".svelte"))
  .map((name) => readFileSync(`src/${name}`, "utf-8"));

describe("explanations", () => {
  it.each(Object.entries(EXPLAINED))("%s has a text in every language, and a rule", (key, rule) => {
    for (const language of LANGUAGES) expect(catalogue(language)).toHaveProperty([`web.explain.${key}`]);
    const game = /\/rules\/(\w+)#/.exec(addressOf(rule))![1]!;
    const page = parse(readFileSync(`../src/niten/texts/rules/${game}.en.toml`, "utf-8")) as { section: { rule: { id: string }[] }[] };
    expect(page.section.flatMap((section) => section.rule.map((one) => one.id))).toContain(rule);
  });

  it("are what the pages ask for", () => {
    const asked = sources.flatMap((source) => [...source.matchAll(/(?:data-explain|<Term of)=(?:"([\w-]+)"|\{[^}]*?\})/g)].flatMap((found) => found[1] ?? []));
    const chosen = sources.flatMap((source) => [...source.matchAll(/data-explain=\{([^}]*)\}/g)].flatMap((found) => [...found[1]!.matchAll(/"([\w-]+)"/g)].map((one) => one[1]!)));
    const known = Object.keys(EXPLAINED);
    expect(asked.length).toBeGreaterThan(20);
    for (const key of asked) expect(known).toContain(key);
    for (const key of chosen.filter((one) => one !== "heart")) expect(known).toContain(key);
  });
});

describe("a popover", () => {
  const size = { width: 200, height: 100 };
  const sign = (left: number, top: number): Parameters<typeof beside>[0] => ({ left, top, bottom: top + 20 });

  it("stands below what it explains", () => {
    expect(beside(sign(50, 50), size, 1000, 800)).toEqual({ left: 50, top: 76 });
  });

  it("stands above where there is no room below", () => {
    expect(beside(sign(50, 700), size, 1000, 800)).toEqual({ left: 50, top: 594 });
  });

  it("stays on the page", () => {
    expect(beside(sign(950, 50), size, 1000, 800).left).toBe(792);
    expect(beside(sign(-30, 50), size, 150, 800).left).toBe(8);
  });
});
