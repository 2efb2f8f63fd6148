// Who is at a table besides bots.
import type { TableView } from "../api/client";

/** Whether somebody else, a person, sits there. */
export const hasOthers = (view: TableView): boolean => view.seats.some((seat) => seat.taken && !seat.bot && !seat.yours);
