// A duel as the server describes it: the fields of a position, and the two printed pages.
import type { State } from "../table/table.svelte";

export type Column = "attack" | "defense" | "concentration";
export const COLUMNS: readonly Column[] = ["attack", "defense", "concentration"];

/** Of the four dice of a round, nobody has more than three. */
export const MOST_DICE = 3;

export interface Position extends State {
  phase: string;
  round: number;
  health: number;
  ki: number;
  concentration: number;
  opponent: number;
  struck: number[];
  wounds: number[];
  limb_lost: boolean;
  spent: number;
  rolled: number;
  dice: number[];
  attack: number;
  defense: number;
  his: number[];
  ending: string | null;
}

export interface Line {
  sum: number;
  defense: number;
  counter?: number;
  effect?: string;
}

export interface Reward {
  price: number;
  reward: string;
  amount?: number;
}

export interface Duel {
  id: string;
  name: string;
  stars: number;
  health: number;
  resistance: [number, number][];
  lines: Line[];
  player: {
    health: number;
    ki: number;
    dice: number[];
    concentration: Reward[];
    injuries: { zone: number; cost: string }[];
  };
  text?: Record<string, string>;
}

export interface Setup {
  rules: Record<string, string>;
  duel: Duel;
}
