import type { Logger } from "@hoplog/platform/logging/logger.js";
import { type Rounds, startRounds } from "@hoplog/platform/process/rounds.js";
import { dayOf } from "./visitors.ts";
import type { SaltStore } from "./salts.ts";

/**
 * Days for which salts are stored. A batch reaches the log seconds after its clicks, later if its redirector was cut
 * off.
 */
const retentionDays = 3;

const everyMs = 60 * 60 * 1000;

/** Destroys old salts once an hour, but not while batches are waiting, which may be from those days. */
export function startSaltDestruction(
  salts: SaltStore,
  lag: () => Promise<number>,
  logger: Logger,
  now: () => number = Date.now,
): Rounds {
  const round = async (): Promise<void> => {
    if ((await lag()) === 0) await salts.destroyBefore(dayOf(now()) - retentionDays);
  };
  return startRounds(everyMs, round, (error) => logger.warn({ err: error }, "could not destroy old salts"));
}
