// The round table of the player page, filled in from what happened.
import type { Entry } from "../api/client";
import type { Position } from "./state";

export interface Round {
  attack: number | null;
  /** What was left of it behind his Defense. */
  final: number | null;
  defense: number | null;
  /** Tick, cross, or nothing. */
  held: boolean | null;
  concentration: number | null;
  /** The line he rolled. */
  line: number | null;
}

const EMPTY: Round = { attack: null, final: null, defense: null, held: null, concentration: null, line: null };
const FIRST = { round: 1, attack: 0, defense: 0 };

/** `start` is where the game began: of the rounds before it nothing is known. */
export function rounds(steps: readonly Entry[], start: Pick<Position, "round" | "attack" | "defense"> = FIRST): Round[] {
  const told: Round[] = Array.from({ length: start.round }, () => ({ ...EMPTY }));
  Object.assign(told.at(-1)!, { attack: start.attack || null, defense: start.defense || null });
  for (const event of steps.flatMap((step) => step.events ?? [])) {
    const now = told.at(-1)!;
    const number = (name: string): number => Number(event[name]);
    switch (event.kind) {
      case "placed":
        now.attack = (now.attack ?? 0) + number("attack");
        now.defense = (now.defense ?? 0) + number("defense");
        now.concentration = number("concentration");
        break;
      case "raised-attack":
        now.attack = number("total");
        break;
      case "raised-defense":
        now.defense = number("total");
        break;
      case "bought-attack":
        now.attack = (now.attack ?? 0) + number("amount");
        break;
      case "bought-defense":
        now.defense = (now.defense ?? 0) + number("amount");
        break;
      case "attack":
        now.attack = number("attack");
        now.final = number("final");
        now.line = number("line");
        break;
      case "parried":
      case "no-counter":
        now.held = true;
        break;
      case "hit":
        now.held = false;
        break;
      case "round":
        told.push({ ...EMPTY });
        break;
    }
  }
  return told;
}
