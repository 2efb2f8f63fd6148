// What the review says about one step, in words.
import { t } from "../texts/texts.svelte";
import { isGrave, type Moment } from "./looked";
import { margin, points } from "./numbers";
import type { Telling } from "./telling";

const NOTHING = 0.0005; // what is shown as 0.0

export interface Verdict {
  head: string;
  /** What was better, and why; where nothing was, null. */
  better: string | null;
  why: string;
}

/** `seat` is the one whose luck counts. */
export function verdict(moment: Moment, seat: number, telling: Telling): Verdict {
  const { decision } = moment;
  if (!decision) return plain(t("web.review.luck-here", { points: points(moment.luck[seat] ?? 0) }));
  if (decision.forced) return plain(t("web.review.forced"));
  if (decision.mark === "best") return plain(t("web.review.best"));
  const cost = { points: margin(decision.loss) };
  if (!isGrave(decision.mark)) return plain(decision.loss < NOTHING ? t("web.review.as-good") : t("web.review.good", cost));
  return {
    head: t("web.review.cost", { mark: t(`web.review.mark.${decision.mark}`), ...cost }),
    better: telling.move(decision.best),
    why: decision.reasons.map(telling.reason).join(" "),
  };
}

const plain = (head: string): Verdict => ({ head, better: null, why: "" });

/** All of it, said in one go. */
export function spoken({ head, better, why }: Verdict): string {
  return better ? `${head} ${t("web.review.better", { move: better })} ${why}` : head;
}
