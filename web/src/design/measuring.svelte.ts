// A duel measured by the server, and whether that is still about the duel on the desk.
import type { Edition } from "../duel/asking";
import { Followed } from "../review/job.svelte";
import { keep, kept } from "../table/kept";
import { numbersOf } from "./draft";

export interface Play {
  games: number;
  rounds: number;
  endings: Record<string, number>;
}

export interface Measured {
  stars: number;
  rules: string;
  certificate: { lower: number; upper: number; seed: number; players: Record<string, Play> };
}

const ASKED = "design.asked";
export const PLAYERS = ["optimal", "beginner", "careful", "reckless"] as const;

const JOB = "design.job";

export class Measuring {
  readonly job = new Followed<Measured>("/duels/measure", JOB);
  /** The numbers that were measured. */
  asked = $state(kept(ASKED) ?? "");

  /** What an earlier visit asked for. */
  resume(): void {
    if (this.asked) void this.job.resume();
  }

  start(data: Record<string, unknown>, edition: Edition): void {
    this.asked = numbersOf(data);
    keep(ASKED, this.asked);
    keep(JOB, ""); // until the new one has a name
    void this.job.start({ duel: data, rules: edition });
  }

  isOutdated(data: Record<string, unknown>): boolean {
    return this.asked !== numbersOf(data);
  }
}

/** How many of the duels ended so, or in a way that begins so. */
export function share(play: Play, ending: string): number {
  const count = Object.entries(play.endings).reduce((sum, [name, count]) => sum + (name.startsWith(ending) ? count : 0), 0);
  return count / play.games;
}

export function shareOfWins(play: Play, ending: string): number | null {
  const won = share(play, "victory");
  return won ? share(play, ending) / won : null;
}
