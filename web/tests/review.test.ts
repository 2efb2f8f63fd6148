import { describe, expect, it, test } from "vitest";
import type { Entry } from "../src/api/client";
import { account } from "../src/review/account";
import { beginning } from "../src/review/beginning";
import { apart, chart, ticks } from "../src/review/chart";
import { hints } from "../src/review/hints";
import { curve, type DuelJson, lookedAt, marked, type RaceJson } from "../src/review/looked";
import { positions } from "../src/review/positions";
import { Replay } from "../src/review/replay.svelte";

const step = (number: number, changed: Record<string, unknown>): Entry =>
  ({ number, kind: "step", at: 0, stage: "playing", to_move: 0, seat: 0, step: "", events: [], changed });

test("every position follows from the first one and what the steps changed", () => {
  const start = { phase: "announce", ki: 10, dice: [] };
  const found = positions(start, [step(4, { phase: "roll" }), step(5, { phase: "place", dice: [3] }), step(8, { ki: 9, dice: [] })]);
  expect(found).toEqual([
    start,
    { phase: "roll", ki: 10, dice: [] },
    { phase: "place", ki: 10, dice: [3] },
    { phase: "place", ki: 9, dice: [] },
  ]);
  expect(start.phase).toBe("announce");
});

const marks = { best: 1, good: 0, inaccuracy: 0, mistake: 0, blunder: 1 };
const judged = { forced: false, reasons: [] };
const duel: DuelJson = {
  initial: 0.98847, final: 0, luck: -0.83847, skill: -0.15, accuracy: 0.8, error: 0.0143, decisions: 2, marks, luckiest: null, unluckiest: 1,
  steps: [
    { kind: "decision", step: "dice 3", round: 1, value: 0.98847, luck: 0, best: "dice 3", loss: 0, mark: "best", ...judged },
    { kind: "chance", step: "roll 1 1 2", round: 1, value: 0.6, luck: -0.38847 },
    { kind: "decision", step: "place 4 0 0", round: 1, value: 0.45, luck: 0, best: "place 0 4 0", loss: 0.15, mark: "blunder", ...judged },
    { kind: "chance", step: "roll 6", round: 1, value: 0, luck: -0.45 },
  ],
};
const figures = { initial: 0.5, final: 1, luck: 0.4, skill: -0.05, accuracy: 0.9, decisions: 1, marks, luckiest: 0, unluckiest: null };
const race: RaceJson = {
  players: ["black", "blue"], result: "finished black", error: 0.03,
  seats: [
    { ...figures, colour: "black", own_luck: 0.3004, rivals_luck: 0.1004, rivals: 0.1004, residual: 0.0488 },
    { ...figures, colour: "blue", final: 0, own_luck: -0.3, rivals_luck: -0.1, rivals: 0.05, residual: -0.1 },
  ],
  steps: [
    { kind: "chance", step: "roll water", turn: 0, colour: "blue", values: [0.6, 0.4], luck: [0.1, -0.1] },
    { kind: "decision", step: "move water", turn: 1, colour: "black", values: [1, 0], best: "move fire", loss: 0.05, mark: "mistake", ...judged },
  ],
};

describe("what the server says about a game", () => {
  it("is one line for a duel", () => {
    const looked = lookedAt(duel);
    expect(curve(looked, 0)).toEqual([0.98847, 0.98847, 0.6, 0.45, 0]);
    expect(marked(looked, 0).map((one) => [one.at, one.step, one.decision.best])).toEqual([[3, "place 4 0 0", "place 0 4 0"]]);
    expect(looked.seats[0]).toMatchObject({ luckiest: null, unluckiest: { at: 2, luck: [-0.38847] } });
    expect(looked).toMatchObject({ isEstimate: false, isStopped: false });
  });

  it("is one line per player for a race, and marks are their movers'", () => {
    const looked = lookedAt(race);
    expect(curve(looked, 1)).toEqual([0.5, 0.4, 0]);
    expect(marked(looked, 0).map((one) => one.at)).toEqual([2]);
    expect(marked(looked, 1)).toEqual([]);
    expect(looked.seats.map((one) => one.colour)).toEqual(["black", "blue"]);
    expect(looked).toMatchObject({ isEstimate: true, isStopped: false });
    expect(lookedAt({ ...race, result: "unfinished max-turns" }).isStopped).toBe(true);
  });

  it.each([duel, race])("adds up as it is shown", (json) => {
    for (const seat of lookedAt(json).seats) {
      const { start, parts, end } = account(seat);
      expect(parts.reduce((sum, part) => sum + part.value, start)).toBe(end);
      for (const [at, part] of parts.entries()) {
        expect(Math.abs(part.value - 1000 * seat.parts[at]!.value), part.name).toBeLessThanOrEqual(part.name.endsWith("skill") ? 0.5 : 2);
      }
    }
  });
});

test("the coach's prices fit the chances beside them", () => {
  const rows = hints({ moves: [{ step: "dice 1", lower: 0.97, upper: 0.98 }, { step: "dice 3", lower: 0.98812, upper: 0.98812 }, { step: "dice 2", lower: 0.988, upper: 0.9884 }] });
  expect(rows.map((row) => row.step)).toEqual(["dice 2", "dice 3", "dice 1"]);
  expect(rows.map(({ chance, price, unsure }) => [chance, price, unsure])).toEqual([[9882, 0, 2], [9881, 1, 0], [9750, 132, 50]]);
});

test("places on the curve", () => {
  const place = chart(400, 300, 10, 10);
  expect(place.at(place.x(7))).toBe(7);
  expect([place.at(-50), place.at(1000)]).toEqual([0, 10]);
  expect(place.y(1)).toBeLessThan(place.y(0));
  expect(ticks([0, 1, 1, 2, 2, 3], 300)).toEqual([{ number: 1, at: 1 }, { number: 2, at: 3 }, { number: 3, at: 5 }]);
  const many = Array.from({ length: 100 }, (_, at) => at + 1);
  expect(ticks(many, 300).map((tick) => tick.number)).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
});

test("names at the ends of lines do not lie on each other, and stay on the picture", () => {
  const found = apart([100, 98, 20, 99], 17, 10, 100).sort((one, other) => one - other);
  found.slice(1).forEach((height, at) => expect(height - found[at]!).toBeGreaterThanOrEqual(17));
  expect(found.at(-1)).toBe(100);
  expect(apart([30, 80], 17, 10, 100)).toEqual([30, 80]);
});

test("keys go through the game and not beyond it", () => {
  const replay = new Replay(3);
  const after = (key: string): number => (replay.press(key), replay.at);
  expect(["ArrowRight", "Home", "ArrowLeft", "ArrowRight", "End"].map(after)).toEqual([3, 0, 0, 1, 3]);
  expect(replay.press("a")).toBe(false);
});

test("where a game that is tried again begins", () => {
  const steps = [null, 0, 1, null, 0, null].map((seat, at) => ({ number: at + 3, kind: "step", seat }) as Entry);
  expect(beginning(steps, 0, [0])).toEqual({ step: 0, kind: "here" });
  expect(beginning(steps, 1, [0])).toEqual({ step: 1, kind: "here" });
  expect(beginning(steps, 2, [0])).toEqual({ step: 1, kind: "decision" });
  expect(beginning(steps, 3, [0])).toEqual({ step: 3, kind: "here" });
  expect(beginning(steps, 6, [0])).toEqual({ step: 4, kind: "last" });
  expect(beginning(steps, 6, [1])).toEqual({ step: 2, kind: "last" });
});
