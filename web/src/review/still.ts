// A table as it was after some of its steps: for parts of the page that show a table. Nothing can be done at it.
import type { Entry } from "../api/client";
import { Table } from "../table/table.svelte";

export class Still extends Table {
  constructor(table: Table, steps: Entry[]) {
    super(table.id);
    this.view = { ...table.view, legal: [] };
    this.steps = steps;
  }
}
