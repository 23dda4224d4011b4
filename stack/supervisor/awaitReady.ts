import { setTimeout as delay } from "node:timers/promises";
import { isHealthy } from "../services/health.ts";
import type { EngineExit } from "../engines/engine.ts";
import { StartError } from "../startError.ts";

/** EX_CONFIG of sysexits.h: the settings are invalid, and retrying can't help. */
const exitConfig = 78;
/** Number of exits before being ready after which waiting for the service fails. */
const deathsBeforeGivingUp = 3;

/** Follows one service from its first start until it is ready. */
export interface Readiness {
  /** Must be called after every exit. */
  died(exit: EngineExit): void;
  /** Resolves when the service is ready; rejects with StartError if it can't become ready. */
  ready(signal: AbortSignal): Promise<void>;
}

/** Formats the reason for an exit as the end of a sentence; empty if there is none. */
export function because({ reason }: EngineExit): string {
  return reason ? `: ${reason}` : "";
}

export function watchReadiness(name: string, healthUrl: string, logFile: string, timeoutMs: number): Readiness {
  let deaths = 0;
  let givenUp: StartError | undefined;
  return {
    died(exit) {
      deaths += 1;
      if (exit.code !== exitConfig && deaths < deathsBeforeGivingUp) return;
      const how = exit.signal ?? `exit code ${exit.code}`;
      givenUp = new StartError(`${name} cannot start (${how})${because(exit)}\nIts log: ${logFile}`);
    },
    async ready(signal) {
      const end = Date.now() + timeoutMs;
      while (!(await isHealthy(healthUrl))) {
        signal.throwIfAborted();
        if (givenUp) throw givenUp;
        if (Date.now() > end)
          throw new StartError(`${name} is not ready after ${Math.round(timeoutMs / 1000)} s. Its log: ${logFile}`);
        await delay(50);
      }
    },
  };
}
