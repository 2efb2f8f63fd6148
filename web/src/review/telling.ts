// What the review needs to say about a game, whichever it is.
import type { Entry } from "../api/client";
import type { Mark, Reason } from "./looked";
import type { Verdict } from "./verdict";

export interface Telling {
  title(): string;
  /** How it ended. */
  result(result: string, reason: string): string;
  /** What a step did, the most important first. */
  sentences(entry: Entry): string[];
  /** A move, as somebody would say it. */
  move(step: string): string;
  /** Why another move was better. */
  reason(reason: Reason): string;
  /** Round 4, turn 12. */
  when(number: number): string;
  /** Of rounds, or of turns. */
  axis(): string;
}

/** All that is said about a step. */
export interface Told {
  sentence: string;
  /** The chance of winning after it; null as long as nothing is known. */
  value: string | null;
  verdict: Verdict | null;
  mark: Mark | undefined;
}

/** The two longest ones, by their text: of two that are nearly as long, either may need more lines. */
export function longest<T>(all: readonly T[], text: (one: T) => string): T[] {
  return all.toSorted((one, other) => text(other).length - text(one).length).slice(0, 2);
}
