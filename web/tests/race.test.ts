import { expect, test } from "vitest";
import type { Entry } from "../src/api/client";
import { asked, firstWish, withColour, withSeats } from "../src/race/asking";
import { lying } from "../src/race/dice";
import { geometry } from "../src/race/geometry";
import { moved } from "../src/race/latest";
import { ELEMENTS, type RaceSetup, type RaceState, standing } from "../src/race/state";
import { canShow, choices, diceKey, powerSteps, targets, throwSize } from "../src/race/steps";

const path = { plain: 8, values: [1, 2, 3, 4, 5] };
const setup: RaceSetup = {
  players: ["black", "red"],
  board: { name: "standard", paths: { water: path, fire: path, metal: path, earth: path, wood: { plain: 12, values: [5, 4, 3, 2, 1] } } },
  powers: "any", immunity: false, stones: [], random_stones: 0, starts: 0, max_turns: null,
};
const race: RaceState = {
  phase: "move", seat: 1, spaces: [[0, 3], [9, 13], [0, 0], [0, 0], [0, 13]], stones: [[], [], [], [], []],
  dice: ["water", "water", "metal", "dragon", "dragon"], rolls: 2, unspent: [true, true], throws: [], turns: 0,
};

const entry = (number: number, step: string, ...events: Entry["events"] & {}): Entry =>
  ({ number, kind: "step", at: 0, stage: "playing", to_move: 0, seat: step.startsWith("roll") ? null : 0, step, events });

test("dice are found however they lie", () => {
  const found = choices(["reroll water", "reroll water dragon", "reroll water metal dragon dragon"]);
  expect(found.rerolls.get(diceKey(["dragon", "water"]))).toBe("reroll water dragon");
  expect(found.rerolls.get(diceKey(["dragon", "metal", "dragon", "water"]))).toBe("reroll water metal dragon dragon");
  expect(found.rerolls.get(diceKey(["fire"]))).toBeUndefined();
  expect(found.rerolls.get(diceKey([]))).toBeUndefined();
});

test("every line of the list is sorted by what it is", () => {
  const found = choices(["eye fire", "move water", "leap fire", "become wood", "balance", "leap-balance", "swap earth black red", "fear", "pass", "end"]);
  expect(found.eyes.get("fire")).toBe("eye fire");
  expect(found.moves).toEqual([{ step: "move water", path: "water" }]);
  expect(found.swaps).toEqual([{ step: "swap earth black red", path: "earth", first: "black", second: "red" }]);
  expect([...found.plain]).toEqual(["balance", "leap-balance", "fear", "pass", "end"]);
  expect(powerSteps(found).map(({ power, steps }) => [power, steps.map(({ step }) => step)])).toEqual([
    ["fear", ["fear"]],
    ["anxiety", ["leap fire", "leap-balance"]],
    ["dragon", ["become wood"]],
  ]);
  expect(powerSteps(choices(["move water"]))).toEqual([]);
});

test("a move ends as many spaces on as dice show it", () => {
  expect(targets(choices(["move water", "move metal"]), race)).toEqual([
    { step: "move water", path: "water", to: 5 },
    { step: "move metal", path: "metal", to: 1 },
  ]);
});

test("real dice: only what can be thrown can be entered", () => {
  const { throws } = choices(["roll water water", "roll water dragon"]);
  expect(throwSize(throws)).toBe(2);
  expect(canShow(throws, [], "dragon")).toBe(true);
  expect(canShow(throws, ["dragon"], "dragon")).toBe(false);
  expect(throwSize(choices([]).throws)).toBe(0);
  expect(choices(["stone fire 3"]).stones).toEqual([{ step: "stone fire 3", path: "fire", space: 3 }]);
});

test("dice that are kept stay where they lie", () => {
  const first = entry(1, "roll water fire fire metal dragon", { kind: "rolled", thrown: "water fire fire metal dragon", dice: "" });
  const again = entry(2, "reroll water metal", { kind: "reroll", thrown: "water metal" });
  const second = entry(3, "roll fire wood", { kind: "rolled", thrown: "fire wood", dice: "" });
  expect(lying([first, again]).map((die) => die.face)).toEqual([null, "fire", "fire", null, "dragon"]);
  expect(lying([first, again, second])).toEqual([
    { face: "fire", rolled: 3 }, { face: "fire", rolled: 1 }, { face: "fire", rolled: 1 }, { face: "wood", rolled: 3 }, { face: "dragon", rolled: 1 },
  ]);
  expect(lying([])).toEqual([]);
  expect(lying([], { phase: "move", dice: ["fire", "wood"] })).toEqual([{ face: "fire", rolled: 0 }, { face: "wood", rolled: 0 }]);
  expect(lying([], { phase: "roll", dice: ["fire"] }).map((die) => die.face)).toEqual(["fire", null, null, null, null]);
});

test("the numbers under the pieces", () => {
  expect(standing(setup, race, 1)).toEqual({ values: [0, 5, 0, 0, 5], points: 10, numbered: 2 });
  expect(standing(setup, race, 0)).toMatchObject({ points: 1, numbered: 1 });
});

test("the pieces that moved last, both of a swap", () => {
  const steps = [
    entry(1, "move fire", { kind: "moved", colour: "red", path: "fire", from: 1, to: 3 }),
    entry(2, "swap wood black red", { kind: "swapped", colour: "red", path: "wood", first: "black", second: "red", first_to: 1, second_to: 2 }),
  ];
  expect(moved(setup, steps)).toEqual([{ path: "wood", seat: 0 }, { path: "wood", seat: 1 }]);
  expect(moved(setup, steps.slice(0, 1))).toEqual([{ path: "fire", seat: 1 }]);
});

test("on a narrow screen the paths are columns, and everything is on the board", () => {
  expect(geometry(setup, 1180).isRows).toBe(true);
  for (const pixels of [328, 1180]) {
    const board = geometry(setup, pixels);
    for (const [at] of ELEMENTS.entries()) {
      for (const space of [0, 1, 17]) {
        const { x, y } = board.piece(at, space, 1);
        expect(x > 0 && x < board.width && y > 0 && y < board.height).toBe(true);
      }
    }
  }
  expect(geometry(setup, 328).isRows).toBe(false);
});

test("a new race: colours stay different, and play begins where nobody is awaited", () => {
  const wish = firstWish();
  wish.seats = withColour(withSeats(wish.seats, 5), 0, "blue");
  expect(new Set(wish.seats.map((seat) => seat.colour)).size).toBe(5);
  expect(asked(wish, ["random", "solid", "master"])).toMatchObject({ seats: ["me", "beginner", "beginner", "beginner", "beginner"], begin: true });
  wish.seats[1]!.who = "open";
  expect(asked(wish, ["random", "solid", "master"]).begin).toBe(false);
  expect(withSeats(wish.seats, 2)).toHaveLength(2);
});
