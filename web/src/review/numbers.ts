// Chances and differences of chances, as the language of the page writes them.
import { percent, points as signed } from "../texts/format";
import { t, texts } from "../texts/texts.svelte";

export const chance = (share: number, digits = 1): string => percent(texts.language, share, digits);

/** A difference in percentage points, with a real minus. */
export function change(share: number, digits = 1): string {
  return signed(texts.language, share, digits).replace("-", "−");
}

/** The same with the word. */
export const points = (share: number): string => t("web.review.points", { number: change(share) });

/** How far something may be off: no sign. */
export const margin = (share: number): string => t("web.review.points", { number: change(share).replace("+", "") });
