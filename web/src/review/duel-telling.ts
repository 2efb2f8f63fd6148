// A duel in words, as far as the review and the coach need them.
import type { Duel } from "../duel/state";
import { ending, reward, sentence } from "../duel/words";
import { decimal } from "../texts/format";
import { t, texts } from "../texts/texts.svelte";
import type { Reason } from "./looked";
import { chance } from "./numbers";
import type { Telling } from "./telling";

/** A decision of a duel, as somebody would say it. */
export function duelMove(step: string, duel: Duel): string {
  const [verb = "", ...words] = step.split(" ");
  const [first, second, third] = words;
  switch (verb) {
    case "dice":
      return t("samurai.move.announce", { count: Number(first) });
    case "place":
      return t("samurai.move.place", { attack: first, defense: second, concentration: third });
    case "raise":
      return t(`samurai.move.raise-${first}`);
    case "again":
      return first ? t("samurai.move.again-one", { face: first }) : t("samurai.move.again");
    case "buy": {
      const row = duel.player.concentration.find(({ price }) => price === Number(first));
      return t("samurai.move.buy", { price: first, reward: row ? reward(row) : "" });
    }
    default:
      return t(`samurai.move.${verb}`, { face: first });
  }
}

function duelReason(reason: Reason): string {
  const details: Record<string, unknown> = { ...reason };
  const isShare = reason.kind.startsWith("cover");
  for (const name of ["mine", "better"]) {
    const number = reason[name];
    if (typeof number === "number") details[name] = isShare ? chance(number, 0) : decimal(texts.language, number, 1);
  }
  return t(`review.reason.${reason.kind}`, details);
}

export function duelTelling(duel: Duel): Telling {
  return {
    title: () => duel.name,
    result: (result, reason) => ending(`${result} ${reason}`, duel.name),
    sentences: (entry) => (entry.events ?? []).map((event) => sentence(event, duel.name)),
    move: (step) => duelMove(step, duel),
    reason: duelReason,
    when: (number) => t("web.review.in-round", { number }),
    axis: () => t("web.review.axis-rounds"),
  };
}
