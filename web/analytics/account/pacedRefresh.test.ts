import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pacedRefresh } from "./pacedRefresh.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const takes = (ms: number) =>
  vi.fn(() => new Promise<void>((resolve, reject) => setTimeout(ms > 500 ? reject : resolve, ms)));

it("asks again after a pause of nine times as long as an answer took, once for all calls meanwhile", async () => {
  const ask = takes(100);
  const { refresh } = pacedRefresh(ask);
  void refresh();
  for (let i = 0; i < 5; i++) void refresh();
  await vi.advanceTimersByTimeAsync(999);
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2);
  expect(ask).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(5000);
  expect(ask).toHaveBeenCalledTimes(2);
  void refresh();
  expect(ask).toHaveBeenCalledTimes(3);
});

it("goes on after a failure, and not after its end", async () => {
  const ask = takes(600);
  const { refresh, stop } = pacedRefresh(ask);
  void refresh();
  await vi.advanceTimersByTimeAsync(10_000);
  void refresh();
  void refresh();
  expect(ask).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(700);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(2);
});

it("keeps its pace after an end during a query", async () => {
  const ask = takes(100);
  const { refresh, stop } = pacedRefresh(ask);
  void refresh();
  stop();
  await vi.advanceTimersByTimeAsync(50);
  void refresh();
  // The first query ends at 100 ms and the second at 150 ms: the next one may begin at 1050 ms.
  await vi.advanceTimersByTimeAsync(100);
  void refresh();
  await vi.advanceTimersByTimeAsync(899);
  expect(ask).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(2);
  expect(ask).toHaveBeenCalledTimes(3);
});
