// What is typed in the designer: shorthand, drafts, places, links.
import { readdirSync, readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import { parse } from "smol-toml";
import { expect, it, test } from "vitest";
import { blank, fromDuel, numbersOf, toData } from "../src/design/draft";
import { BrokenLink, pack, unpack } from "../src/design/link";
import { fieldOf, typedIn } from "../src/design/places";
import { idFrom, readCounter, readDice, readEffect, readReward, writeEffect, writeReward } from "../src/design/shorthand";

const TYPED = JSON.parse(readFileSync("../tests/data/shorthand.json", "utf-8"));
const FOLDER = "../src/niten/booklet/duels/";
const BOOKLET = readdirSync(FOLDER).map((file) => parse(readFileSync(FOLDER + file, "utf-8")));

it.each(TYPED.effects as [string, string | null][])("the effect %j is read", (typed, effect) => {
  expect(readEffect(typed) ?? null).toEqual(effect);
  if (effect) expect(readEffect(writeEffect(effect))).toEqual(effect);
});

it.each(TYPED.counters as [string, unknown][])("the counter %j is read", (typed, counter) => {
  expect(readCounter(typed) ?? null).toEqual(counter);
});

it.each(TYPED.rewards as [string, { reward?: string; amount?: number }][])("the reward %j is read", (typed, row) => {
  expect(readReward(typed)).toEqual(row);
  expect(readReward(writeReward(row.reward ?? "", String(row.amount ?? "")))).toEqual(row);
});

it.each(TYPED.dice as [string, unknown][])("the dice %j are read", (typed, dice) => {
  expect(readDice(typed)).toEqual(dice);
});

it.each(TYPED.ids as [string, string][])("%j gives an id", (name, id) => {
  expect(idFrom(name)).toBe(id);
});

it.each(BOOKLET.map((duel) => [duel["id"], duel] as const))("%s goes through the fields unchanged", (_, duel) => {
  const { format: _format, player = {}, ...rest } = duel;
  expect(toData(fromDuel(duel))).toEqual({ ...rest, player: { ...(toData(blank())["player"] as object), ...(player as object) } });
});

test("names, texts and stars change no numbers", () => {
  const [duel] = BOOKLET;
  expect(numbersOf(toData(fromDuel({ ...duel, name: "Another", id: "other", stars: 4, text: {} })))).toBe(numbersOf(toData(fromDuel(duel))));
  expect(numbersOf(toData(fromDuel({ ...duel, health: 42 })))).not.toBe(numbersOf(toData(fromDuel(duel))));
});

it.each([null, 7, "x", [], { lines: "x", player: 3, resistance: [1, [2], null], text: [] }, { lines: [{ sum: {} }, null], player: { dice: "321", injuries: [[]] } }])(
  "whatever comes from elsewhere becomes a draft: %j",
  (found) => {
    const draft = fromDuel(found);
    expect([draft.lines.length, draft.player.injuries.length]).toEqual([18, 10]);
    expect(draft.resistance.at(-1)).toEqual(["", ""]);
    expect(() => toData(draft)).not.toThrow();
  },
);

test("dice that are no digits are not taken for others", () => {
  expect(toData(fromDuel({ player: { dice: [12, 3] } }))["player"]).toMatchObject({ dice: ["?", 3] });
});

test("a problem is told at its field", () => {
  const draft = fromDuel({ name: "x", resistance: [[4, 1], [6, 2], [8, 3]], player: { concentration: [{ price: 3, reward: "ki", amount: 1 }, { price: 5, reward: "strike" }] } });
  draft.resistance[1] = ["", ""]; // a row that does not count
  draft.player.concentration[0] = { price: "", reward: "" };
  const places = {
    "lines 7.defense": "lines 7.defense",
    "lines[6].defense": "lines 7.defense",
    "lines 7": "lines 7.defense",
    "lines 7.effect": "lines 7.effect",
    "resistance[1][0]": "resistance[2][0]",
    "resistance[1]": "resistance[2][0]",
    resistance: "resistance[0][0]",
    "player.dice[3]": "player.dice",
    "player.dice": "player.dice",
    "player.concentration[0].price": "player.concentration[1].price",
    "player.concentration[0].amount": "player.concentration[1].reward",
    "player.injuries[2].cost": "player.injuries[2].cost",
    "text.fr": "text.fr",
    id: "id",
    stars: "stars",
    colour: null,
    "": null,
  };
  for (const [where, field] of Object.entries(places)) expect(fieldOf(where, draft), where).toBe(field);
  expect(fieldOf("id", blank())).toBe("name");
  expect(["resistance[2][1]", "player.concentration[1].reward", "name", "player.injuries[0].cost", "lines 3.defense"].map((field) => typedIn(field, draft))).toEqual(["3", "s", "x", "k1", ""]);
});

it.each(BOOKLET.map((duel) => [duel["id"], duel] as const))("%s goes through a link unchanged", async (_, duel) => {
  const data = toData(fromDuel(duel));
  const letters = await pack(data);
  expect(letters).toMatch(/^[\w-]+$/);
  expect(letters.length).toBeLessThan(1200);
  expect(await unpack(letters)).toEqual(data);
});

const packed = (text: string | Buffer): string => deflateRawSync(text).toString("base64url");

it.each([
  ["nothing", ""],
  ["no letters of a link", "ü"],
  ["nothing deflated", "AAAA"],
  ["half a link", packed('{"name": "Oda Nobunaga"}').slice(0, 12)],
  ["no JSON", packed("{")],
  ["no duel", packed("[1]")],
  ["no text", packed(Buffer.from([0xff, 0xfe]))],
  ["far too much", packed(`"${" ".repeat(5_000_000)}"`)],
  ["an endless link", "A".repeat(100_000)],
])("a broken link is told: %s", async (_, letters) => {
  await expect(unpack(letters)).rejects.toBeInstanceOf(BrokenLink);
});
