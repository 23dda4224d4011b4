import { randomInt } from "node:crypto";
import type { FaultRun } from "./run.ts";

const seconds = 1000;
/** Whether make test-faults asks for runs of eight minutes. */
export const isLong = process.env["FAULTS"] === "long";
const seed = Number(process.env["FAULT_SEED"] ?? randomInt(1_000_000));

/** Under a minute in normal test runs; make test-faults runs ten times as long and freezes parts for a minute. */
export const faultRun: FaultRun = isLong
  ? { seed, durationMs: 480 * seconds, freezeMs: 60 * seconds, killEveryMs: 9 * seconds, perSecond: 250 }
  : { seed, durationMs: 45 * seconds, freezeMs: 4 * seconds, killEveryMs: 3 * seconds, perSecond: 200 };

/** Timeout of a test with such a run, including start and comparison. */
export const faultTimeout = { timeout: faultRun.durationMs + 420 * seconds };
