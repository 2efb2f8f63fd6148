import { expect, test } from "vitest";
import { asked } from "../src/duel/asking";

test("a duel is asked for as it was chosen", () => {
  expect(asked({ duel: "oda-nobunaga", rules: "es", dice: "own" })).toEqual({
    game: "samurai", setup: { duel: "oda-nobunaga", rules: "es" }, seats: ["me"], dice: "own", begin: true,
  });
});
