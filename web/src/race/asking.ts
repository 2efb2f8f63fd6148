// A race to be: what the form of a new race asks for.
import type { TableAsked } from "../api/client";
import { type Colour, COLOURS } from "./state";

export const ME = "me";
export const OPEN = "open";
export const FEWEST_SEATS = 2;
export const MOST_SEATS = 5;
const STONES_PER_COLOUR = 5;

export const BOARDS = [
  { name: "standard", plain: 8 },
  { name: "short", plain: 5 },
  { name: "long", plain: 12 },
] as const;
export const POWER_CHOICES = ["none", "own", "any"] as const;
export const DICE = ["fair", "own"] as const;
/** Milliseconds a bot takes at least. */
export const PACES = { none: 0, short: 600, long: 1500 } as const;

export interface Seat {
  colour: Colour;
  /** ME, OPEN or the level of a bot. */
  who: string;
}

export interface Wish {
  seats: Seat[];
  board: (typeof BOARDS)[number]["name"];
  powers: (typeof POWER_CHOICES)[number];
  immunity: boolean;
  stones: number;
  dice: (typeof DICE)[number];
  pace: keyof typeof PACES;
}

export function firstWish(): Wish {
  const seats: Seat[] = [{ colour: "red", who: ME }, { colour: "blue", who: "beginner" }];
  return { seats, board: "standard", powers: "none", immunity: false, stones: 0, dice: "fair", pace: "short" };
}

/** More or fewer seats; a new one gets a colour that nobody has, and the bot of the last one. */
export function withSeats(seats: readonly Seat[], count: number): Seat[] {
  const changed = seats.slice(0, count);
  while (changed.length < count) {
    const colour = COLOURS.find((one) => !changed.some((seat) => seat.colour === one))!;
    const last = changed.at(-1)!.who;
    changed.push({ colour, who: last === ME ? OPEN : last });
  }
  return changed;
}

/** Another colour for a seat; whoever had it gets the old one. */
export function withColour(seats: readonly Seat[], place: number, colour: Colour): Seat[] {
  const old = seats[place]!.colour;
  return seats.map((seat, at) => (at === place ? { ...seat, colour } : seat.colour === colour ? { ...seat, colour: old } : seat));
}

/** Five for each colour that nobody plays. */
export const mostStones = (seats: number): number => STONES_PER_COLOUR * (COLOURS.length - seats);

export const hasOpen = (wish: Wish): boolean => wish.seats.some((seat) => seat.who === OPEN);

/** Who plays for one who leaves, of the bots that are here: the best that moves at once. */
export const standIn = (bots: readonly string[]): string | null => (bots.includes("solid") ? "solid" : (bots.at(-1) ?? null));

export function asked(wish: Wish, bots: readonly string[]): TableAsked {
  return {
    game: "dragon",
    setup: {
      players: wish.seats.map((seat) => seat.colour),
      board: wish.board,
      powers: wish.powers,
      immunity: wish.immunity,
      random_stones: wish.stones,
    },
    seats: wish.seats.map((seat) => seat.who),
    dice: wish.dice,
    pace: PACES[wish.pace],
    stand_in: standIn(bots),
    begin: !hasOpen(wish) && wish.seats.some((seat) => seat.who === ME),
  };
}
