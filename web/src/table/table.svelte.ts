// A table as this page follows it. The server says what is, and what is possible; the page shows it, step by step.
//
// `view` is what the server says now. `shown` is what lies on the table of the page: it goes through the entries of the
// log one by one, at the chosen speed, and reaches `view` when all are told. Nothing can be done before that.
import { address, type Answer, type Entry, get, post, Refused, type TableView } from "../api/client";
import { isPassing } from "../api/passing";
import { Asides, type Gesture } from "./asides.svelte";
import { pause } from "./pace";
import { remember } from "./remember";

export interface Presence {
  seats: { taken: boolean; bot: string | null; name: string | null; here: boolean }[];
  watching: number;
}

export type State = Record<string, unknown>;

export class Table<S extends State = State> {
  view = $state.raw<TableView>(undefined as unknown as TableView);
  shown = $state.raw<S>({} as S);
  /** The steps that stand, in order: what was taken back is gone. */
  steps = $state.raw<Entry[]>([]);
  /** The entry being told. */
  telling = $state.raw<Entry | null>(null);
  presence = $state.raw<Presence | null>(null);
  problem = $state<string | null>(null);
  isAway = $state(false);
  isSending = $state(false);
  isTelling = $state(false);
  /** The number of the last entry that took something back. */
  undone = $state(0);
  /** Whether it is played to learn the game: nothing follows from how it ends. */
  readonly isLesson: boolean = false;
  readonly asides = new Asides();

  #log: Entry[] = []; // as far as it was heard, whole
  #opened = 0; // the entry the page began with: up to there nothing is told
  #queue: Entry[] = [];
  #stream: EventSource | null = null;

  constructor(readonly id: string) {}

  /** What can be done now, as the server says. */
  get legal(): string[] {
    return this.isTelling || this.isSending || this.isAway ? [] : this.view.legal;
  }

  get isMine(): boolean {
    return this.legal.length > 0;
  }

  async open(): Promise<void> {
    const [view, log] = await Promise.all([
      get<TableView>(`/tables/${this.id}`),
      get<Answer>(`/tables/${this.id}/entries`),
    ]);
    this.view = view;
    this.shown = view.state as S;
    this.#opened = view.number;
    log.entries.forEach((entry) => this.#hear(entry));
    this.#listen();
  }

  close(): void {
    this.#stream?.close();
    this.#stream = null;
  }

  /** Make a move. Sent once, however often the answer is lost: the key says it is the same. */
  async step(step: string): Promise<void> {
    await this.#change("steps", { step, based_on: this.view.number, key: newKey() });
  }

  async undo(): Promise<void> {
    await this.#change("undo", { based_on: this.view.number, key: newKey() });
  }

  async #change(what: string, body: Record<string, unknown>): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    this.problem = null;
    try {
      const answer = await this.#patiently(() => post<Answer>(`/tables/${this.id}/${what}`, body));
      answer.entries.forEach((entry) => this.#hear(entry));
    } catch (error) {
      this.#complain(error);
      if (error instanceof Refused && error.code === "stale") await this.refresh();
    } finally {
      this.isSending = false;
    }
  }

  /** Again and again while nobody answers, or is asked to come back later; it is the same request each time. */
  async #patiently<T>(ask: () => Promise<T>): Promise<T> {
    for (let turn = 0; ; turn++) {
      try {
        const answer = await ask();
        this.isAway = false;
        return answer;
      } catch (error) {
        if (!isPassing(error)) throw error;
        this.isAway = true;
        await pause(Math.min(500 * 2 ** turn, 5000));
      }
    }
  }

  async refresh(): Promise<void> {
    try {
      this.view = await this.#patiently(() => get<TableView>(`/tables/${this.id}`));
    } catch (error) {
      this.#complain(error);
    }
  }

  #complain(error: unknown): void {
    this.problem = error instanceof Error ? error.message : String(error);
  }

  #listen(): void {
    const stream = new EventSource(address(`/tables/${this.id}/events?after=${this.#last()}`));
    stream.addEventListener("entry", (event) => this.#hear(JSON.parse((event as MessageEvent<string>).data) as Entry));
    stream.addEventListener("presence", (event) => {
      this.presence = JSON.parse((event as MessageEvent<string>).data) as Presence;
      if (this.presence.seats.some((seat, at) => seat.taken !== this.view.seats[at]?.taken)) void this.refresh();
    });
    stream.addEventListener("gesture", (event) => {
      const { seat, gesture } = JSON.parse((event as MessageEvent<string>).data) as { seat: number; gesture: Gesture };
      this.asides.hear({ seat, what: gesture, steps: this.steps.length });
    });
    stream.addEventListener("open", () => (this.isAway = false));
    stream.addEventListener("error", () => {
      this.isAway = true;
      if (stream.readyState === EventSource.CLOSED && this.#stream === stream) {
        void pause(2000).then(() => (this.#stream === stream ? this.#listenAgain() : undefined));
      }
    });
    this.#stream?.close();
    this.#stream = stream;
  }

  async #listenAgain(): Promise<void> {
    try {
      const log = await this.#patiently(() => get<Answer>(`/tables/${this.id}/entries?after=${this.#last()}`));
      log.entries.forEach((entry) => this.#hear(entry));
    } catch (error) {
      return this.#complain(error); // such as a table that is no more
    }
    await this.refresh();
    this.#listen();
  }

  #last(): number {
    return this.#log.at(-1)?.number ?? 0;
  }

  /** An entry, from whichever side it comes first. What comes too early comes again: the stream leaves nothing out. */
  #hear(entry: Entry): void {
    if (entry.number !== this.#last() + 1) return;
    this.#log.push(entry);
    if (entry.number <= this.#opened) return this.#stands(entry);
    this.#queue.push(entry);
    if (!this.isTelling) void this.#tell();
  }

  async #tell(): Promise<void> {
    this.isTelling = true;
    while (this.#queue.length) {
      const entry = this.#queue[0]!;
      this.#stands(entry);
      this.shown = { ...this.shown, ...entry.changed } as S;
      this.telling = entry;
      this.#comesOrGoes(entry);
      this.#queue.shift();
      await pause(entry);
      if (!this.#queue.length && this.view.number < entry.number) await this.refresh();
    }
    this.shown = this.view.state as S;
    this.telling = null;
    this.isTelling = false;
    remember(this.id, this.#log);
  }

  #comesOrGoes(entry: Entry): void {
    if ((entry.kind !== "left" && entry.kind !== "seated") || entry.stage !== "playing" || entry.seat == null) return;
    this.asides.hear({ seat: entry.seat, what: entry.kind, bot: entry.bot ?? null, steps: this.steps.length });
  }

  #stands(entry: Entry): void {
    if (entry.kind === "step") this.steps = [...this.steps, entry];
    else if (entry.kind === "undone") {
      this.steps = this.steps.slice(0, -1);
      this.undone = entry.number;
    }
  }
}

/** Not by `randomUUID`: on another device at home, without https, the browser has none. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");
}
