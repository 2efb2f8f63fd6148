// A new table, or the rematch of one. Its links are told once, so this browser keeps them.
import { type NewTable, post, type Schemas, type TableAsked } from "../api/client";
import { keep, kept } from "./kept";

export type TableLinks = Schemas["Links"];

export async function openTable(asked: TableAsked): Promise<string> {
  return opened(await post<NewTable>("/tables", asked));
}

export async function openAgain(table: string): Promise<string> {
  return opened(await post<NewTable>(`/tables/${table}/again`));
}

/** From a finished game, after so many steps, at a table that does not count. */
export async function openPractice(table: string, asked: Schemas["PracticeAsked"]): Promise<string> {
  return opened(await post<NewTable>(`/tables/${table}/practice`, asked));
}

/** Other links: the old ones are good for nothing from then on. */
export async function renewLinks(table: string): Promise<TableLinks> {
  const links = await post<TableLinks>(`/tables/${table}/links`);
  keep(`links.${table}`, JSON.stringify(links));
  return links;
}

export function linksOf(table: string): TableLinks | null {
  return JSON.parse(kept(`links.${table}`) ?? "null") as TableLinks | null;
}

function opened({ table, links }: NewTable): string {
  keep(`links.${table.id}`, JSON.stringify(links));
  return table.id;
}
