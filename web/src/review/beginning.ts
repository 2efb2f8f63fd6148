// Where a game that is tried again begins: at the step that is looked at.
import type { Entry } from "../api/client";

export interface Beginning {
  /** How many steps are taken already. */
  step: number;
  /** Before the decision that is looked at, in the position that is seen, or before the last decision where all is over. */
  kind: "decision" | "here" | "last";
}

/** `seats` are those of whoever tries. */
export function beginning(steps: readonly Entry[], at: number, seats: readonly number[]): Beginning {
  const isTheirs = (step: Entry | undefined): boolean => typeof step?.seat === "number" && seats.includes(step.seat);
  if (isTheirs(steps[at - 1])) return { step: at - 1, kind: "decision" };
  if (at < steps.length) return { step: at, kind: "here" };
  return { step: Math.max(0, steps.findLastIndex(isTheirs)), kind: "last" };
}
