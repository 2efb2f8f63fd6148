// The desk of the designer: typed, checked by the server, kept, taken back.
import { beforeEach, expect, test, vi } from "vitest";
import { Away, post, Refused } from "../src/api/client";
import { type Check, Design } from "../src/design/design.svelte";
import { toData } from "../src/design/draft";
import { keep, kept } from "../src/table/kept";

vi.mock("../src/api/client", () => ({
  Away: class extends Error {},
  Refused: class extends Error {
    constructor(readonly code: string, message: string, readonly detail: object, readonly status: number) {
      super(message);
    }
  },
  post: vi.fn(),
}));

const check = (...problems: [string, string][]): Check => ({
  problems: problems.map(([where, expected]) => ({ where, expected, code: "number", message: `${where}: ${expected}` })),
  duel: problems.length ? null : {},
  profile: [],
});

const asked = (): Record<string, unknown> => (vi.mocked(post).mock.lastCall![1] as { duel: Record<string, unknown> }).duel;

beforeEach(() => {
  vi.resetAllMocks();
  vi.useFakeTimers();
  vi.mocked(post).mockResolvedValue(check());
  keep("design", "");
});

test("the server is asked when nothing more is typed for a moment, and about what stands there then", async () => {
  const design = new Design();
  await vi.advanceTimersByTimeAsync(0);
  expect([post, design.isFine]).toEqual([expect.toSatisfy((one: typeof post) => vi.mocked(one).mock.calls.length === 1), true]);
  for (const typed of ["1", "10", "100"]) {
    design.draft.health = typed;
    design.typed();
    await vi.advanceTimersByTimeAsync(100);
    expect(design.isFine).toBe(false);
  }
  await vi.advanceTimersByTimeAsync(100);
  expect([vi.mocked(post).mock.calls.length, asked()["health"], design.isFine]).toEqual([2, 100, true]);
});

test("an answer about what stood there before counts no longer", async () => {
  let late = (_: Check): void => undefined;
  vi.mocked(post).mockReturnValueOnce(new Promise((done) => (late = done as typeof late)));
  const design = new Design();
  await vi.advanceTimersByTimeAsync(0);
  design.draft.health = "5";
  design.typed();
  late(check(["health", "old"]));
  await vi.advanceTimersByTimeAsync(200);
  expect([design.isFine, design.told.size]).toEqual([true, 0]);
});

test("what is wrong, what is empty, and what belongs nowhere", async () => {
  vi.mocked(post).mockResolvedValue(check(["health", "a number"], ["lines 7.defense", "a number"], ["colour", "no such key"]));
  const design = new Design();
  design.draft.health = "many";
  design.typed();
  await vi.advanceTimersByTimeAsync(200);
  expect([...design.told]).toEqual([["health", { text: "a number", isOpen: false }], ["lines 7.defense", { text: "a number", isOpen: true }]]);
  expect([design.wrong, design.open, design.others]).toEqual([2, 1, ["colour: no such key"]]);
});

test("an empty field in which something is typed is no mistake before the server says so", async () => {
  vi.mocked(post).mockResolvedValue(check(["health", "a number"]));
  const design = new Design();
  await vi.advanceTimersByTimeAsync(0);
  design.draft.health = "1";
  design.typed();
  expect([design.wrong, design.open]).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(200);
  expect([design.wrong, design.open]).toEqual([1, 0]);
});

test("a server that is away is asked again; what it refuses is said", async () => {
  vi.mocked(post).mockRejectedValueOnce(new Away("away"));
  const design = new Design();
  await vi.advanceTimersByTimeAsync(0);
  expect(design.trouble).toBe("away");
  await vi.advanceTimersByTimeAsync(3000);
  expect([design.trouble, design.isFine]).toEqual([null, true]);
  vi.mocked(post).mockRejectedValueOnce(new Refused("too-large", "too much", {}, 413));
  design.typed();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([design.trouble, vi.mocked(post).mock.calls.length]).toEqual(["too much", 3]);
});

test("the next visit finds what was typed, and what can be taken back", () => {
  const design = new Design();
  design.draft.name = "Oda";
  design.typed();
  design.settle();
  design.draft.name = "Oda N";
  design.typed();
  const later = new Design();
  expect(later.draft.name).toBe("Oda N");
  later.takeBack();
  later.takeBack();
  expect([later.draft.name, later.canTakeBack]).toEqual(["", false]);
});

test.each(["{", "null", '{"version": 1, "draft": {}, "past": []}', '{"version": 99}', '{"version": 1, "draft": null}'])("what this browser remembers may be anything: %s", (memory) => {
  keep("design", memory);
  expect(new Design().draft.lines.length).toBe(18);
});

test("edits are taken back one by one, and other duels as a whole", () => {
  const design = new Design();
  const empty = toData(design.draft);
  design.put({ name: "Oda", health: 10 });
  design.draft.health = "12";
  design.typed();
  design.settle();
  design.anew();
  expect(toData(design.draft)).toEqual(empty);
  design.takeBack();
  expect([design.draft.name, design.draft.health]).toEqual(["Oda", "12"]);
  design.takeBack();
  expect(design.draft.health).toBe("10");
  design.takeBack();
  expect([toData(design.draft), design.canTakeBack]).toEqual([empty, false]);
  expect(kept("design")).toContain('"version":1');
});

test("there is always a row more to type in", () => {
  const design = new Design();
  const rows = design.draft.player.concentration.length;
  design.draft.resistance[0]![0] = "4";
  design.draft.player.concentration.at(-1)!.price = "50";
  design.typed();
  expect([design.draft.resistance.length, design.draft.player.concentration.length]).toEqual([2, rows + 1]);
});
