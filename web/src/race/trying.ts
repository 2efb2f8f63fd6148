// Something asked of a table besides a step. What goes wrong is said where the table says it.
import { Away } from "../api/client";
import type { Table } from "../table/table.svelte";
import { t } from "../texts/texts.svelte";

export async function tryAt(table: Table, ask: () => Promise<unknown>): Promise<void> {
  table.problem = null;
  try {
    await ask();
    await table.refresh();
  } catch (error) {
    table.problem = said(error);
  }
}

export function said(error: unknown): string {
  if (error instanceof Away) return t("web.app.away");
  return error instanceof Error ? error.message : String(error);
}
