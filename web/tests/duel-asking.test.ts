import { expect, test } from "vitest";
import { asked, editionIn } from "../src/duel/asking";

test("a duel is asked for as it was chosen", () => {
  expect(editionIn("de")).toBe("de");
  expect(editionIn("it")).toBe("en");
  expect(asked({ duel: "oda-nobunaga", edition: "es", dice: "own" })).toEqual({
    game: "samurai", setup: { duel: "oda-nobunaga", edition: "es" }, seats: ["me"], dice: "own", begin: true,
  });
});
