// Where the dice lie. The server sorts them; on the table a die that is kept stays where it is.
import type { Entry } from "../api/client";
import type { Face, RaceState } from "./state";
import { faces } from "./words";

export interface Die {
  /** None while it rolls. */
  face: Face | null;
  /** The number of the entry that rolled it. */
  rolled: number;
}

/** The dice of the roll under way, from the log; `start` has those that lay there before it. */
export function lying(steps: readonly Entry[], start: Pick<RaceState, "phase" | "dice"> = { phase: "roll", dice: [] }): Die[] {
  let dice: Die[] = start.dice.map((face) => ({ face, rolled: 0 }));
  if (dice.length && start.phase === "roll") while (dice.length < 5) dice.push({ face: null, rolled: 0 });
  for (const entry of steps.slice(lastFresh(steps))) {
    for (const event of entry.events ?? []) {
      if (event.kind === "throw" || event.kind === "rolled") dice = landed(dice, faces(event["thrown"]) as Face[], entry.number);
      else if (event.kind === "reroll" || event.kind === "eye") dice = lifted(dice, faces(event["thrown"]) as Face[], entry.number);
    }
  }
  return dice;
}

/** Where all five were rolled for the last time: nothing before it lies on the table. */
function lastFresh(steps: readonly Entry[]): number {
  return Math.max(0, steps.findLastIndex((entry) => entry.step?.split(" ").length === 6 && entry.step.startsWith("roll ")));
}

function landed(dice: Die[], thrown: Face[], rolled: number): Die[] {
  if (thrown.length === 5) return thrown.map((face) => ({ face, rolled }));
  const left = [...thrown];
  return dice.map((die) => (die.face === null ? { face: left.shift() ?? null, rolled } : die));
}

function lifted(dice: Die[], thrown: Face[], rolled: number): Die[] {
  const left: (Face | null)[] = [...thrown];
  return dice.map((die) => {
    const at = left.indexOf(die.face);
    if (at < 0) return die;
    left.splice(at, 1);
    return { face: null, rolled };
  });
}

/** The same with real dice: what was entered lies there, in the places of the dice that are thrown. */
export function filled(dice: readonly Die[], size: number, entered: readonly Face[]): Die[] {
  const left = [...entered];
  const places = size === 5 ? Array.from({ length: size }, (): Die => ({ face: null, rolled: 0 })) : dice;
  return places.map((die) => (die.face ? die : { ...die, face: left.shift() ?? null }));
}
