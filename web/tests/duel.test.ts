import { expect, it } from "vitest";
import { found } from "../src/pages/rules";
import { rounds } from "../src/duel/rounds";

const step = (...events: object[]) => ({ number: 1, kind: "step", at: 0, stage: "playing", to_move: 0, events }) as never;

it("the round table is filled in from what happened", () => {
  const told = rounds([
    step({ kind: "placed", attack: 7, defense: 5, concentration: 0 }),
    step({ kind: "raised-attack", total: 8, ki: 9 }),
    step({ kind: "attack", line: 6, attack: 8, his: 2, final: 6 }, { kind: "parried", defense: 5, counter: 3 }, { kind: "round", round: 2, dice: 2 }),
    step({ kind: "placed", attack: 5, defense: 0, concentration: 4 }),
    step({ kind: "attack", line: 7, attack: 5, his: 3, final: 2 }, { kind: "hit", defense: 0, counter: 5 }),
  ]);
  expect(told).toEqual([
    { attack: 8, final: 6, defense: 5, held: true, concentration: 0, line: 6 },
    { attack: 5, final: 2, defense: 0, held: false, concentration: 4, line: 7 },
  ]);
});

it("a duel that began in the middle has empty rounds before it", () => {
  const told = rounds([step({ kind: "raised-attack", total: 8, ki: 9 })], { round: 3, attack: 7, defense: 5 });
  expect(told.map(({ attack, defense }) => [attack, defense])).toEqual([[null, null], [null, null], [8, 5]]);
});

it("rules are found by any of their words, with or without accents", () => {
  const sections = [{ title: "Défense", rule: [{ id: "S5", standing: "all" as const, text: "Les dés vont à l’Attaque." }, { id: "S6", standing: "all" as const, text: "Autre." }] }];
  expect(found(sections, "attaque des")[0]?.rule.map((rule) => rule.id)).toEqual(["S5"]);
  expect(found(sections, "defense")[0]?.rule).toHaveLength(2);
  expect(found(sections, "nichts")).toEqual([]);
});
