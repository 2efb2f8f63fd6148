// What is typed, as a duel file has it. Whatever is no shorthand goes to the server as it is typed, which says what is wrong with it.
// `niten.terminal.shorthand` reads the same; tests/data/shorthand.json holds both to it.

const NOTHING = /^[-–—\s]*$/;

/** A number; what is none stays as it was typed. */
export function readNumber(typed: string): number | string | undefined {
  const text = typed.trim();
  if (!text) return undefined;
  return /^\d{1,9}$/.test(text) ? Number(text) : text;
}

/** A counter: 7 or <7; nothing or a dash for none. */
export function readCounter(typed: string): number | string | undefined {
  return NOTHING.test(typed) ? undefined : readNumber(typed.trim().replace(/^<\s*/, ""));
}

const EFFECTS: readonly (readonly [RegExp, string])[] = [
  [/^(?:[-−–]|h(?:ealth)?)?\s*(\d+)$/i, "health"],
  [/^k(?:i)?\s*(\d+)$/i, "ki"],
  [/^l(?:v|evel)?\s*(\d+)$/i, "level"],
];

/** 4: four health; k2: two Ki; L1, L2: an injury; dw: a Deep Wound; nothing or a dash for none. */
export function readEffect(typed: string): string | undefined {
  const text = typed.trim();
  if (NOTHING.test(text)) return undefined;
  if (/^(?:dw|deep wound)$/i.test(text)) return "deep wound";
  for (const [form, harm] of EFFECTS) {
    const amount = form.exec(text)?.[1];
    if (amount) return `${harm} ${amount.replace(/^0+(?=\d)/, "")}`;
  }
  return text;
}

export function writeEffect(effect: string): string {
  const [, harm, amount] = /^(health|ki|level) (\d+)$/.exec(effect) ?? [];
  if (harm) return `${{ health: "", ki: "k", level: "L" }[harm]}${amount}`;
  return effect === "deep wound" ? "dw" : effect;
}

const GAINS: Record<string, string> = { k: "ki", h: "opponent", a: "attack", d: "defense", s: "strike" };

/** k1: Ki; h2: he loses health; a4: Attack; d4: Defense; s: a strike. */
export function readReward(typed: string): { reward?: string; amount?: number } {
  const text = typed.trim();
  if (!text) return {};
  const [, letter, amount] = /^([khads])\s*(\d{0,9})$/i.exec(text) ?? [];
  if (!letter) return { reward: text };
  return { reward: GAINS[letter.toLowerCase()]!, ...(amount ? { amount: Number(amount) } : {}) };
}

export function writeReward(reward: string, amount: string): string {
  const letter = Object.keys(GAINS).find((one) => GAINS[one] === reward);
  return letter ? letter + amount : reward;
}

/** A digit for each round; blanks and commas do not count. */
export function readDice(typed: string): (number | string)[] {
  return [...typed.replace(/[\s,;]/g, "")].map((die) => readNumber(die) ?? die);
}

/** In groups of five rounds, so that they can be counted. */
export function writeDice(dice: readonly string[]): string {
  return dice.map((die, at) => (at && at % 5 === 0 ? ` ${die}` : die)).join("");
}

/** What is used in commands and file names, made from a name. */
export function idFrom(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, "-").slice(0, 60).replace(/^-+|-+$/g, "");
}
