import { setTimeout as sleep } from "node:timers/promises";
import type { EventLog } from "@hoplog/platform/log/port.js";
import { clicksV1 } from "@hoplog/schema/topics/topic.js";
import { percentile } from "../measure/percentile.ts";

const measuredMs = 20_000;
const sampleMs = 100;

/** Batches that wait to be counted. */
export interface HalfSpeed {
  readonly batchesPerSecond: number;
  /** In the first and in the second half of the time: where they can't be counted as fast as they come, it grows. */
  readonly medians: readonly [number, number];
  readonly most: number;
}

/** Appends batches at an even rate, a few at a time as producers do, and looks at how far ingest is behind. */
export async function atHalfSpeed(
  log: EventLog,
  nextBatch: () => Buffer | null,
  fullSpeed: number,
): Promise<HalfSpeed> {
  const perSecond = fullSpeed / 2;
  const lags: number[] = [];
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  let sent = 0;
  const appending = new Set<Promise<unknown>>();
  const feed = async (): Promise<void> => {
    while (elapsed() < measuredMs) {
      for (const due = (elapsed() * perSecond) / 1000; sent < due; sent++) {
        const append = log.append(clicksV1, [{ key: null, value: nextBatch() }]);
        appending.add(append);
        void append.finally(() => appending.delete(append)).catch(() => undefined);
      }
      await sleep(5);
    }
  };
  const look = async (): Promise<void> => {
    while (elapsed() < measuredMs) {
      lags.push(await log.lag(clicksV1, "ingest"));
      await sleep(sampleMs);
    }
  };
  await Promise.all([feed(), look()]);
  await Promise.all(appending);
  const half = lags.length >> 1;
  return {
    batchesPerSecond: sent / (measuredMs / 1000),
    medians: [percentile(lags.slice(0, half), 0.5), percentile(lags.slice(half), 0.5)],
    most: Math.max(...lags),
  };
}
