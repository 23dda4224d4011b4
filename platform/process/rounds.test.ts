import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startRounds } from "./rounds.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const everyMs = 1000;

test("a round at once, then one for each interval, until stopped", async () => {
  const round = vi.fn(async () => undefined);
  const { stop } = startRounds(everyMs, round, vi.fn());
  expect(round).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2 * everyMs);
  expect(round).toHaveBeenCalledTimes(3);
  await stop();
  await vi.advanceTimersByTimeAsync(2 * everyMs);
  expect(round).toHaveBeenCalledTimes(3);
});

test("a failed round is told, and the next one comes", async () => {
  const failed = new Error("away");
  const [round, onError] = [vi.fn().mockRejectedValueOnce(failed).mockResolvedValue(undefined), vi.fn()];
  const { stop } = startRounds(everyMs, round, onError);
  await vi.advanceTimersByTimeAsync(everyMs);
  await stop();
  expect(onError.mock.calls).toEqual([[failed]]);
  expect(round).toHaveBeenCalledTimes(2);
});

test("a round that takes long is alone, and waited for at the end", async () => {
  let finish = (): void => undefined;
  const round = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  const { stop } = startRounds(everyMs, round, vi.fn());
  await vi.advanceTimersByTimeAsync(3 * everyMs);
  expect(round).toHaveBeenCalledTimes(1);
  const ended = vi.fn();
  const stopping = stop().then(ended);
  await vi.advanceTimersByTimeAsync(everyMs);
  expect(ended).not.toHaveBeenCalled();
  finish();
  await stopping;
});
