// The way through the booklet: what my finished duels come to, by opponent.
import type { Schemas } from "../api/client";

export type Progress = Schemas["ProgressRow"];
export type Opponent = Schemas["DuelRow"];

/** In the order in which they are told, as the server has them. */
export const HONOURS = ["unhurt", "calm", "swift", "beheading", "blade", "maimed", "last-breath"] as const satisfies readonly Progress["honours"][number][];

export interface Way {
  of: ReadonlyMap<string, Progress>;
  won: number;
  honours: number;
  /** The first who is not beaten; none if all are. */
  next: Opponent | undefined;
}

export function way(duels: readonly Opponent[], progress: readonly Progress[]): Way {
  const of = new Map(progress.map((row) => [row.duel, row]));
  const beaten = duels.filter((duel) => of.get(duel.id)?.won);
  return {
    of,
    won: beaten.length,
    honours: beaten.reduce((sum, duel) => sum + (of.get(duel.id)?.honours.length ?? 0), 0),
    next: duels.find((duel) => !of.get(duel.id)?.won),
  };
}
