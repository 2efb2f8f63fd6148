// A duel to be: what the form of a new duel asks for.
import type { TableAsked } from "../api/client";
import type { Rules } from "./rules";

export const EDITIONS = ["en", "fr", "es", "de"] as const;
export type Edition = (typeof EDITIONS)[number];
export const DICE = ["fair", "own"] as const;

export interface Wish {
  duel: string;
  /** An edition, or each switch for itself. */
  rules: Edition | Rules;
  dice: (typeof DICE)[number];
}

/** The same for everybody: a language chooses no rules. */
export const DEFAULT: Edition = "en";

export function asked({ duel, rules, dice }: Wish): TableAsked {
  return { game: "samurai", setup: { duel, rules }, seats: ["me"], dice, begin: true };
}
