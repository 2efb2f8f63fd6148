// A table of real dice whose dice the lesson throws. Only the step the lesson is about can be made.
import { openTable } from "../table/opening";
import { pause } from "../table/pace";
import { Table } from "../table/table.svelte";
import { leave, leftAt } from "./left";
import { type Beat, falls, lessonsUpTo, type Script } from "./script";

export class Lesson extends Table {
  override readonly isLesson = true;
  #isDue = false;

  constructor(
    id: string,
    readonly script: Script,
  ) {
    super(id);
  }

  /** The lesson where it was left, or from its beginning. */
  static async begin(script: Script): Promise<Lesson> {
    const left = leftAt(script.game);
    if (left) {
      try {
        const lesson = new Lesson(left, script);
        await lesson.open();
        if (lesson.isOnScript && !lesson.isDone) return lesson;
        lesson.close();
      } catch {
        // that table is gone: another one
      }
    }
    const id = await openTable(script.asks);
    leave(script.game, id);
    const lesson = new Lesson(id, script);
    await lesson.open();
    return lesson;
  }

  get beat(): Beat | undefined {
    return this.script.beats[this.steps.length];
  }

  get isDone(): boolean {
    return this.steps.length >= this.script.beats.length;
  }

  /** Whether the game went as the script says: somebody may have gone on with it elsewhere. */
  get isOnScript(): boolean {
    return this.steps.every(({ step }, at) => step === this.script.beats[at]?.step);
  }

  /** Which step of the learner it is, and of how many. */
  get at(): { at: number; of: number } {
    const { beats } = this.script;
    const next = beats.findIndex((beat, at) => at >= this.steps.length && !falls(beat));
    return { at: lessonsUpTo(this.script, next < 0 ? beats.length : next), of: lessonsUpTo(this.script, beats.length) };
  }

  override get legal(): string[] {
    const { beat } = this;
    return beat && !falls(beat) ? super.legal.filter((step) => step === beat.step) : [];
  }

  /** Let the dice fall that are due now, and the others move. */
  async goOn(): Promise<void> {
    const { beat } = this;
    if (!beat || !falls(beat) || this.isTelling || this.isSending || this.#isDue) return;
    this.#isDue = true;
    await pause(300);
    this.#isDue = false;
    if (beat === this.beat) await this.step(beat.step);
  }
}
