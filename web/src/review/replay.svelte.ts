// Where in a game the page is looking.

export class Replay {
  at = $state(0);

  /** `last` is the number of steps. */
  constructor(readonly last: number) {
    this.at = last;
  }

  go(at: number): void {
    this.at = Math.min(this.last, Math.max(0, at));
  }

  /** What a key does here; false if nothing. */
  press(key: string): boolean {
    const target = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.last }[key];
    if (target === undefined) return false;
    this.go(target);
    return true;
  }
}
