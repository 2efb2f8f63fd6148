import { describe, expect, it } from "vitest";
import { catalogue } from "../build-tools/texts.ts";
import { chooseLanguage, fill, LANGUAGES, percent, pluralForm, points } from "../src/texts/format";

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

  it("counts as each language does", () => {
    expect(pluralForm("de", 0)).toBe("other");
    expect(pluralForm("fr", 1.0)).toBe("one");
  });

  it("writes numbers as each language does", () => {
    expect(percent("en", 0.1234)).toBe("12.3%");
    expect(percent("de", 0.1234).replace(/\s/u, " ")).toBe("12,3 %");
    expect(points("en", -0.0321)).toBe("-3.2");
  });

  it("takes the first language that is spoken", () => {
    expect(chooseLanguage(["it-IT", "es-MX", "de"])).toBe("es");
    expect(chooseLanguage(["ja"])).toBe("en");
  });
});
