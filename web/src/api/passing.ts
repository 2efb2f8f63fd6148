import { Away, Refused } from "./client";

/** Whether it is worth asking again: nobody answered, or the server says to come back later. */
export function isPassing(error: unknown): boolean {
  return error instanceof Away || (error instanceof Refused && (error.status === 503 || error.code === "limited"));
}
