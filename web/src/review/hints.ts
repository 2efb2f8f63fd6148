// What the coach says about the moves of a duel, best first, with prices that fit the chances beside them.

export interface HintJson {
  moves: { step: string; lower: number; upper: number }[];
}

export interface Hint {
  step: string;
  /** In hundredths of a percent, as they are shown. */
  chance: number;
  price: number;
  unsure: number;
}

const shown = (share: number): number => Math.round(10_000 * share);

export function hints(json: HintJson): Hint[] {
  const middle = (one: HintJson["moves"][number]): number => (one.lower + one.upper) / 2;
  const rows = json.moves.toSorted((one, other) => middle(other) - middle(one));
  const best = rows[0] ? shown(middle(rows[0])) : 0;
  return rows.map((one) => {
    const chance = shown(middle(one));
    return { step: one.step, chance, price: best - chance, unsure: shown((one.upper - one.lower) / 2) };
  });
}
