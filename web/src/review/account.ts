// From the start to the end in whole tenths of a percentage point, so that what is shown adds up as it is shown.
import type { Part, Seat } from "./looked";

export interface Account {
  start: number;
  parts: Part[];
  end: number;
}

/** What rounding leaves over goes to the part that already takes what the values do not know exactly. */
const REST: Part["name"][] = ["residual", "luck"];

const tenths = (share: number): number => Math.round(1000 * share);

export function account(seat: Seat): Account {
  const [start, end] = [tenths(seat.initial), tenths(seat.final)];
  const parts = seat.parts.map((part) => ({ ...part, value: tenths(part.value) }));
  const rest = parts.find((part) => REST.includes(part.name));
  if (rest) rest.value += end - start - parts.reduce((sum, part) => sum + part.value, 0);
  return { start, parts, end };
}
