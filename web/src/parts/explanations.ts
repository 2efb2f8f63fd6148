// What explains itself, each with the rule that says more. Marked in the pages with `data-explain`.

export const EXPLAINED = {
  health: "S21",
  ki: "S7",
  round: "S1",
  dice: "S2",
  attack: "S14",
  defense: "S15",
  gathered: "S6",
  rewards: "S9",
  zones: "S16",
  wounds: "S20",
  stars: "S3",
  resistance: "S14",
  line: "S13",
  "his-defense": "S14",
  counter: "S15",
  effect: "S15",
  outlook: "S14",
  element: "D8",
  animal: "D4",
  dragon: "D11",
  number: "D14",
  stone: "D5",
  token: "D15",
  rolls: "D7",
  balance: "D13",
  perfection: "D12",
} as const satisfies Record<string, `${"S" | "D"}${number}`>;

export type Explained = keyof typeof EXPLAINED;

/** Where a rule is written. */
export const addressOf = (rule: string): string => `/rules/${rule.startsWith("S") ? "samurai" : "dragon"}#${rule}`;
