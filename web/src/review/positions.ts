// Every position of a game, from its first one and what each step changed.
import type { Entry } from "../api/client";
import type { State } from "../table/table.svelte";

/** The position before the first step, and after each of the steps that stand. */
export function positions<S extends State = State>(start: S, steps: readonly Entry[]): S[] {
  const found = [start];
  for (const step of steps) found.push({ ...found.at(-1)!, ...step.changed });
  return found;
}
