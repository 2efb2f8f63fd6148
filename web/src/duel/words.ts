// A duel in words: the same sentences as in the terminal, from the same catalogue.
import type { Happening } from "../api/client";
import { t } from "../texts/texts.svelte";
import type { Reward } from "./state";

/** What a step did, one sentence for each thing that happened. */
export function sentence(event: Happening, name: string): string {
  const details: Record<string, unknown> = { ...event };
  if (Array.isArray(details["dice"])) details["dice"] = details["dice"].join(" ");
  switch (event.kind) {
    case "over":
      return ending(String(event["ending"]), name);
    case "injury-roll": {
      const zone = Number(event["zone"]);
      const kind = { 1: "injury-dodged", 12: "injury-beheaded" }[zone] ?? "injury-roll";
      return t(`samurai.event.${kind}`, { ...details, place: t(`samurai.zone.${zone}`) });
    }
    case "wound":
      return t("samurai.event.wound", { ...details, text: t(`samurai.wound.${event["wound"]}`) });
    default:
      return t(`samurai.event.${event.kind}`, details);
  }
}

export function ending(words: string, name: string): string {
  return t(`samurai.ending.${words.replace(" ", "-")}`, { name });
}

/** A harm in short, as it is printed: −4 ♥, −2 Ki. */
export function harm(effect: string | undefined): string {
  if (!effect) return t("samurai.short.none");
  const [kind, amount] = /^(.*?)(?: (\d+))?$/.exec(effect)!.slice(1);
  if (kind === "level") return t(`samurai.short.level-${amount}`);
  return t(`samurai.short.${kind!.replace(" ", "-")}`, { amount });
}

/** The same in full, for one who hears it. */
export function harmInFull(effect: string | undefined): string {
  if (!effect) return t("web.duel.effect-none");
  const [kind, amount] = /^(.*?)(?: (\d+))?$/.exec(effect)!.slice(1);
  if (kind === "level") return t("web.duel.effect-level", { level: amount });
  return t(`web.duel.effect-${kind!.replace(" ", "-")}`, { count: Number(amount) });
}

export function reward(row: Reward): string {
  return t(`samurai.reward.${row.reward}`, { amount: row.amount });
}
