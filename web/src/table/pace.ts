// How fast the page tells what happens. The default follows the system's wish for less motion.
import type { Entry } from "../api/client";
import { keep, kept } from "./kept";

export const PACES = ["off", "fast", "full"] as const;
export type Pace = (typeof PACES)[number];

const SECONDS: Record<Pace, number> = { off: 0, fast: 0.25, full: 0.8 };

export function pace(): Pace {
  const chosen = kept("pace") as Pace | null;
  if (chosen && PACES.includes(chosen)) return chosen;
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? "off" : "full";
}

export function choosePace(chosen: Pace): void {
  keep("pace", chosen);
  document.documentElement.dataset["pace"] = chosen;
}

/** So many milliseconds; or as long as an entry needs to be seen. */
export function pause(what: number | Entry): Promise<void> {
  return new Promise((done) => setTimeout(done, typeof what === "number" ? what : 1000 * SECONDS[pace()] * weight(what)));
}

/** What somebody has just done himself needs no time to be seen; what the dice and the others do, does. */
function weight(entry: Entry): number {
  if (entry.kind !== "step") return 0;
  return entry.seat === null ? 1 : 0.4;
}
