import type { Logger } from "@hoplog/platform/logging/logger.js";
import type { CountedBatches } from "./counted.ts";

const intervalMs = 60_000;

/** Forgets old deliveries once a minute. */
export function startForgetting(counted: CountedBatches, logger: Logger): { stop(): Promise<void> } {
  const round = (): Promise<void> =>
    counted.forgetOld().catch((error: unknown) => logger.warn({ err: error }, "could not forget old deliveries"));
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
