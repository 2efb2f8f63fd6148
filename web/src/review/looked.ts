// What the server says about a game it has looked at, in one form for both games. Curve, figures and lists all come from here.
import type { Colour } from "../race/state";

export const GRAVE = ["blunder", "mistake", "inaccuracy"] as const;
export type Grave = (typeof GRAVE)[number];
export type Mark = Grave | "good" | "best";

export type Reason = { kind: string } & Record<string, unknown>;

export interface Decision {
  best: string;
  /** What it cost its mover, as a share of 1. */
  loss: number;
  forced: boolean;
  mark: Mark;
  reasons: Reason[];
}

export interface Moment {
  /** How many steps are taken when it is over: where the replay shows it. */
  at: number;
  /** The round, or the turn; 0 before the first one. */
  when: number;
  seat: number;
  step: string;
  /** The chances of every seat after it. */
  values: number[];
  /** What chance gave every seat. */
  luck: number[];
  decision: Decision | null;
}

export interface Part {
  name: "luck" | "own-luck" | "rivals-luck" | "skill" | "own-skill" | "rivals" | "residual";
  value: number;
}

export interface Seat {
  colour: Colour | null;
  initial: number;
  final: number;
  /** What led from the one to the other; together they are the difference. */
  parts: Part[];
  accuracy: number;
  decisions: number;
  marks: Record<Mark, number>;
  luckiest: Moment | null;
  unluckiest: Moment | null;
}

export interface Looked {
  seats: Seat[];
  moments: Moment[];
  /** How far a value may be off. */
  error: number;
  /** A judge estimates it; otherwise tables know it. */
  isEstimate: boolean;
  /** Nobody has won: the agreed turns were over. */
  isStopped: boolean;
}

interface Figures {
  initial: number;
  final: number;
  luck: number;
  skill: number;
  accuracy: number;
  decisions: number;
  marks: Record<Mark, number>;
  luckiest: number | null;
  unluckiest: number | null;
}

type Told<T> = ({ kind: "chance"; step: string } & T) | ({ kind: "decision"; step: string } & T & Decision);

export interface DuelJson extends Figures {
  error: number;
  steps: Told<{ round: number; value: number; luck: number }>[];
}

export interface RaceJson {
  players: Colour[];
  result: string;
  error: number;
  seats: (Figures & { colour: Colour; own_luck: number; rivals_luck: number; rivals: number; residual: number })[];
  steps: Told<{ turn: number; colour: Colour; values: number[]; luck?: number[] }>[];
}

export function lookedAt(json: DuelJson | RaceJson): Looked {
  return "players" in json ? race(json) : duel(json);
}

function duel(json: DuelJson): Looked {
  const moments = json.steps.map((told, index) => ({
    at: index + 1, when: told.round, seat: 0, step: told.step, values: [told.value], luck: [told.luck], decision: decision(told),
  }));
  const parts: Part[] = [{ name: "luck", value: json.luck }, { name: "skill", value: json.skill }];
  return { seats: [seat(null, json, parts, moments)], moments, error: json.error, isEstimate: false, isStopped: false };
}

function race(json: RaceJson): Looked {
  const nothing = json.players.map(() => 0);
  const moments = json.steps.map((told, index) => ({
    at: index + 1, when: told.turn, seat: json.players.indexOf(told.colour), step: told.step, values: told.values,
    luck: told.luck ?? nothing, decision: decision(told),
  }));
  const seats = json.seats.map((one) => {
    const parts: Part[] = [
      { name: "own-luck", value: one.own_luck }, { name: "rivals-luck", value: one.rivals_luck }, { name: "own-skill", value: one.skill },
      { name: "rivals", value: one.rivals }, { name: "residual", value: one.residual },
    ];
    return seat(one.colour, one, parts, moments);
  });
  return { seats, moments, error: json.error, isEstimate: true, isStopped: json.result.startsWith("unfinished") };
}

function decision(told: Told<object>): Decision | null {
  if (told.kind === "chance") return null;
  const { best, loss, forced, mark, reasons } = told;
  return { best, loss, forced, mark, reasons };
}

function seat(colour: Colour | null, figures: Figures, parts: Part[], moments: Moment[]): Seat {
  const { initial, final, accuracy, decisions, marks } = figures;
  const moment = (index: number | null): Moment | null => (index === null ? null : (moments[index] ?? null));
  return { colour, initial, final, parts, accuracy, decisions, marks, luckiest: moment(figures.luckiest), unluckiest: moment(figures.unluckiest) };
}

export type Marked = Moment & { decision: Decision & { mark: Grave } };

/** Somebody's decisions that are marked, in the order of play. */
export function marked(looked: Looked, seat: number): Marked[] {
  return looked.moments.filter((one): one is Marked => one.seat === seat && isGrave(one.decision?.mark));
}

export function isGrave(mark: Mark | undefined): mark is Grave {
  return (GRAVE as readonly (Mark | undefined)[]).includes(mark);
}

/** Somebody's chances before the first step and after each one. */
export function curve(looked: Looked, seat: number): number[] {
  return [looked.seats[seat]!.initial, ...looked.moments.map((moment) => moment.values[seat]!)];
}
