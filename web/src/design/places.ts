// Where a problem stands: the server names places of a duel file, the page has fields.
import { type Draft, filled } from "./draft";

/** The field a problem is told at; null if it belongs to none of them. */
export function fieldOf(where: string, draft: Draft): string | null {
  if (where === "id" && !draft.id && !draft.name.trim()) return "name"; // the id is made from it
  const counted = filled(draft);
  const row = (places: number[], at: string): number => places[Number(at)] ?? 0;
  const place = where
    .replace(/^lines\[(\d+)\]/, (_, at: string) => `lines ${Number(at) + 1}`)
    .replace(/^resistance\[(\d+)\]/, (_, at: string) => `resistance[${row(counted.resistance, at)}]`)
    .replace(/^player\.concentration\[(\d+)\]/, (_, at: string) => `player.concentration[${row(counted.concentration, at)}]`)
    .replace(/\.amount$/, ".reward")
    .replace(/^player\.dice\[\d+\]$/, "player.dice");
  const whole = WHOLES.find(([form]) => form.test(place));
  const field = whole ? place + whole[1] : place;
  return FIELD.test(field) ? field : null;
}

/** What is said of a whole row or table is told at its first field. */
const WHOLES: readonly (readonly [RegExp, string])[] = [
  [/^resistance$/, "[0][0]"],
  [/^resistance\[\d+\]$/, "[0]"],
  [/^lines$/, " 1.defense"],
  [/^lines \d+$/, ".defense"],
  [/^player\.concentration$/, "[0].price"],
  [/^player\.concentration\[\d+\]$/, ".price"],
  [/^player\.injuries$/, "[0].cost"],
  [/^player\.injuries\[\d+\]$/, ".cost"],
];

const FIELD =
  /^(id|name|stars|health|text\.(de|en|es|fr)|resistance\[\d+\]\[[01]\]|lines \d+\.(defense|counter|effect)|player\.(health|ki|dice)|player\.concentration\[\d+\]\.(price|reward)|player\.injuries\[\d+\]\.cost)$/;

/** The rounds of which something is wrong, from 1. */
export function wrongRounds(places: readonly string[]): Set<number> {
  return new Set(places.flatMap((where) => (/^player\.dice\[(\d+)\]$/.exec(where)?.[1] ? [Number(/\d+/.exec(where)![0]) + 1] : [])));
}

/** What is typed in a field. */
export function typedIn(field: string, draft: Draft): string {
  const [, table, at, key] = /^(resistance|lines|player\.concentration|player\.injuries)[[ ](\d+)\]?[.[](\w+)\]?$/.exec(field) ?? [];
  const number = Number(at);
  switch (table) {
    case "resistance":
      return draft.resistance[number]?.[Number(key)] ?? "";
    case "lines":
      return draft.lines[number - 1]?.[key as "defense"] ?? "";
    case "player.concentration":
      return draft.player.concentration[number]?.[key as "price"] ?? "";
    case "player.injuries":
      return draft.player.injuries[number] ?? "";
    default: {
      const words = field.split(".");
      const from = words.length > 1 ? (draft as unknown as Record<string, Record<string, string>>)[words[0]!] : (draft as unknown as Record<string, string>);
      return from?.[words.at(-1)!] ?? "";
    }
  }
}
