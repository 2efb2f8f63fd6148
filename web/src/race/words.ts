// A race in words: what niten.terminal.dragon_words says, for the page. A test compares the two.
import type { Entry, Happening } from "../api/client";
import type { Details } from "../texts/format";
import { type Colour, type Element, isElement, type RaceSetup, valueAt } from "./state";

export type Say = (key: string, details?: Details) => string;

const SILENT = ["numbered"]; // the name of the space says it

export class Words {
  constructor(
    readonly say: Say,
    readonly setup: RaceSetup,
  ) {}

  colour(colour: string): string {
    return this.say(`dragon.colour.${colour}`);
  }

  seat(seat: number): string {
    return this.colour(this.setup.players[seat] as Colour);
  }

  element(face: string): string {
    return this.say(`dragon.element.${face}`);
  }

  /** Dice, those that are alike counted: water ×2, fire. */
  dice(faces: string[]): string {
    const counts = new Map<string, number>();
    for (const face of faces) counts.set(face, (counts.get(face) ?? 0) + 1);
    return [...counts].map(([face, count]) => this.element(face) + (count > 1 ? ` ×${count}` : "")).join(", ");
  }

  /** A space of a path: space 3 (or bare 3), or number 2. */
  space(path: Element, space: number, plain: "plain" | "bare" = "plain"): string {
    const where = this.setup.board.paths[path];
    if (space > where.plain) return this.say("dragon.space.number", { value: valueAt(where, space) });
    return space ? this.say(`dragon.space.${plain}`, { space }) : this.say("dragon.space.outside");
  }

  /** What a step did. */
  sentences(entry: Entry): string[] {
    const events = (entry.events ?? []).filter((event) => !SILENT.includes(event.kind));
    // one use of Anxiety, said once
    const isLeapBalance = entry.step === "leap-balance";
    return events.map((event) => this.sentence(isLeapBalance && event.kind === "leapt" ? { ...event, kind: "jumped" } : event));
  }

  sentence(event: Happening): string {
    if (event.kind === "over") return this.result(String(event["result"]), String(event["reason"]));
    const keptNone = event.kind === "rolled" && event["thrown"] === event["dice"];
    return this.say(`dragon.event.${keptNone ? "rolled-all" : event.kind}`, this.#spoken(event));
  }

  /** How the race ended: an outcome's two words as a sentence. */
  result(result: string, reason: string): string {
    if (result !== "finished") return this.say(`dragon.ending.${reason}`);
    const winners = reason.split("+");
    if (winners.length === 1) return this.say("dragon.ending.won", { colour: this.colour(reason) });
    return this.say("dragon.ending.shared", { colours: this.#colours(winners) });
  }

  #colours(colours: string[]): string {
    return colours.map((colour) => this.colour(colour)).join(", ");
  }

  /** The details of an event as words. */
  #spoken(event: Happening): Details {
    const spoken: Details = { ...event };
    for (const [name, value] of Object.entries(event)) {
      switch (name) {
        case "colour":
        case "ended":
        case "first":
        case "second":
          spoken[name] = this.colour(String(value));
          break;
        case "colours":
          spoken[name] = this.#colours(String(value).split(" "));
          break;
        case "thrown":
        case "dice":
        case "kept":
          spoken[name] = this.dice(faces(value));
          break;
        case "path":
          spoken["path"] = this.say(`dragon.path.${String(value)}`);
          spoken["element"] = this.element(String(value));
          break;
        case "from":
        case "to":
        case "first_to":
        case "second_to":
          if (isElement(String(event["path"]))) spoken[name] = this.space(event["path"] as Element, Number(value), "bare");
          break;
        case "dragons":
        case "left":
        case "points":
          spoken["count"] = value;
      }
    }
    return spoken;
  }
}

/** Dice as events tell them: faces with blanks between. */
export function faces(told: unknown): string[] {
  return String(told).split(" ").filter(Boolean);
}
