import { expect, test, vi } from "vitest";
import type { EngineExit } from "../engines/engine.ts";
import { superviseProcess } from "./superviseProcess.ts";

/** Creates fake children, whose exits are reported when the test chooses. */
function children() {
  const alive = new Set<number>();
  const ends: ((exit: EngineExit) => void)[] = [];
  let last = 0;
  const start = async (onExit: (exit: EngineExit) => void) => {
    last += 1;
    const pid = last;
    alive.add(pid);
    ends.push(onExit);
    const stop = async () => {
      alive.delete(pid);
    };
    return { pid, stop };
  };
  return { alive, ends, start, count: () => last };
}

const stopped: EngineExit = { code: 0, signal: null, expected: true };
const killed: EngineExit = { code: null, signal: "SIGKILL", expected: false };

test("an exit that is reported after a restart does not hide the new process", async () => {
  const { alive, ends, start } = children();
  const supervised = await superviseProcess({ start });
  await supervised.restart();
  ends[0]?.(stopped);
  await supervised.restart();
  expect([...alive]).toEqual([3]);
  await supervised.stop();
  expect([...alive]).toEqual([]);
});

test("a death during a restart starts one new life, not two", async () => {
  const { ends, start, count } = children();
  const supervised = await superviseProcess({ start });
  const restarted = supervised.restart();
  ends[0]?.(killed);
  await restarted;
  expect(count()).toBe(2);
  await supervised.stop();
});

test("a row of deaths is answered ever later, up to five seconds", async () => {
  vi.useFakeTimers();
  try {
    const { ends, start } = children();
    const delays: number[] = [];
    const supervised = await superviseProcess({ start, onDeath: (_, delay) => delays.push(delay) });
    for (let death = 0; death < 9; death += 1) {
      ends[death]?.(killed);
      await vi.advanceTimersByTimeAsync(delays[death] ?? 0);
    }
    expect(delays).toEqual([0, 100, 200, 400, 800, 1600, 3200, 5000, 5000]);
    await vi.advanceTimersByTimeAsync(2001);
    ends[9]?.(killed);
    expect(delays.at(-1)).toBe(0);
    await supervised.stop();
  } finally {
    vi.useRealTimers();
  }
});

test("a start that fails once it has run is tried again", async () => {
  const { ends, start, count } = children();
  let failures = 1;
  const deaths: unknown[] = [];
  const supervised = await superviseProcess({
    start: (onExit) => (count() > 0 && failures-- > 0 ? Promise.reject(new Error("port taken")) : start(onExit)),
    onDeath: (reason) => deaths.push(reason),
  });
  ends[0]?.(killed);
  await expect.poll(() => count()).toBe(2);
  expect(deaths).toEqual([killed, new Error("port taken")]);
  await supervised.stop();
});
