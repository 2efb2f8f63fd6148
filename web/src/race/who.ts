// Who sits on a seat, in a word or two.
import type { Table } from "../table/table.svelte";
import { t } from "../texts/texts.svelte";

export function who(table: Table, seat: number): string {
  const place = table.view.seats[seat];
  if (!place?.taken) return t("web.race.open-seat");
  if (place.bot) return t(`dragon.seat.${place.bot}`);
  if (table.isLesson && seat > 0) return t("web.learn.other");
  if (place.yours) return t("web.race.you");
  return place.name ?? t("web.race.guest");
}
