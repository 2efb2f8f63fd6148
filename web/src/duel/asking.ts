// A duel to be: what the form of a new duel asks for.
import type { TableAsked } from "../api/client";

export const EDITIONS = ["en", "fr", "es", "de"] as const;
export type Edition = (typeof EDITIONS)[number];
export const DICE = ["fair", "own"] as const;

export interface Wish {
  duel: string;
  edition: Edition;
  dice: (typeof DICE)[number];
}

/** The edition that is printed in a language; where none is, the English one. */
export const editionIn = (language: string): Edition => EDITIONS.find((one) => one === language) ?? "en";

export function asked({ duel, edition, dice }: Wish): TableAsked {
  return { game: "samurai", setup: { duel, edition }, seats: ["me"], dice, begin: true };
}
