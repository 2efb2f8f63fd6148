// What is said at a table besides the game: gestures, and who came or went. Seen for a few seconds.
import type { Schemas } from "../api/client";
import { keep, kept } from "./kept";

export type Gesture = Schemas["GestureAsked"]["gesture"];
export const GESTURES: readonly Gesture[] = ["bow", "well-played", "thinking", "hurry", "laugh", "sigh"];

export interface Aside {
  seat: number;
  what: Gesture | "left" | "seated";
  /** The bot that took the seat. */
  bot?: string | null;
  /** How many steps were taken then: it is the latest word until there are more. */
  steps: number;
}

const SECONDS = 5;

export class Asides {
  now = $state.raw<Aside[]>([]);
  latest = $state.raw<Aside | null>(null);
  /** Whether this player wants to see gestures; kept by the browser. */
  showsGestures = $state(kept("gestures") !== "off");

  hear(aside: Aside): void {
    if (isGesture(aside.what) && !this.showsGestures) return;
    this.latest = aside;
    this.now = [...this.now.filter((one) => one.seat !== aside.seat), aside];
    setTimeout(() => (this.now = this.now.filter((one) => one !== aside)), SECONDS * 1000);
  }

  showGestures(wanted: boolean): void {
    this.showsGestures = wanted;
    keep("gestures", wanted ? "on" : "off");
    if (!wanted) this.now = this.now.filter((one) => !isGesture(one.what));
  }
}

export function isGesture(what: string): what is Gesture {
  return (GESTURES as readonly string[]).includes(what);
}
