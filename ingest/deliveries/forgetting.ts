import type { Logger } from "@hoplog/platform/logging/logger.js";
import { type Rounds, startRounds } from "@hoplog/platform/process/rounds.js";
import type { CountedBatches } from "./counted.ts";

const everyMs = 60_000;

/** Forgets old deliveries once a minute. */
export function startForgetting(counted: CountedBatches, logger: Logger): Rounds {
  return startRounds(
    everyMs,
    () => counted.forgetOld(),
    (error) => logger.warn({ err: error }, "could not forget old deliveries"),
  );
}
