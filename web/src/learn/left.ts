// Where this browser left a lesson: it goes on there, and at no other address.
import { keep, kept } from "../table/kept";

const GAMES = ["samurai", "dragon"] as const;
export type Game = (typeof GAMES)[number];

const name = (game: Game): string => `lesson.${game}`;

export const leftAt = (game: Game): string | null => kept(name(game));
export const leave = (game: Game, table: string): void => keep(name(game), table);
export const isLesson = (table: string): boolean => GAMES.some((game) => leftAt(game) === table);
