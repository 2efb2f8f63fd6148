// Fair dice, checked here in the page: written from docs/fair-dice, independent of the server that rolled them.
// Drawn stones are left to `niten verify`: where one may lie is a matter of the rules.

export interface Pledge {
  table: string;
  commitment: string;
  entropy: string;
  secret: string | null;
}

export interface Step {
  number: number;
  verb: string;
  values: string[];
}

export interface Checked {
  dice: number;
  rolls: number;
  /** The first step that is not as promised. */
  wrong: { step: number; expected: string } | null;
  commitment: boolean;
}

const ROLLS = new Set(["roll", "opponent", "strike", "injury", "wound", "toll"]);
const ELEMENTS = ["water", "fire", "metal", "earth", "wood", "dragon"];

/** The head and the steps of a record. */
export function readRecord(text: string): { pledge: Pledge | null; steps: Step[] } {
  const lines = text.split("\n");
  const head = Object.fromEntries(
    lines.map((line) => /^(\w+): (.*)$/.exec(line)).filter((found) => found !== null).map((found) => [found[1], found[2]]),
  ) as Record<string, string>;
  const steps = lines
    .map((line) => /^(\d+)\. (\S+)((?: [\w-]+)*)(?: \| \w+)?$/.exec(line))
    .filter((found) => found !== null)
    .map((found) => ({ number: Number(found[1]), verb: found[2]!, values: found[3]!.split(" ").filter(Boolean) }));
  if (head["dice"] !== "fair") return { pledge: null, steps };
  const { table = "", commitment = "", entropy = "", secret = null } = head;
  return { pledge: { table, commitment, entropy, secret }, steps };
}

function bytes(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function hex(content: ArrayBuffer): string {
  return [...new Uint8Array(content)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The dice of a table, one after the other, without end. */
export async function* dice(pledge: Pledge & { secret: string }): AsyncGenerator<number, never> {
  const key = await crypto.subtle.importKey("raw", bytes(pledge.secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  for (let block = 0; ; block++) {
    const message = new TextEncoder().encode(`niten/fair/1/${pledge.table}/${pledge.entropy}/${block}`);
    for (const byte of new Uint8Array(await crypto.subtle.sign("HMAC", key, message))) {
      if (byte < 252) yield (byte % 6) + 1;
    }
  }
}

/** Whether commitment and every roll are as promised; stops at the first that is not. */
export async function check(pledge: Pledge & { secret: string }, steps: readonly Step[]): Promise<Checked> {
  const commitment = hex(await crypto.subtle.digest("SHA-256", bytes(pledge.secret))) === pledge.commitment;
  const checked: Checked = { dice: 0, rolls: 0, wrong: null, commitment };
  const stream = dice(pledge);
  const suffered = new Set<string>();
  for (const step of steps) {
    if (!ROLLS.has(step.verb)) continue;
    checked.rolls++;
    const thrown: number[] = [];
    while (thrown.length < step.values.length) {
      const die = (await stream.next()).value;
      checked.dice++;
      if (step.verb === "wound" && suffered.has(String(die))) continue; // thrown again until it is another one
      thrown.push(die);
    }
    if (step.verb === "wound") suffered.add(String(thrown[0]));
    const isRace = ELEMENTS.includes(step.values[0] ?? "");
    const faces = thrown.toSorted().map((die) => (isRace ? ELEMENTS[die - 1]! : String(die)));
    if (faces.toSorted().join(" ") !== step.values.toSorted().join(" ")) {
      checked.wrong = { step: step.number, expected: [step.verb, ...faces].join(" ") };
      return checked;
    }
  }
  return checked;
}

/** How often each face fell in the rolls of a record, and how far that may well stray from an even share (95 %). */
export function counts(steps: readonly Step[]): { faces: Map<string, number>; total: number; low: number; high: number } {
  const faces = new Map<string, number>();
  for (const step of steps) if (ROLLS.has(step.verb)) for (const face of step.values) faces.set(face, (faces.get(face) ?? 0) + 1);
  const total = [...faces.values()].reduce((sum, count) => sum + count, 0);
  const spread = 1.96 * Math.sqrt((total * 5) / 36);
  return { faces, total, low: Math.max(0, total / 6 - spread), high: total / 6 + spread };
}
