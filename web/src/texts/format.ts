// How each language writes: the same rules as niten.texts has them.

export const LANGUAGES = ["de", "en", "es", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Text = string | { one: string; other: string };
export type Catalogue = Record<string, Text>;
export type Details = Record<string, unknown>;

/** French counts 0 as one. */
export function pluralForm(language: Language, count: number): "one" | "other" {
  return count === 1 || (language === "fr" && count === 0) ? "one" : "other";
}

/** A text with its details filled in. A key that is missing is shown as it is: a test keeps that from happening. */
export function fill(language: Language, catalogue: Catalogue, key: string, details: Details = {}): string {
  const found = catalogue[key];
  if (found === undefined) return key;
  const text = typeof found === "string" ? found : found[pluralForm(language, Number(details["count"]))];
  return text.replace(/\{([\w-]+)\}/g, (_, name: string) => String(details[name] ?? `{${name}}`));
}

export function decimal(language: Language, value: number, digits = 0): string {
  return new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
}

/** A share of 1 as a percentage. */
export function percent(language: Language, value: number, digits = 1): string {
  const format = { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits } as const;
  return new Intl.NumberFormat(language, format).format(value);
}

/** Points of a percentage, with their sign. */
export function points(language: Language, value: number, digits = 1): string {
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: "exceptZero" } as const;
  return new Intl.NumberFormat(language, format).format(100 * value);
}

/** A day, in the place of whoever reads it: 3 Apr 2026, or with the month in full. */
export function day(language: Language, at: Date, style: "medium" | "long" = "medium"): string {
  return new Intl.DateTimeFormat(language, { dateStyle: style }).format(at);
}

export function clock(language: Language, at: Date): string {
  return new Intl.DateTimeFormat(language, { timeStyle: "short" }).format(at);
}

export function joined(language: Language, parts: string[]): string {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(parts);
}

/** The first language that is wanted and spoken. */
export function chooseLanguage(wanted: readonly string[]): Language {
  for (const one of wanted) {
    const short = one.slice(0, 2).toLowerCase();
    if ((LANGUAGES as readonly string[]).includes(short)) return short as Language;
  }
  return "en";
}
