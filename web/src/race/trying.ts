// Something asked of a table besides a step. What goes wrong is said where the table says it.
import type { Table } from "../table/table.svelte";

export async function tryAt(table: Table, ask: () => Promise<unknown>): Promise<void> {
  table.problem = null;
  try {
    await ask();
    await table.refresh();
  } catch (error) {
    table.problem = said(error);
  }
}

export const said = (error: unknown): string => (error instanceof Error ? error.message : String(error));
