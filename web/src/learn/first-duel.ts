// The first duel: three rounds whose dice are known, so that each teaches something.
import type { Script } from "./script";

export const FIRST_DUEL: Script = {
  game: "samurai",
  asks: { game: "samurai", setup: { duel: "oda-nobunaga" }, seats: ["me"], dice: "own", begin: true },
  beats: [
    { step: "dice 3", says: "take" },
    { step: "roll 3 4 5" },
    { step: "place 7 5 0", says: "place" },
    { step: "ready", says: "ready" },
    { step: "opponent 6" },
    { step: "stand", says: "line" },
    { step: "dice 2", says: "second" },
    { step: "roll 1 5" },
    { step: "reroll 1", says: "reroll" },
    { step: "roll 4" },
    { step: "place 5 0 4", says: "gather" },
    { step: "ready", says: "open" },
    { step: "opponent 2 5" },
    { step: "stand", says: "strikes" },
    { step: "injury 3" },
    { step: "roll 5" },
    { step: "place 3 2 0", says: "split" },
    { step: "raise attack", says: "raise" },
    { step: "ready", says: "third" },
    { step: "opponent 2 3 5" },
    { step: "again", says: "again" },
    { step: "opponent 3 4 6" },
    { step: "stand", says: "stand" },
  ],
};
