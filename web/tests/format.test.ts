import { describe, expect, it } from "vitest";
import { catalogue } from "../build-tools/texts.ts";
import { chooseLanguage, clock, day, decimal, fill, joined, type Language, LANGUAGES, percent, pluralForm, points } from "../src/texts/format";

const catalogues = Object.fromEntries(LANGUAGES.map((language) => [language, catalogue(language)]));

describe("texts", () => {
  it("fills in details and chooses plurals", () => {
    const texts = { hits: { one: "{count} hit", other: "{count} hits" }, at: "{place}, {place}" };
    expect(fill("en", texts, "hits", { count: 1 })).toBe("1 hit");
    expect(fill("en", texts, "hits", { count: 0 })).toBe("0 hits");
    expect(fill("fr", texts, "hits", { count: 0 })).toBe("0 hit");
    expect(fill("en", texts, "at", { place: "x" })).toBe("x, x");
  });

  it("has the same keys and the same details in every language", () => {
    const shape = (text: unknown): string[] => [...JSON.stringify(text).matchAll(/\{([\w-]+)\}/g)].map((one) => one[1]!).sort();
    const unique = (names: string[]): string => [...new Set(names)].join();
    for (const language of LANGUAGES) {
      expect(Object.keys(catalogues[language]!).sort()).toEqual(Object.keys(catalogues["en"]!).sort());
      for (const [key, text] of Object.entries(catalogues[language]!)) {
        if (key.startsWith("web.")) expect(unique(shape(text)), `${language} ${key}`).toBe(unique(shape(catalogues["en"]![key])));
      }
    }
  });

  it.each<[Language, string]>([
    ["de", "other one other"],
    ["en", "other one other"],
    ["es", "other one other"],
    ["fr", "one one other"],
  ])("counts as %s does", (language, forms) => {
    expect([0, 1, 2].map((count) => pluralForm(language, count)).join(" ")).toBe(forms);
    for (const [key, text] of Object.entries(catalogues[language]!)) {
      if (typeof text !== "string") expect(Object.keys(text).sort(), key).toEqual(["one", "other"]);
    }
  });

  // Blanks that do not break are blanks here.
  const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f\u2009]/gu, " ");
  it.each<[Language, string, string, string, string]>([
    ["de", "1.234,5", "12,3 %", "+4,0", "-3,2"],
    ["en", "1,234.5", "12.3%", "+4.0", "-3.2"],
    ["es", "1234,5", "12,3 %", "+4,0", "-3,2"],
    ["fr", "1 234,5", "12,3 %", "+4,0", "-3,2"],
  ])("writes numbers as %s does", (language, ...wanted) => {
    const written = [decimal(language, 1234.5, 1), percent(language, 0.1234), points(language, 0.04), points(language, -0.0321)];
    expect(written.map(plain)).toEqual(wanted);
    expect(plain(points(language, 0))).not.toMatch(/[+-]/);
  });

  it.each<[Language, string, string, string, string]>([
    ["de", "03.04.2026", "3. April 2026", "17:05", "Wasser, Feuer und Holz"],
    ["en", "Apr 3, 2026", "April 3, 2026", "5:05 PM", "Wasser, Feuer, and Holz"],
    ["es", "3 abr 2026", "3 de abril de 2026", "17:05", "Wasser, Feuer y Holz"],
    ["fr", "3 avr. 2026", "3 avril 2026", "17:05", "Wasser, Feuer et Holz"],
  ])("writes days, times and lists as %s does", (language, short, long, time, list) => {
    const at = new Date("2026-04-03T17:05");
    expect([day(language, at), day(language, at, "long"), clock(language, at)].map(plain)).toEqual([short, long, time]);
    expect(joined(language, ["Wasser", "Feuer", "Holz"])).toBe(list);
  });

  it("takes the first language that is spoken", () => {
    expect(chooseLanguage(["it-IT", "es-MX", "de"])).toBe("es");
    expect(chooseLanguage(["ja"])).toBe("en");
  });
});
