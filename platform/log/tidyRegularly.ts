import { setTimeout as sleep } from "node:timers/promises";
import type { Topic } from "@hoplog/schema/topics/topic.js";
import type { Logger } from "../logging/logger.ts";
import type { EventLog } from "./port.ts";

export interface Tidying {
  /** Resolves when the running round has finished. */
  stop(): Promise<void>;
}

/** Tidies the topics immediately and then every `intervalMs`. A failure is logged and retried in the next round. */
export function tidyRegularly(log: EventLog, topics: readonly Topic[], intervalMs: number, logger: Logger): Tidying {
  const ending = new AbortController();
  const work = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      for (const topic of topics) {
        await log.tidy(topic).catch((error: unknown) => {
          logger.warn({ err: error, topic: topic.name }, "could not clean up a topic");
        });
      }
      await sleep(intervalMs, undefined, { signal: ending.signal, ref: false }).catch(() => {});
    }
  };
  const done = work();
  return {
    stop: () => {
      ending.abort();
      return done;
    },
  };
}
