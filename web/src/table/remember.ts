// The log of a table, kept where the service worker looks while the server is away: with the last view belongs the whole log.
import { address, type Answer, type Entry } from "../api/client";

const SEEN = "niten-seen"; // as in worker/sw.js

export function remember(table: string, entries: readonly Entry[]): void {
  if (!globalThis.navigator?.serviceWorker?.controller || !globalThis.caches) return;
  const answer: Answer = { number: entries.at(-1)?.number ?? 0, entries: [...entries] };
  const stored = new Response(JSON.stringify(answer), { headers: { "Content-Type": "application/json" } });
  void caches.open(SEEN).then((cache) => cache.put(address(`/tables/${table}/entries`), stored)).catch(() => undefined);
}
