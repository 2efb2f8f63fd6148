// A race as the server tells it: what was agreed on, and how it stands.

export const ELEMENTS = ["water", "fire", "metal", "earth", "wood"] as const;
export type Element = (typeof ELEMENTS)[number];

export const FACES = [...ELEMENTS, "dragon"] as const;
export type Face = (typeof FACES)[number];

/** In the order of the paths that have their colour. */
export const COLOURS = ["black", "red", "white", "yellow", "blue"] as const;
export type Colour = (typeof COLOURS)[number];

export const POWERS = ["fear", "rebirth", "eye", "anxiety", "dragon"] as const;
export type Power = (typeof POWERS)[number];

export interface PathSetup {
  plain: number;
  values: number[];
}

export interface RaceSetup {
  players: Colour[];
  board: { name: string; paths: Record<Element, PathSetup> };
  powers: "none" | "own" | "any";
  immunity: boolean;
  stones: [Element, number][];
  random_stones: number;
  starts: number | null;
  max_turns: number | null;
}

export interface RaceState {
  phase: "stones" | "roll-off" | "roll" | "move" | "perfection" | "end" | "over";
  seat: number;
  /** By path, then by seat; 0 is outside. */
  spaces: number[][];
  stones: number[][];
  /** The five on the table; before a roll, those kept. */
  dice: Face[];
  rolls: number;
  unspent: boolean[];
  throws: number[];
  turns: number;
}

export function isElement(word: string | undefined): word is Element {
  return (ELEMENTS as readonly (string | undefined)[]).includes(word);
}

/** A path has the colour of a player, and the other way round. */
export const colourOf = (path: Element): Colour => COLOURS[ELEMENTS.indexOf(path)]!;
export const powerOf = (colour: Colour): Power => POWERS[COLOURS.indexOf(colour)]!;

export function valueAt(path: PathSetup, space: number): number {
  return path.values[space - path.plain - 1] ?? 0;
}

export interface Standing {
  /** What each piece scores, path by path. */
  values: number[];
  points: number;
  numbered: number;
}

/** The numbers under somebody's pieces. */
export function standing(setup: RaceSetup, state: RaceState, seat: number): Standing {
  const paths = ELEMENTS.map((element, at) => ({ path: setup.board.paths[element], space: state.spaces[at]?.[seat] ?? 0 }));
  const values = paths.map(({ path, space }) => valueAt(path, space));
  return {
    values,
    points: values.reduce((sum, value) => sum + value, 0),
    numbered: paths.filter(({ path, space }) => space > path.plain).length,
  };
}
