// Typing goes down the printed page. Rows are marked with `data-row`, fields with `data-field`.

/** Enter: the next row; down and up: the same field there; a blank, where none can be typed: the next field. */
export function move(event: KeyboardEvent): void {
  const field = event.target;
  if (!(field instanceof HTMLElement) || field.dataset["field"] === undefined) return;
  if (event.key !== "Enter" && field instanceof HTMLTextAreaElement) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const next = WAYS[event.key]?.(field);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

const WAYS: Record<string, (field: HTMLElement) => HTMLElement | undefined> = {
  Enter: (field) => across(field, 1, 0),
  ArrowDown: (field) => across(field, 1),
  ArrowUp: (field) => across(field, -1),
  " ": (field) => (field.dataset["words"] === undefined ? along(field) : undefined),
};

const page = (field: Element): Element => field.closest("[data-sheets]")!;
const fieldsIn = (within: Element): HTMLElement[] =>
  [...within.querySelectorAll<HTMLElement>("[data-field]")].filter((one) => one.checkVisibility());

function across(field: HTMLElement, way: 1 | -1, column?: number): HTMLElement | undefined {
  const rows = [...page(field).querySelectorAll("[data-row]")].filter((row) => fieldsIn(row).length);
  const at = rows.findIndex((row) => row.contains(field));
  const row = rows[at + way];
  if (!row) return undefined;
  const fields = fieldsIn(row);
  return fields[Math.min(column ?? fieldsIn(rows[at]!).indexOf(field), fields.length - 1)];
}

function along(field: HTMLElement): HTMLElement | undefined {
  const fields = fieldsIn(page(field));
  return fields[fields.indexOf(field) + 1];
}
