// Dice on their way to the three columns. Nothing is decided here: the sums name a step, and the server's list says
// whether there is such a step.
import { type Column, COLUMNS } from "./state";

export class Placing {
  /** Where each die lies; null while it is in the hand. */
  where = $state<(Column | null)[]>([]);
  /** One die alone: its points, column by column. */
  split = $state<Record<Column, number>>({ attack: 0, defense: 0, concentration: 0 });
  chosen = $state<number | null>(null);

  constructor(
    readonly dice: readonly number[],
    readonly isSplit: boolean,
  ) {
    this.where = dice.map(() => null);
  }

  get rest(): number {
    const all = this.dice.reduce((sum, face) => sum + face, 0);
    return all - COLUMNS.reduce((sum, column) => sum + this.total(column), 0);
  }

  total(column: Column): number {
    if (this.isSplit) return this.split[column];
    return this.dice.reduce((sum, face, at) => sum + (this.where[at] === column ? face : 0), 0);
  }

  /** The chosen die, or the first one still in the hand; a point of a die that may be split. */
  put(column: Column, at = this.chosen ?? this.where.indexOf(null)): void {
    if (this.isSplit) {
      if (this.rest > 0) this.split[column] += 1;
      return;
    }
    if (at < 0) return;
    this.where[at] = column;
    this.chosen = null;
  }

  takeBack(column: Column): void {
    if (this.isSplit) this.split[column] = Math.max(0, this.split[column] - 1);
    else this.where = this.where.map((place) => (place === column ? null : place));
  }

  all(column: Column): void {
    this.split[column] += this.rest;
  }

  choose(at: number): void {
    this.where[at] = null;
    this.chosen = this.chosen === at ? null : at;
  }

  /** The step this would be, once nothing is left in the hand. */
  get step(): string | null {
    return this.rest ? null : `place ${COLUMNS.map((column) => this.total(column)).join(" ")}`;
  }
}
