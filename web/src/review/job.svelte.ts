// Work of the server that takes long: asked for, followed, called off. A server that is away for a moment ends nothing.
import { ask, get, type Job, post } from "../api/client";
import { isPassing } from "../api/passing";
import { keep, kept } from "../table/kept";

export type JobState = "none" | Job["state"];

const EVERY = 500; // milliseconds between two looks
const LONGEST = 5000;

export class Followed<T> {
  state = $state<JobState>("none");
  progress = $state(0);
  result = $state.raw<T | null>(null);
  /** Why it was refused or failed; empty if nobody said. */
  problem = $state<string | null>(null);
  isAway = $state(false);

  #id: string | null = null;
  #turn = 0; // what belongs to an earlier turn no longer counts

  /** With a name, the job is found again when the page is loaded anew. */
  constructor(
    readonly path: string,
    readonly name: string | null = null,
  ) {}

  get isUnderWay(): boolean {
    return this.state === "open" || this.state === "running";
  }

  /** The job of an earlier visit, or a new one; a page that says what is to be done always has a new one. */
  async start(asked?: object): Promise<void> {
    await this.#follow(async (turn) => (asked ? null : await this.#known(turn)) ?? (await this.#patiently(turn, () => post<Job>(this.path, asked))));
  }

  /** Only the job of an earlier visit. */
  async resume(): Promise<void> {
    await this.#follow((turn) => this.#known(turn));
  }

  async #follow(first: (turn: number) => Promise<Job | null>): Promise<void> {
    const turn = ++this.#turn;
    this.state = "open";
    this.progress = 0;
    this.result = this.problem = null;
    try {
      let job = await first(turn);
      if (!job && turn === this.#turn) this.state = "none";
      while (job && turn === this.#turn) {
        this.#take(job);
        if (!this.isUnderWay) return;
        await new Promise((done) => setTimeout(done, EVERY));
        if (turn !== this.#turn) return;
        const { id } = job;
        job = await this.#patiently(turn, () => get<Job>(`/jobs/${id}`));
      }
    } catch (error) {
      if (turn !== this.#turn) return;
      this.state = "failed";
      this.problem = (error as Error).message;
    }
  }

  /** Call it off, here and at the server. */
  async cancel(): Promise<void> {
    this.leave();
    if (!this.isUnderWay) return;
    this.state = "cancelled";
    const id = this.#id;
    if (id) await ask("DELETE", `/jobs/${id}`).catch(() => null); // then it ends by itself
  }

  /** As if it had never been asked for. */
  forget(): void {
    void this.cancel();
    this.state = "none";
    this.result = this.problem = null;
  }

  /** Look no longer; the server goes on. */
  leave(): void {
    this.#turn++;
  }

  #take(job: Job): void {
    this.#id = job.id;
    if (this.name) keep(this.name, job.id);
    this.progress = job.progress;
    this.state = job.state;
    if (job.state === "done") this.result = job.result as T;
    else if (job.state === "failed") this.problem = String(job.result?.["message"] ?? "");
  }

  /** The job of an earlier visit, if it is still good for something. */
  async #known(turn: number): Promise<Job | null> {
    const id = this.name && kept(this.name);
    if (!id) return null;
    try {
      const job = await this.#patiently(turn, () => get<Job>(`/jobs/${id}`));
      return job && job.state !== "failed" && job.state !== "cancelled" ? job : null;
    } catch {
      return null;
    }
  }

  /** Again and again while nobody answers, or the server says to come back later. */
  async #patiently(turn: number, look: () => Promise<Job>): Promise<Job | null> {
    for (let tries = 0; turn === this.#turn; tries++) {
      try {
        const job = await look();
        this.isAway = false;
        return job;
      } catch (error) {
        if (!isPassing(error)) throw error;
        this.isAway = true;
        await new Promise((done) => setTimeout(done, Math.min(EVERY * 2 ** tries, LONGEST)));
      }
    }
    return null;
  }
}
