// A lesson: a game whose dice are known, step by step. What is said stands before the step it is about.
import type { TableAsked } from "../api/client";
import type { Game } from "./left";

export interface Beat {
  step: string;
  /** The key of the text; none where the dice fall or somebody else moves. */
  says?: string;
}

export interface Script {
  game: Game;
  /** The table it is played at. */
  asks: TableAsked;
  beats: readonly Beat[];
}

/** What happens by itself: the others are for the learner. */
export const falls = (beat: Beat | undefined): boolean => beat !== undefined && beat.says === undefined;

/** How many steps of the learner there are up to a beat, itself included. */
export function lessonsUpTo(script: Script, beat: number): number {
  return script.beats.slice(0, beat + 1).filter((one) => !falls(one)).length;
}
