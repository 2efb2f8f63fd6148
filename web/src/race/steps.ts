// What can be done, as the server lists it: lines of the notation, sorted by what they are. Nothing is added here.
import { type Colour, type Element, ELEMENTS, type Face, FACES, type Power, type RaceState } from "./state";

export interface PathStep {
  step: string;
  path: Element;
}

export interface Swap extends PathStep {
  first: Colour;
  second: Colour;
}

export interface Choices {
  /** Dice that can be rolled again; the key is their faces in order. */
  rerolls: Map<string, string>;
  eyes: Map<string, string>;
  moves: PathStep[];
  leaps: PathStep[];
  becomes: PathStep[];
  swaps: Swap[];
  /** Steps that are a single word: balance, pass, again, end … */
  plain: Set<string>;
  /** What real dice may show. */
  throws: Map<string, string>;
  stones: { step: string; path: Element; space: number }[];
}

/** Dice as a key: their faces in one order, however they lie. */
export function diceKey(dice: readonly Face[]): string {
  return [...dice].sort((one, other) => FACES.indexOf(one) - FACES.indexOf(other)).join(" ");
}

export function choices(legal: readonly string[]): Choices {
  const found: Choices = {
    rerolls: new Map(), eyes: new Map(), moves: [], leaps: [], becomes: [], swaps: [],
    plain: new Set(), throws: new Map(), stones: [],
  };
  const dice = { reroll: found.rerolls, eye: found.eyes, roll: found.throws };
  const paths = { move: found.moves, leap: found.leaps, become: found.becomes };
  for (const step of legal) {
    const [verb = "", ...words] = step.split(" ");
    if (verb in dice) dice[verb as keyof typeof dice].set(diceKey(words as Face[]), step);
    else if (verb in paths) paths[verb as keyof typeof paths].push({ step, path: words[0] as Element });
    else if (verb === "swap") found.swaps.push({ step, path: words[0] as Element, first: words[1] as Colour, second: words[2] as Colour });
    else if (verb === "stone") found.stones.push({ step, path: words[0] as Element, space: Number(words[1]) });
    else found.plain.add(step);
  }
  return found;
}

/** Whether one more die of this face can still become one of the throws. */
export function canShow(throws: Map<string, string>, entered: readonly Face[], face: Face): boolean {
  const wanted = [...entered, face];
  const most = (all: readonly string[], one: Face): number => all.filter((each) => each === one).length;
  return [...throws.keys()].some((key) => {
    const shown = key.split(" ");
    return FACES.every((each) => most(wanted, each) <= most(shown, each));
  });
}

/** How many dice a throw has. */
export function throwSize(throws: Map<string, string>): number {
  const [first] = throws.keys();
  return first?.split(" ").length ?? 0;
}

export interface Usable {
  power: Power;
  steps: { step: string; path: Element | null }[];
}

/** The powers that can be used now, besides Eye of the Tiger, each with its steps. */
export function powerSteps(found: Choices): Usable[] {
  const single = (step: string): { step: string; path: null }[] => (found.plain.has(step) ? [{ step, path: null }] : []);
  return [
    { power: "fear" as const, steps: single("fear") },
    { power: "rebirth" as const, steps: single("rebirth") },
    { power: "anxiety" as const, steps: [...found.leaps, ...single("leap-balance")] },
    { power: "dragon" as const, steps: found.becomes },
  ].filter(({ steps }) => steps.length);
}

export interface Target extends PathStep {
  to: number;
}

/** Where each move ends: as many spaces on as dice show its element. */
export function targets(found: Choices, race: RaceState): Target[] {
  return found.moves.map(({ step, path }) => {
    const here = race.spaces[ELEMENTS.indexOf(path)]?.[race.seat] ?? 0;
    return { step, path, to: here + race.dice.filter((face) => face === path).length };
  });
}
