// What was said besides the game, in words.
import { type Aside, isGesture } from "../table/asides.svelte";
import type { Table } from "../table/table.svelte";
import type { Words } from "./words";

export function asideText({ seat, what, bot }: Aside, table: Table, words: Words): string {
  const { say } = words;
  const colour = words.seat(seat);
  if (isGesture(what)) return say("web.gesture.said", { who: table.view.seats[seat]?.name ?? colour, gesture: say(`web.gesture.${what}`) });
  if (what === "left") return say("web.race.left", { colour });
  return say(bot ? "web.race.bot-took-over" : "web.race.took-over", { colour });
}
