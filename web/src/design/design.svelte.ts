// The duel on the desk: what is typed, what the server says of it, and what was before.
import { post, type Schemas } from "../api/client";
import { isPassing } from "../api/passing";
import { keep, kept } from "../table/kept";
import { blank, type Draft, fromDuel, grown, toData } from "./draft";
import { fieldOf, typedIn, wrongRounds } from "./places";

export type Check = Schemas["CheckView"];
export interface Told {
  /** What is expected there. */
  text: string;
  /** Nothing is typed there yet: no mistake, but not done. */
  isOpen: boolean;
}

const NAME = "design";
const VERSION = 1;
const PAUSE = 200; // milliseconds without a key before the server is asked
const LATER = 3000; // until a server that was away is asked again
const MOST = 100; // steps that can be taken back
const KEPT = 10; // of them over a visit

export class Design {
  draft = $state<Draft>(blank());
  check = $state.raw<Check | null>(null);
  /** Whether `check` is about what is typed now. */
  isChecked = $state(false);
  /** Why the server was not asked, or what it refused. */
  trouble = $state<string | null>(null);
  past = $state.raw<Draft[]>([]);

  /** The draft that was checked: what is typed since then is judged by the next answer. */
  #seen = $state.raw<Draft>(blank());

  readonly data = $derived(toData(this.draft));
  /** What the server says of each field. */
  readonly told = $derived.by(() => {
    const told = new Map<string, Told>();
    for (const { where, expected } of this.check?.problems ?? []) {
      const field = fieldOf(where, this.#seen);
      if (field && !told.has(field)) told.set(field, { text: expected, isOpen: field !== "id" && !typedIn(field, this.#seen).trim() });
    }
    return told;
  });
  /** What belongs to no field. */
  readonly others = $derived((this.check?.problems ?? []).filter(({ where }) => !fieldOf(where, this.#seen)).map(({ message }) => message));
  readonly wrongRounds = $derived(wrongRounds((this.check?.problems ?? []).map(({ where }) => where)));
  readonly open = $derived([...this.told.values()].filter((one) => one.isOpen).length);
  readonly wrong = $derived(this.told.size - this.open + this.others.length);
  readonly isFine = $derived(this.isChecked && this.check?.duel != null);

  #settled: Draft; // what stood here when a field was last left
  #timer = 0;
  #turn = 0;

  constructor() {
    const [draft, past] = remembered();
    this.draft = draft;
    this.past = past;
    this.#settled = copy(this.draft);
    this.#later(0);
  }

  /** Something was typed. */
  typed(): void {
    grown(this.draft);
    this.#turn++;
    this.isChecked = false;
    this.#keep();
    this.#later(PAUSE);
  }

  /** A field was left: what it held before can be taken back. */
  settle(): void {
    const now = copy(this.draft);
    if (same(now, this.#settled)) return;
    this.past = [...this.past, this.#settled].slice(-MOST);
    this.#settled = now;
    this.#keep();
  }

  /** Another duel on the desk; the one before it can be taken back. */
  put(duel: unknown): void {
    this.settle();
    this.draft = fromDuel(duel);
    this.settle();
    this.typed();
  }

  anew(): void {
    this.put({});
  }

  get canTakeBack(): boolean {
    return this.past.length > 0 || !same(this.draft, this.#settled);
  }

  takeBack(): void {
    this.settle();
    const before = this.past.at(-1);
    if (!before) return;
    this.past = this.past.slice(0, -1);
    this.#settled = before;
    this.draft = copy(before);
    this.typed();
  }

  async ask(): Promise<void> {
    const turn = ++this.#turn;
    try {
      const check = await post<Check>("/duels/check", { duel: this.data });
      if (turn !== this.#turn) return;
      this.#seen = copy(this.draft);
      this.check = check;
      this.isChecked = true;
      this.trouble = null;
    } catch (error) {
      if (turn !== this.#turn) return;
      this.trouble = (error as Error).message;
      if (isPassing(error)) this.#later(LATER);
    }
  }

  leave(): void {
    clearTimeout(this.#timer);
    this.#turn++;
  }

  #later(pause: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.ask(), pause) as unknown as number;
  }

  #keep(): void {
    keep(NAME, JSON.stringify({ version: VERSION, draft: this.draft, past: this.past.slice(-KEPT) }));
  }
}

/** What lay on the desk at the last visit. */
function remembered(): [Draft, Draft[]] {
  try {
    const found = JSON.parse(kept(NAME) ?? "null") as { version: number; draft: Draft; past: Draft[] } | null;
    if (found?.version === VERSION) {
      [found.draft, ...found.past].forEach(toData); // what is no draft stops here
      return [found.draft, found.past];
    }
  } catch {
    // somebody else's, or half of it
  }
  return [blank(), []];
}

const copy = (draft: Draft): Draft => JSON.parse(JSON.stringify(draft)) as Draft;
const same = (one: Draft, other: Draft): boolean => JSON.stringify(one) === JSON.stringify(other);
