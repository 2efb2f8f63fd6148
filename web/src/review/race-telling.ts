// A race in words, as far as the review needs them.
import { type Element, isElement, type RaceSetup } from "../race/state";
import { faces, Words } from "../race/words";
import { decimal } from "../texts/format";
import { t, texts } from "../texts/texts.svelte";
import type { Reason } from "./looked";
import { chance, points } from "./numbers";
import type { Telling } from "./telling";

/** A decision of a race, as somebody would say it. */
export function raceMove(step: string, words: Words): string {
  const [verb = "", ...rest] = step.split(" ");
  if (verb === "reroll" || verb === "eye") return words.say(`web.review.move.${verb}`, { dice: words.dice(rest) });
  const [path = "", first = "", second = ""] = rest;
  const details = isElement(path) ? { element: words.element(path), path: words.say(`dragon.path.${path}`) } : {};
  const both = first ? { first: words.colour(first), second: words.colour(second) } : {};
  return words.say(`web.review.move.${verb}`, { ...details, ...both });
}

function raceReason(reason: Reason, words: Words): string {
  const details: Record<string, unknown> = { ...reason };
  for (const [name, value] of Object.entries(reason)) {
    const told = String(value);
    switch (name) {
      case "path":
        details["path"] = t(`dragon.path.${told}`);
        details["element"] = words.element(told);
        break;
      case "from":
      case "to":
        details[name] = words.space(reason["path"] as Element, Number(value), "bare");
        break;
      case "colour":
        details["colour"] = words.colour(told);
        break;
      case "colours":
        details["colours"] = faces(told).map((one) => words.colour(one)).join(", ");
        break;
      case "dice":
        details["dice"] = words.dice(faces(told));
        details["element"] = words.element(faces(told)[0] ?? "");
        break;
      case "power":
        details["power"] = t(`dragon.power.${told}`);
        break;
      case "chance":
        details["chance"] = chance(Number(value), 0);
        break;
      case "average":
        details["average"] = decimal(texts.language, Number(value), 1);
        break;
      case "share":
        details["points"] = points(Number(value));
    }
  }
  return t(`dragon.reason.${reason.kind}`, details);
}

export function raceTelling(setup: RaceSetup): Telling {
  const words = new Words(t, setup);
  return {
    title: () => t("web.race.title"),
    result: (result, reason) => words.result(result, reason),
    sentences: (entry) => words.sentences(entry),
    move: (step) => raceMove(step, words),
    reason: (reason) => raceReason(reason, words),
    when: (number) => (number ? t("web.review.in-turn", { number }) : t("web.review.before-turns")),
    axis: () => t("web.review.axis-turns"),
  };
}
