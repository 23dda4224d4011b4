import type { Logger } from "@hoplog/platform/logging/logger.js";
import { dayOf } from "./visitors.ts";
import type { SaltStore } from "./salts.ts";

/** A batch reaches the log seconds after its clicks; a redirector that was cut off for longer ships late. */
const retentionDays = 3;

const intervalMs = 60 * 60 * 1000;

/** Destroys old salts once an hour, but not while batches are waiting: they may be from those days. */
export function startSaltDestruction(
  salts: SaltStore,
  lag: () => Promise<number>,
  logger: Logger,
  now: () => number = Date.now,
): { stop(): Promise<void> } {
  const round = async (): Promise<void> => {
    try {
      if ((await lag()) === 0) await salts.destroyBefore(dayOf(now()) - retentionDays);
    } catch (error) {
      logger.warn({ err: error }, "could not destroy old salts");
    }
  };
  let running = round();
  const timer = setInterval(() => (running = round()), intervalMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
