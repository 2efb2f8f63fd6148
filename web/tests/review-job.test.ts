// Long work of the server, followed: with a server that answers, one that is away, and one that refuses.
import { beforeEach, expect, test, vi } from "vitest";
import { ask, Away, get, type Job, post, Refused } from "../src/api/client";
import { Followed } from "../src/review/job.svelte";
import { keep, kept } from "../src/table/kept";

vi.mock("../src/api/client", () => ({
  Away: class extends Error {},
  Refused: class extends Error {
    constructor(readonly code: string, message: string, readonly detail: object, readonly status: number) {
      super(message);
    }
  },
  ask: vi.fn(async () => null),
  get: vi.fn(),
  post: vi.fn(),
}));

const job = (state: Job["state"], progress = 0, result: Job["result"] = null): Job => ({ id: "j", kind: "review", state, progress, result });

beforeEach(() => {
  vi.resetAllMocks();
  vi.useFakeTimers();
  vi.mocked(ask).mockResolvedValue(null);
  keep("review.t", "");
});

async function until(isDone: () => boolean): Promise<void> {
  for (let turn = 0; turn < 100 && !isDone(); turn++) await vi.advanceTimersByTimeAsync(500);
  expect(isDone()).toBe(true);
}

test("it is followed to its end, also while the server is away for a moment", async () => {
  vi.mocked(post).mockResolvedValueOnce(job("open"));
  vi.mocked(get)
    .mockResolvedValueOnce(job("running", 0.4))
    .mockRejectedValueOnce(new Away())
    .mockRejectedValueOnce(new Refused("storage-away", "", {}, 503))
    .mockResolvedValueOnce(job("done", 1, { luck: 0.1 }));
  const followed = new Followed<{ luck: number }>("/tables/t/review", "review.t");
  void followed.start();
  await until(() => followed.progress === 0.4);
  await until(() => followed.isAway);
  expect(followed.isUnderWay).toBe(true);
  await until(() => followed.state === "done");
  expect([followed.result, followed.isAway]).toEqual([{ luck: 0.1 }, false]);
  expect(kept("review.t")).toBe("j");
});

test("a page that is loaded anew finds its job again, unless there is nothing to find", async () => {
  keep("review.t", "j");
  vi.mocked(get).mockResolvedValueOnce(job("done", 1, {}));
  const found = new Followed("/tables/t/review", "review.t");
  await found.start();
  expect([found.state, vi.mocked(post).mock.calls.length]).toEqual(["done", 0]);
  vi.mocked(get).mockRejectedValueOnce(new Refused("no-such-job", "", {}, 404));
  vi.mocked(post).mockResolvedValueOnce(job("done", 1, {}));
  await new Followed("/tables/t/review", "review.t").start();
  expect(vi.mocked(post).mock.calls.length).toBe(1);
});

test("a refusal is said, and it can be asked again", async () => {
  vi.mocked(post).mockRejectedValueOnce(new Refused("refused", "There are no hints here.", {}, 409));
  const followed = new Followed("/tables/t/hints");
  await followed.start();
  expect([followed.state, followed.problem]).toEqual(["failed", "There are no hints here."]);
  vi.mocked(post).mockResolvedValueOnce(job("failed", 0, { code: "job-crashed" }));
  await followed.start();
  expect([followed.state, followed.problem]).toEqual(["failed", ""]);
});

test("what is called off stays so, whatever still comes", async () => {
  vi.mocked(post).mockResolvedValueOnce(job("running"));
  vi.mocked(get).mockResolvedValue(job("done", 1, {}));
  const followed = new Followed("/tables/t/hints");
  void followed.start();
  await vi.advanceTimersByTimeAsync(10);
  await followed.cancel();
  await vi.advanceTimersByTimeAsync(5000);
  expect([followed.state, followed.result]).toEqual(["cancelled", null]);
  expect(ask).toHaveBeenCalledWith("DELETE", "/jobs/j");
});
