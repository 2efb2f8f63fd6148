// What was done last: which pieces moved, and what of it is announced.
import type { Entry, Happening } from "../api/client";
import type { Explained } from "../parts/explanations";
import { type Colour, type Element, type Face, isElement, type RaceSetup } from "./state";
import type { Choices } from "./steps";
import type { Words } from "./words";

const MOVES = ["entered", "moved", "leapt", "swapped"];
const ANNOUNCED = ["perfection", "balance", "leap-balance", "swapped"];

export interface Moved {
  path: Element;
  seat: number;
}

/** The pieces that moved last. */
export function moved(setup: RaceSetup, steps: readonly Entry[]): Moved[] {
  const entry = steps.findLast((one) => one.events?.some((event) => MOVES.includes(event.kind)));
  return (entry?.events ?? []).filter((event) => MOVES.includes(event.kind)).flatMap((event) => movedBy(setup, event));
}

function movedBy(setup: RaceSetup, event: Happening): Moved[] {
  const path = String(event["path"]);
  if (!isElement(path)) return [];
  const whose = event.kind === "swapped" ? [event["first"], event["second"]] : [event["colour"]];
  return whose.map((colour) => ({ path, seat: setup.players.indexOf(colour as Colour) }));
}

export interface Announced {
  key: string;
  face: Face;
  text: string;
  /** What explains it. */
  about: Explained;
}

/** What is possible now and rare; else what somebody has just done, until somebody does something else. */
export function announced(words: Words, steps: readonly Entry[], found: Choices): Announced | null {
  if (found.plain.has("balance")) return { key: "balance", face: "wood", text: words.say("web.race.balance-now"), about: "balance" };
  const last = steps.findLast((entry) => entry.seat !== null);
  const event = last?.events?.find(({ kind }) => ANNOUNCED.includes(kind));
  if (!last || !event) return null;
  const path = String(event["path"]);
  const face = event.kind === "perfection" && isElement(path) ? path : event.kind === "swapped" ? "dragon" : "wood";
  const about = event.kind === "perfection" ? "perfection" : event.kind === "swapped" ? "dragon" : "balance";
  return { key: `${last.number}`, face, text: words.sentence(event), about };
}
