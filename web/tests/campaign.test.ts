import { expect, test } from "vitest";
import { type Opponent, type Progress, way } from "../src/duel/campaign";

const DUELS = ["a", "b", "c"].map((id): Opponent => ({ id, name: id.toUpperCase(), stars: 1, text: {} }));
const row = (duel: string, won: number, honours: Progress["honours"] = []): Progress => ({ duel, won, played: 3, rounds: won ? 4 : null, health: won ? 2 : null, honours });

test("who was never fought is next, as is who was not beaten", () => {
  expect(way(DUELS, []).next?.id).toBe("a");
  expect(way(DUELS, [row("a", 1), row("b", 0)]).next?.id).toBe("b");
  expect(way(DUELS, DUELS.map(({ id }) => row(id, 1))).next).toBeUndefined();
});

test("victories and honours are counted", () => {
  const gone = way(DUELS, [row("a", 2, ["calm", "swift"]), row("b", 0), row("c", 1, ["calm"])]);
  expect([gone.won, gone.honours]).toEqual([2, 3]);
});

test("what is no longer in the booklet does not count", () => {
  expect(way(DUELS, [row("gone", 1, ["calm"])]).won).toBe(0);
});
