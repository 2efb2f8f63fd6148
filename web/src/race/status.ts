// One line: what is to be done now, and by whom.
import type { Table } from "../table/table.svelte";
import type { RaceState } from "./state";
import { choices, throwSize } from "./steps";
import type { Words } from "./words";

export function status(table: Table, race: RaceState, words: Words): string {
  const { view, legal } = table;
  const { say } = words;
  if (view.stage === "gathering") return say(view.seats.every((seat) => seat.taken) ? "web.race.begins" : "web.race.gathering");
  const last = table.steps.at(-1);
  const told = last ? words.sentences(last).join(" ") : "";
  if (table.isTelling) return told;
  if (view.stage === "over") return view.result ? words.result(view.result.result, view.result.reason) : told;
  const colour = words.seat(view.to_move ?? race.seat);
  if (view.to_move === null) return toThrow(legal, race, words, colour);
  const seat = view.seats[view.to_move];
  if (legal.length) return say("web.race.your-turn", { ask: say(question(legal, race), { colour }) });
  if (!seat?.taken) return say("web.race.waiting-seat", { colour });
  if (seat.bot) return say("web.race.thinking", { colour });
  return seat.name && !seat.yours ? say("web.race.waiting-name", { colour, name: seat.name }) : say("web.race.waiting", { colour });
}

function toThrow(legal: readonly string[], race: RaceState, words: Words, colour: string): string {
  const { throws } = choices(legal);
  if (!legal.length) return words.say("web.race.falling");
  if (race.phase === "stones") return words.say("web.race.draw");
  if (race.phase === "roll-off") return words.say("web.race.throw-start", { colour });
  return words.say("web.race.throw", { colour, count: throwSize(throws) || 5 - race.dice.length });
}

function question(legal: readonly string[], race: RaceState): string {
  if (race.phase === "perfection" || race.phase === "end") return `dragon.ask.${race.phase}`;
  const found = choices(legal);
  if (found.rerolls.size) return found.plain.has("pass") ? "dragon.ask.stuck" : "dragon.ask.reroll";
  return found.plain.has("pass") ? "web.race.no-move" : "dragon.ask.move";
}
