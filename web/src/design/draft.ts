// A duel as it is being typed: every field as text. The server says whether it is a duel.
import { LANGUAGES } from "../texts/format";
import { idFrom, readCounter, readDice, readEffect, readNumber, readReward, writeDice, writeEffect, writeReward } from "./shorthand";
import STANDARD from "./standard.json";

export interface Draft {
  /** Empty: made from the name. */
  id: string;
  name: string;
  stars: string;
  health: string;
  text: Record<string, string>;
  /** Final Attack reached, damage. The last row is empty, and not counted. */
  resistance: [string, string][];
  lines: { defense: string; counter: string; effect: string }[];
  player: {
    health: string;
    ki: string;
    dice: string;
    concentration: { price: string; reward: string }[];
    /** What the zones 2 to 11 cost. */
    injuries: string[];
  };
}

export const LINES = Array.from({ length: 18 }, (_, at) => at + 1);
export const ZONES = Array.from({ length: 10 }, (_, at) => at + 2);

const LONGEST = 5000; // of a text that comes from elsewhere; the server takes far less
const MOST_ROWS = 60;

type Table = Record<string, unknown>;

/** A standard player page, and nothing on the other. */
export const blank = (): Draft => fromDuel({ player: STANDARD });

/** A duel to go on from, whatever it may be: a file of somebody else's, or a link. */
export function fromDuel(duel: unknown): Draft {
  const from = table(duel);
  const player = { ...STANDARD, ...table(from["player"]) } as Table;
  const lines = new Map(rows(from["lines"]).map((line) => [line["sum"], line]));
  const zones = new Map(rows(player["injuries"]).map((row) => [row["zone"], row]));
  const draft: Draft = {
    id: text(from["id"]),
    name: text(from["name"]),
    stars: text(from["stars"]),
    health: text(from["health"]),
    text: Object.fromEntries(LANGUAGES.map((language) => [language, text(table(from["text"])[language])])),
    resistance: list(from["resistance"]).map((pair) => [text(list(pair)[0]), text(list(pair)[1])]),
    lines: LINES.map((sum) => {
      const line = lines.get(sum) ?? {};
      return { defense: text(line["defense"]), counter: text(line["counter"]), effect: writeEffect(text(line["effect"])) };
    }),
    player: {
      health: text(player["health"]),
      ki: text(player["ki"]),
      dice: writeDice(list(player["dice"]).map((die) => (text(die).length === 1 ? text(die) : "?"))),
      concentration: rows(player["concentration"]).map((row) => ({ price: text(row["price"]), reward: writeReward(text(row["reward"]), text(row["amount"])) })),
      injuries: ZONES.map((zone) => writeEffect(text(zones.get(zone)?.["cost"]))),
    },
  };
  if (draft.id === idFrom(draft.name)) draft.id = "";
  return grown(draft);
}

/** There is always one row more to type in. */
export function grown(draft: Draft): Draft {
  const { resistance, player } = draft;
  if (!resistance.length || resistance.at(-1)!.some(Boolean)) resistance.push(["", ""]);
  const last = player.concentration.at(-1);
  if (!last || last.price || last.reward) player.concentration.push({ price: "", reward: "" });
  return draft;
}

/** Rows in which something stands, by their places in the draft. */
export function filled(draft: Draft): { resistance: number[]; concentration: number[] } {
  const places = (rows: readonly string[][]): number[] => rows.flatMap((row, at) => (row.some((cell) => cell.trim()) ? [at] : []));
  return { resistance: places(draft.resistance), concentration: places(draft.player.concentration.map((row) => [row.price, row.reward])) };
}

/** As a duel file has it. What is not typed is not there; what is no number stays as it was typed. */
export function toData(draft: Draft): Table {
  const { resistance, concentration } = filled(draft);
  const { player } = draft;
  const words = Object.entries(draft.text).filter(([, words]) => words.trim());
  return present({
    id: draft.id.trim() || idFrom(draft.name) || undefined,
    name: draft.name.trim() || undefined,
    stars: readNumber(draft.stars),
    health: readNumber(draft.health),
    resistance: resistance.map((at) => draft.resistance[at]!.map((cell) => readNumber(cell) ?? "")),
    lines: draft.lines.map(({ defense, counter, effect }, at) =>
      present({ sum: at + 1, defense: readNumber(defense), counter: readCounter(counter), effect: readEffect(effect) }),
    ),
    player: {
      health: readNumber(player.health) ?? "",
      ki: readNumber(player.ki) ?? "",
      dice: readDice(player.dice),
      concentration: concentration.map((at) => {
        const row = player.concentration[at]!;
        return present({ price: readNumber(row.price), ...readReward(row.reward) });
      }),
      injuries: player.injuries.map((cost, at) => present({ zone: ZONES[at], cost: readEffect(cost) })),
    },
    text: words.length ? Object.fromEntries(words) : undefined,
  });
}

/** What decides how a duel goes. */
export function numbersOf(data: Table): string {
  const { id: _id, name: _name, stars: _stars, text: _text, ...numbers } = data;
  return JSON.stringify(numbers);
}

function present(table: Table): Table {
  return Object.fromEntries(Object.entries(table).filter(([, value]) => value !== undefined));
}

function text(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value).slice(0, LONGEST) : "";
}

function table(value: unknown): Table {
  return value && typeof value === "object" && !Array.isArray(value) ? (value as Table) : {};
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, MOST_ROWS) : [];
}

const rows = (value: unknown): Table[] => list(value).map(table);
