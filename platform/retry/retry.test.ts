import { expect, it, vi } from "vitest";
import { createBackoff, retry } from "./retry.ts";

const quick = { firstPauseMs: 1, maxPauseMs: 2 };

it("tries until it works", async () => {
  const attempt = vi
    .fn(async () => "done")
    .mockRejectedValueOnce(new Error("1"))
    .mockRejectedValueOnce(new Error("2"));
  const onFailure = vi.fn();
  const signal = new AbortController().signal;
  expect(await retry(attempt, { signal, onFailure, ...quick })).toBe("done");
  expect(onFailure.mock.calls.map(([error]) => String(error))).toEqual(["Error: 1", "Error: 2"]);
});

it("gives up at once on a failure that waiting can't mend", async () => {
  const attempt = vi.fn(() => Promise.reject(new TypeError("wrong")));
  const options = {
    signal: new AbortController().signal,
    onFailure: () => {},
    isFinal: (e: unknown) => e instanceof TypeError,
  };
  await expect(retry(attempt, { ...options, ...quick })).rejects.toThrow("wrong");
  expect(attempt).toHaveBeenCalledOnce();
});

it("ends with the signal, in the middle of a pause", async () => {
  const ending = new AbortController();
  const waiting = retry(() => Promise.reject(new Error("never")), {
    signal: ending.signal,
    onFailure: () => setImmediate(() => ending.abort(new Error("stopped"))),
    firstPauseMs: 60_000,
  });
  await expect(waiting).rejects.toThrow("stopped");
});

it("waits twice as long each time, up to the maximum", async () => {
  vi.useFakeTimers();
  try {
    const backoff = createBackoff(100, 300, () => 1);
    const { signal } = new AbortController();
    for (const ms of [100, 200, 300, 300]) {
      let over = false;
      const pause = backoff.pause(signal).then(() => (over = true));
      await vi.advanceTimersByTimeAsync(ms - 1);
      expect(over).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      await pause;
    }
  } finally {
    vi.useRealTimers();
  }
});
