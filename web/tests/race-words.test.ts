// The page says what the terminal says: race-words.json has steps of bot games with the sentences of niten.terminal.dragon_words.
import { expect, test } from "vitest";
import { catalogue } from "../build-tools/texts";
import type { Entry, Happening } from "../src/api/client";
import { fill, type Language, LANGUAGES } from "../src/texts/format";
import type { RaceSetup } from "../src/race/state";
import { Words } from "../src/race/words";
import recorded from "./race-words.json";

const races = recorded as unknown as {
  setup: RaceSetup;
  entries: { step: string; events: Happening[]; said: Record<Language, string[]> }[];
  shared: Record<Language, string>;
}[];

const speaker = (language: Language, setup: RaceSetup): Words => {
  const texts = catalogue(language);
  return new Words((key, details) => fill(language, texts, key, details), setup);
};

test.each(LANGUAGES)("every step is told as in the terminal: %s", (language) => {
  for (const { setup, entries } of races) {
    const words = speaker(language, setup);
    for (const { step, events, said } of entries) expect(words.sentences({ step, events } as Entry), step).toEqual(said[language]);
  }
});

test.each(LANGUAGES)("a shared win names both: %s", (language) => {
  for (const { setup, shared } of races) expect(speaker(language, setup).result("finished", "black+red")).toBe(shared[language]);
});

test("every kind of event was recorded", () => {
  const kinds = new Set(races.flatMap(({ entries }) => entries.flatMap(({ events }) => events.map(({ kind }) => kind))));
  const told = Object.keys(catalogue("en")).filter((key) => key.startsWith("dragon.event.")).map((key) => key.slice("dragon.event.".length));
  const byOthers = ["has", "stones", "jumped", "rolled-all"]; // of the account of a race, or another form of a kind
  expect(told.filter((kind) => !byOthers.includes(kind) && !kinds.has(kind))).toEqual([]);
});
