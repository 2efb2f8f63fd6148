// A table of real dice whose dice the lesson throws. Only the step the lesson is about can be made.
import { pause } from "../table/pace";
import { Table } from "../table/table.svelte";
import { falls, SCRIPT } from "./script";

export class Lesson extends Table {
  get beat() {
    return SCRIPT[this.steps.length];
  }

  get isDone(): boolean {
    return this.steps.length >= SCRIPT.length;
  }

  override get legal(): string[] {
    const { beat } = this;
    return beat && !falls(beat) ? super.legal.filter((step) => step === beat.step) : [];
  }

  /** Let the dice fall that are due now. */
  async roll(): Promise<void> {
    const { beat } = this;
    if (!beat || !falls(beat) || this.isTelling || this.isSending) return;
    await pause(300);
    await this.step(beat.step);
  }
}
