import { setTimeout as delay } from "node:timers/promises";
import { isHealthy } from "../services/health.ts";
import type { ServiceExit } from "../services/service.ts";
import { StartError } from "../startError.ts";

/** As in sysexits.h: the settings can't work, and another try won't help. */
const exitConfig = 78;
/** A service that ended so often before it was ready will not become so. */
const deathsBeforeGivingUp = 3;

/** Follows one service from its first start until it is ready. */
export interface Readiness {
  /** To be called after every death. */
  died(exit: ServiceExit): void;
  /** Resolves once the service answers that it is ready; StartError when it won't be. */
  ready(signal: AbortSignal): Promise<void>;
}

export function watchReadiness(name: string, healthUrl: string, logFile: string, timeoutMs: number): Readiness {
  let deaths = 0;
  let givenUp: StartError | undefined;
  return {
    died(exit) {
      deaths += 1;
      if (exit.code !== exitConfig && deaths < deathsBeforeGivingUp) return;
      const how = exit.signal ?? `exit code ${exit.code}`;
      givenUp = new StartError(
        [
          `${name} doesn't start (${how}):`,
          ...exit.lastLogLines.map((line) => `  ${line}`),
          `Its log: ${logFile}`,
        ].join("\n"),
      );
    },
    async ready(signal) {
      const end = Date.now() + timeoutMs;
      while (!(await isHealthy(healthUrl))) {
        signal.throwIfAborted();
        if (givenUp) throw givenUp;
        if (Date.now() > end)
          throw new StartError(`${name} isn't ready after ${Math.round(timeoutMs / 1000)} s. Its log: ${logFile}`);
        await delay(50);
      }
    },
  };
}
