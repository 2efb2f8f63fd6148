// The server, asked. Every refusal is an error with a stable code and a sentence to show.
import { keep, kept } from "../table/kept";
import { t } from "../texts/texts.svelte";
import type { components } from "./schema";

export type Schemas = components["schemas"];
export type TableView = Schemas["TableView"];
export type NewTable = Schemas["NewTable"];
export type TableAsked = Partial<Schemas["TableAsked"]> & Pick<Schemas["TableAsked"], "game" | "setup">;
export type TableRow = Schemas["TableRow"];
/** The games these pages show: a server may have others. */
const SHOWN: readonly string[] = ["samurai", "dragon"];
export const isShown = (row: TableRow): boolean => SHOWN.includes(row.game);
export type Games = Schemas["GamesView"];
export type Daily = Schemas["DailyView"];
export type Job = Schemas["JobView"];
export type Profile = Schemas["ProfileView"];

/** A thing that happened, in no language. */
export type Happening = { kind: string } & Record<string, unknown>;

/** An entry of the log; beside what every entry has, what those of some kinds have. */
export type Entry = Pick<Schemas["EntryView"], "number" | "kind" | "at" | "stage" | "to_move"> & {
  seat?: number | null;
  step?: string;
  bot?: string | null;
  events?: Happening[];
  changed?: Record<string, unknown>;
  table?: string;
};

export type Answer = Omit<Schemas["Answer"], "entries"> & { entries: Entry[] };

export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly detail: Record<string, unknown>,
    readonly status: number,
  ) {
    super(message);
  }
}

/** Nothing came back: the server, or the way to it, is away. */
export class Away extends Error {
  constructor(cause?: unknown) {
    super(t("web.app.away"), { cause });
  }
}

/** Where the app lives: empty, or a sub-path. */
export const ROOT = document.documentElement.dataset["root"] ?? "";
const API = `${ROOT}/api/v1`;

export function address(path: string): string {
  return API + path;
}

let language = "en";
export function speak(wanted: string): void {
  language = wanted;
}

async function send(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = { "Accept-Language": language };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const content = body === undefined ? null : JSON.stringify(body);
  try {
    return await fetch(API + path, { method, headers, body: content, signal: signal ?? null });
  } catch (error) {
    throw new Away(error);
  }
}

/** Ask, until `signal` says that nobody waits any more; who is not known yet is made known first. */
export async function ask<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const response = await answered(method, path, body, signal);
  return response.status === 204 ? (undefined as T) : ((await content(response)) as T);
}

/** Ask for a file: its name, and what is in it. */
export async function file(method: string, path: string, body?: unknown): Promise<{ name: string; content: Blob }> {
  const response = await answered(method, path, body);
  const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
  return { name: name ?? "niten", content: await response.blob() };
}

/** The answer that is none of the refusals. */
async function answered(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  if (!kept("known")) await known();
  let response = await send(method, path, body, signal);
  if (response.status === 401) {
    await known();
    response = await send(method, path, body, signal);
  }
  if (response.ok) return response;
  const { code, message, detail } = (await content(response)) as Schemas["Refusal"];
  throw new Refused(code, message, detail, response.status);
}

async function content(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    throw new Away(response.status);
  }
}

export const get = <T>(path: string, signal?: AbortSignal): Promise<T> => ask<T>("GET", path, undefined, signal);
export const post = <T>(path: string, body: unknown = {}): Promise<T> => ask<T>("POST", path, body);

let making: Promise<unknown> | null = null;
/** One profile, however many ask at once, here and in other windows: whoever has one keeps it. */
function known(): Promise<unknown> {
  const make = async (): Promise<void> => {
    if ((await send("POST", "/profile")).ok) keep("known", "yes");
  };
  // Where there are no locks (plain http to another machine) two first windows at once are two players.
  making ??= (navigator.locks?.request("niten.known", make) ?? make()).finally(() => (making = null));
  return making;
}

export async function text(path: string): Promise<string> {
  const response = await send("GET", path);
  if (!response.ok) throw new Away(response.status);
  return response.text();
}
