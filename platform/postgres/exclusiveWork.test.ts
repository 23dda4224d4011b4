import { expect, it, onTestFinished } from "vitest";
import { createLogger } from "../logging/logger.ts";
import { freshDatabase } from "../testing/engines.ts";
import type { StepResult } from "../retry/steps.ts";
import { startExclusiveWork } from "./exclusiveWork.ts";
import { createPool } from "./pool.ts";

const logger = createLogger("test", "silent");

async function open() {
  const database = await freshDatabase();
  const pool = createPool({ databaseUrl: database.url, applicationName: "test", logger });
  onTestFinished(async () => {
    await pool.end();
    await database.drop();
  });
  const start = (step: () => Promise<StepResult>, pollMs = 20) => {
    const work = startExclusiveWork({ databaseUrl: database.url, name: "test work", logger, pollMs, step });
    onTestFinished(() => work.stop());
    return work;
  };
  return { pool, start };
}

it("is done by one at a time, and by the next when that one stops", async () => {
  const { start } = await open();
  const steps: string[] = [];
  const by = (name: string) => async (): Promise<StepResult> => {
    steps.push(name);
    return "idle";
  };
  const first = start(by("first"));
  await expect.poll(() => steps.length).toBeGreaterThan(0);
  start(by("second"));
  await expect.poll(() => steps.length).toBeGreaterThan(5);
  expect(new Set(steps)).toEqual(new Set(["first"]));
  await first.stop();
  await expect.poll(() => steps.at(-1)).toBe("second");
});

it("goes on after a failed step, and after its connection was cut", async () => {
  const { pool, start } = await open();
  let steps = 0;
  start(async () => {
    if (++steps === 1) throw new Error("once");
    return "idle";
  });
  await expect.poll(() => steps).toBeGreaterThan(1);
  await pool.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'test work'");
  const cutAt = steps;
  await expect.poll(() => steps).toBeGreaterThan(cutAt + 3);
});

it("follows a wake-up at once, and goes on without pause while there is work", async () => {
  const { start } = await open();
  let left = 0;
  let done = 0;
  const work = start(async () => {
    if (left === 0) return "idle";
    left--;
    done++;
    return left % 2 === 0 ? "worked" : "waiting";
  }, 1_000_000);
  left = 20;
  await expect
    .poll(() => {
      work.notify();
      return done;
    })
    .toBe(20);
});
