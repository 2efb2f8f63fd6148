// The first race: a whole one on a board of three plain spaces, so that everything that can happen happens soon.
import { ELEMENTS, type PathSetup } from "../race/state";
import type { Script } from "./script";

const PATH: PathSetup = { plain: 3, values: [1, 2, 3, 4, 5] };
const BOARD = { name: "first-race", paths: Object.fromEntries(ELEMENTS.map((element) => [element, PATH])) };

export const FIRST_RACE: Script = {
  game: "dragon",
  // Blue is moved by the lesson, so it is at this screen too.
  asks: { game: "dragon", setup: { players: ["red", "blue"], board: BOARD, starts: 0 }, seats: ["me", "me"], dice: "own", begin: true },
  beats: [
    { step: "roll water water fire wood dragon" },
    { step: "reroll fire wood dragon", says: "keep" },
    { step: "roll water metal earth" },
    { step: "reroll metal earth", says: "third" },
    { step: "roll fire dragon" },
    { step: "move water", says: "enter" },
    { step: "roll water water water fire fire" },
    { step: "move fire" },
    { step: "roll fire fire metal dragon dragon" },
    { step: "move metal", says: "taken" },
    { step: "roll earth wood wood wood wood" },
    { step: "move wood" },
    { step: "roll water fire metal earth earth" },
    { step: "reroll earth", says: "number" },
    { step: "roll wood" },
    { step: "balance", says: "balance" },
    { step: "roll fire fire fire metal dragon" },
    { step: "move fire" },
    { step: "roll fire metal metal metal metal" },
    { step: "reroll fire", says: "four" },
    { step: "roll metal" },
    { step: "move metal", says: "perfection" },
    { step: "again", says: "again" },
    { step: "roll fire dragon dragon dragon dragon" },
    { step: "swap fire red blue", says: "dragon" },
    { step: "roll water fire fire fire dragon" },
    { step: "move fire" },
    { step: "roll fire earth earth earth earth" },
    { step: "move earth", says: "score" },
    { step: "roll water water earth earth dragon" },
    { step: "move water" },
    { step: "roll metal wood wood wood dragon" },
    { step: "reroll metal dragon", says: "pass" },
    { step: "roll wood dragon" },
    { step: "move wood", says: "last" },
  ],
};
