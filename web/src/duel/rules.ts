// The switches of a duel: where the printed rulebooks differ.
import { t } from "../texts/texts.svelte";

export type Rules = Record<string, string>;

/** Only a matter of how the sheet is kept. */
const DISPLAYED = ["bookkeeping"];

/** What a switch is set to, in words. */
export function setTo(name: string, value: string): string {
  return t(`switch.${name}-${value.replaceAll(" ", "-")}`);
}

/** What these rules say wherever rulebooks differ, for the table. */
export function inALine(rules: Rules): string {
  const deciding = Object.entries(rules).filter(([name]) => !DISPLAYED.includes(name));
  return deciding.map(([name, value]) => setTo(name, value)).join(" · ");
}
