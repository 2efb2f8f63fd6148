import { expect, it } from "vitest";
import { check, counts, dice, readRecord } from "../src/dice/fair";

// The example of docs/fair-dice.
const PLEDGE = {
  table: "k3Jt0a",
  commitment: "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
  entropy: "lucky,,7_seven",
  secret: "0".repeat(64),
};

it("gives the dice of the example", async () => {
  const thrown: number[] = [];
  for await (const die of dice(PLEDGE)) if (thrown.push(die) === 12) break;
  expect(thrown).toEqual([6, 4, 1, 4, 6, 1, 3, 2, 1, 3, 2, 2]);
});

it("finds the roll that is not as promised", async () => {
  const steps = readRecord("1. dice 3 | aa\n2. roll 1 4 6 | bb\n3. place 1 4 6 | cc\n4. opponent 4 | dd\n5. injury 1 6 | ee").steps;
  expect(await check(PLEDGE, steps)).toEqual({ dice: 6, rolls: 3, wrong: null, commitment: true });
  expect((await check(PLEDGE, [steps[1]!, { ...steps[3]!, values: ["5"] }])).wrong).toEqual({ step: 4, expected: "opponent 4" });
  expect((await check({ ...PLEDGE, commitment: "00" }, [])).commitment).toBe(false);
});

it("throws a wound suffered already again", async () => {
  // The dice are 6 4 1 4 6 1 3: the fourth wound is the 3, after a 4, a 6 and a 1 that were there.
  const steps = ["6", "4", "1", "3"].map((face, at) => ({ number: at + 1, verb: "wound", values: [face] }));
  expect(await check(PLEDGE, steps)).toMatchObject({ dice: 7, wrong: null });
});

it("reads faces of a race whatever their order", async () => {
  const steps = [{ number: 1, verb: "roll", values: ["wood", "water", "dragon", "earth", "earth"] }];
  expect((await check(PLEDGE, steps)).wrong?.expected).toBe("roll water earth earth dragon dragon");
});

it("counts faces beside what is to be expected", () => {
  const told = counts([{ number: 1, verb: "roll", values: ["1", "1", "6"] }, { number: 2, verb: "place", values: ["1"] }]);
  expect([...told.faces]).toEqual([["1", 2], ["6", 1]]);
  expect(told.total).toBe(3);
});
