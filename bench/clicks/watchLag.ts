import { setTimeout as sleep } from "node:timers/promises";
import type { EventLog } from "@hoplog/platform/log/port.js";
import { clicksV1 } from "@hoplog/schema/topics/topic.js";

/** Samples the number of waiting batches every `everyMs` milliseconds. */
export function watchLag(log: EventLog, everyMs: number) {
  const lags: number[] = [];
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      lags.push(await log.lag(clicksV1, "ingest"));
      await sleep(everyMs, undefined, { signal: over.signal }).catch(() => {});
    }
  })();
  return {
    async stop(): Promise<number[]> {
      over.abort();
      await watching;
      return lags;
    },
  };
}
