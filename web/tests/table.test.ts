// A table as the page follows it: with a server whose answers and stream come in any order, twice, late or not at all.
import { beforeEach, expect, test, vi } from "vitest";
import { Away, type Entry, get, post, Refused } from "../src/api/client";
import { keep } from "../src/table/kept";
import { Table } from "../src/table/table.svelte";
import { Stream } from "./stream";

vi.mock("../src/api/client", () => ({
  Away: class extends Error {},
  Refused: class extends Error {
    constructor(readonly code: string, message: string, readonly detail: object, readonly status: number) {
      super(message);
    }
  },
  address: (path: string) => path,
  get: vi.fn(),
  post: vi.fn(),
}));

/** The server: a log, of which it tells what is asked for. */
let log: Entry[];
const state = (): object => log.reduce((folded, entry) => ({ ...folded, ...entry.changed }), { points: 0 });
const view = (): object => ({ number: log.length, state: state(), legal: [`go ${log.length}`], seats: [{ taken: true }], stage: "playing" });

function adds(...kinds: Entry["kind"][]): Entry[] {
  const added = kinds.map((kind, at): Entry => {
    const number = log.length + at + 1;
    return { number, kind, at: 0, stage: "playing", to_move: 0, seat: 0, step: `s${number}`, changed: { points: number } };
  });
  log.push(...added);
  return added;
}

async function opened(): Promise<Table> {
  const table = new Table("t");
  await table.open();
  return table;
}

const told = (table: Table): (string | undefined)[] => table.steps.map((step) => step.step);
const waits = async (): Promise<void> => void (await vi.advanceTimersByTimeAsync(20));

beforeEach(() => {
  vi.resetAllMocks();
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", Stream);
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  Stream.opened.length = 0;
  keep("pace", "off");
  log = [];
  adds("opened", "seated", "began", "step");
  vi.mocked(get).mockImplementation(async (path) => {
    const after = Number(/after=(\d+)/.exec(path)?.[1] ?? 0);
    return path.includes("/entries") ? { number: log.length, entries: log.slice(after) } : view();
  });
});

test("what was before is there at once, and is not told", async () => {
  adds("step", "undone", "step");
  const table = await opened();
  expect(told(table)).toEqual(["s4", "s7"]);
  expect([table.isTelling, table.telling, table.legal]).toEqual([false, null, ["go 7"]]);
  expect(Stream.now.url).toBe("/tables/t/events?after=7");
});

test("an entry counts once, whichever way it comes first", async () => {
  const table = await opened();
  vi.mocked(post).mockImplementationOnce(async () => ({ number: 6, entries: adds("step", "step") }));
  await table.step("go 4");
  log.slice(2).forEach((entry) => Stream.now.tell(entry));
  await waits();
  expect(told(table)).toEqual(["s4", "s5", "s6"]);
  expect([table.shown, table.view.number, table.isMine]).toEqual([{ points: 6 }, 6, true]);
});

test("an entry that comes before its turn waits for it", async () => {
  const table = await opened();
  const [first, second] = adds("step", "step");
  Stream.now.tell(second!);
  await waits();
  expect(told(table)).toEqual(["s4"]);
  [first!, second!].forEach((entry) => Stream.now.tell(entry));
  await waits();
  expect(told(table)).toEqual(["s4", "s5", "s6"]);
});

test.each([
  ["the log is older than the view", 5, 7],
  ["the view is older than the log", 7, 5],
])("nothing is missing when %s", async (_, logged, viewed) => {
  adds("step", "step", "step");
  const all = log;
  const at = async (number: number): Promise<unknown> => {
    log = all.slice(0, number);
    return view();
  };
  vi.mocked(get).mockImplementationOnce(() => at(viewed)).mockImplementationOnce(async () => ({ number: logged, entries: all.slice(0, logged) }));
  const table = await opened();
  log = all;
  expect(Stream.now.url).toBe(`/tables/t/events?after=${logged}`);
  all.slice(logged).forEach((entry) => Stream.now.tell(entry));
  await waits();
  expect(told(table)).toEqual(["s4", "s5", "s6", "s7"]);
  expect(table.shown).toEqual({ points: 7 });
});

test("what is taken back is gone, in the story and on the table", async () => {
  const table = await opened();
  Stream.now.tell(adds("step")[0]!);
  await waits();
  vi.mocked(post).mockImplementationOnce(async () => {
    const [entry] = adds("undone");
    entry!.changed = { points: 4 };
    return { number: 6, entries: [entry!] };
  });
  await table.undo();
  expect(post).toHaveBeenCalledWith("/tables/t/undo", { based_on: 5, key: expect.any(String) });
  await waits();
  expect([told(table), table.shown]).toEqual([["s4"], { points: 4 }]);
});

test("while nobody answers it is sent again, the same with the same key, and nothing else can be done", async () => {
  const table = await opened();
  vi.mocked(post)
    .mockRejectedValueOnce(new Away())
    .mockRejectedValueOnce(new Refused("storage-away", "Later.", {}, 503))
    .mockImplementationOnce(async () => ({ number: 5, entries: adds("step") }));
  const sending = table.step("go 4");
  await waits();
  expect([table.isAway, table.isSending, table.legal]).toEqual([true, true, []]);
  await table.step("something else");
  await vi.advanceTimersByTimeAsync(5000);
  await sending;
  const bodies = vi.mocked(post).mock.calls.map(([, body]) => body as { step: string; key: string });
  expect(bodies.map((body) => body.step)).toEqual(["go 4", "go 4", "go 4"]);
  expect(new Set(bodies.map((body) => body.key)).size).toBe(1);
  expect([table.isAway, told(table), table.problem]).toEqual([false, ["s4", "s5"], null]);
});

test("a refusal is a sentence; who was behind looks again", async () => {
  const table = await opened();
  vi.mocked(post).mockRejectedValueOnce(new Refused("step-illegal", "That is not possible here.", {}, 422));
  await table.step("fly");
  expect([table.problem, table.isMine, table.view.number]).toEqual(["That is not possible here.", true, 4]);
  adds("step");
  vi.mocked(post).mockRejectedValueOnce(new Refused("stale", "The table has moved on.", {}, 409));
  await table.step("go 4");
  expect([table.problem, table.view.number]).toEqual(["The table has moved on.", 5]);
});

test("a page that was asleep reads on from what it had", async () => {
  const table = await opened();
  Stream.now.falls("trying");
  expect([table.isAway, table.isMine]).toEqual([true, false]);
  Stream.now.dispatch("open");
  expect([table.isAway, table.isMine]).toEqual([false, true]);
  Stream.now.falls("closed");
  adds("step", "step");
  vi.mocked(get).mockRejectedValueOnce(new Away());
  await vi.advanceTimersByTimeAsync(4000);
  expect(told(table)).toEqual(["s4", "s5", "s6"]);
  expect([Stream.opened.length, Stream.now.url]).toEqual([2, "/tables/t/events?after=6"]);
  expect(Stream.opened[0]!.readyState).toBe(Stream.CLOSED);
});

test("what happens between the log and the view of one who comes back is heard too", async () => {
  const table = await opened();
  Stream.now.falls("closed");
  vi.mocked(get).mockImplementationOnce(async () => ({ number: 4, entries: [] })).mockImplementationOnce(async () => {
    adds("step");
    return view();
  });
  await vi.advanceTimersByTimeAsync(2000);
  expect(Stream.now.url).toBe("/tables/t/events?after=4");
  Stream.now.tell(log.at(-1)!);
  await waits();
  expect(told(table)).toEqual(["s4", "s5"]);
});

test("a table that is no more says so, and asks no more", async () => {
  const table = await opened();
  Stream.now.falls("closed");
  vi.mocked(get).mockRejectedValue(new Refused("no-such-table", "There is no such table.", {}, 404));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([table.problem, Stream.opened.length]).toEqual(["There is no such table.", 1]);
});

test("entries are told one after the other, at the chosen speed; then something can be done", async () => {
  keep("pace", "full");
  const table = await opened();
  const entries = adds("step", "step", "step");
  entries[1]!.seat = null; // dice need longer to be seen than what somebody did
  entries.forEach((entry) => Stream.now.tell(entry));
  const looks = (): unknown[] => [told(table).length, (table.shown as { points: number }).points, table.telling?.number, table.isMine];
  expect(looks()).toEqual([2, 5, 5, false]);
  await vi.advanceTimersByTimeAsync(320);
  expect(looks()).toEqual([3, 6, 6, false]);
  await vi.advanceTimersByTimeAsync(790);
  expect(looks()).toEqual([3, 6, 6, false]);
  await vi.advanceTimersByTimeAsync(10);
  expect(looks()).toEqual([4, 7, 7, false]);
  await vi.advanceTimersByTimeAsync(320);
  expect(looks()).toEqual([4, 7, undefined, true]);
});

test("a refusal after the telling ends the telling", async () => {
  const table = await opened();
  vi.mocked(get).mockRejectedValueOnce(new Refused("unexpected", "Something went wrong.", {}, 500));
  Stream.now.tell(adds("step")[0]!);
  await waits();
  expect([table.isTelling, table.problem]).toEqual([false, "Something went wrong."]);
});

test("who sits down is seen, and the table is looked at again", async () => {
  const table = await opened();
  Stream.now.dispatch("presence", { seats: [{ taken: true, here: true }], watching: 1 });
  expect(table.presence?.watching).toBe(1);
  const before = vi.mocked(get).mock.calls.length;
  Stream.now.dispatch("presence", { seats: [{ taken: false, here: false }], watching: 0 });
  expect(vi.mocked(get).mock.calls.length).toBe(before + 1);
});

test("whoever leaves hears nothing more", async () => {
  const table = await opened();
  table.close();
  expect(Stream.now.readyState).toBe(Stream.CLOSED);
});
