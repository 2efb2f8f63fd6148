// The sheets to print have the drawings of the pages: `npm test -- --update` writes them where the printing finds them.
import { expect, test } from "vitest";
import { FIGURE, PLACES } from "../src/duel/figure";
import { SIGNS } from "../src/duel/signs";
import { DUEL, EYE, RACE } from "../src/pages/art";
import { dry } from "../src/parts/brush";
import { HOUSE, NAMED } from "../src/parts/seals";
import { ANIMAL_PATHS, CUTS, FACE_PATHS } from "../src/race/glyphs";

const art = {
  signs: SIGNS,
  figure: { body: FIGURE, places: PLACES },
  house: HOUSE,
  named: NAMED,
  duel: DUEL,
  race: { ...RACE, eye: EYE },
  faces: FACE_PATHS,
  animals: ANIMAL_PATHS,
  cuts: CUTS,
  rule: dry([[0, 6, 1.5], [60, 4.6, 5.5], [180, 5.4, 4.6], [300, 4.4, 2.4], [400, 5, 0.4]], 5, 0.8),
};

test("what is printed is drawn as the pages are", async () => {
  await expect(`${JSON.stringify(art, null, 1)}\n`).toMatchFileSnapshot("../../src/niten/printing/templates/art.json");
});
