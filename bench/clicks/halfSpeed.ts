import { setTimeout as sleep } from "node:timers/promises";
import type { EventLog } from "@hoplog/platform/log/port.js";
import { clicksV1 } from "@hoplog/schema/topics/topic.js";
import { percentile } from "../measure/percentile.ts";
import { watchLag } from "./watchLag.ts";

const measuredMs = 20_000;
const sampleMs = 100;

/** The rate of appended batches, and the numbers of batches that were waiting to be counted. */
export interface HalfSpeed {
  readonly batchesPerSecond: number;
  /** Medians of the first and the second half; they grow if batches are not counted as fast as they arrive. */
  readonly medians: readonly [number, number];
  readonly most: number;
}

/** Appends batches at half of the full speed, a few at a time as producers do, and samples ingest's lag. */
export async function atHalfSpeed(
  log: EventLog,
  nextBatch: () => Buffer | null,
  fullSpeed: number,
): Promise<HalfSpeed> {
  const perSecond = fullSpeed / 2;
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  const appends: Promise<unknown>[] = [];
  const watching = watchLag(log, sampleMs);
  while (elapsed() < measuredMs) {
    const due = (elapsed() * perSecond) / 1000;
    while (appends.length < due) appends.push(log.append(clicksV1, [{ key: null, value: nextBatch() }]));
    await sleep(5);
  }
  const lags = await watching.stop();
  await Promise.all(appends);
  const half = lags.length >> 1;
  return {
    batchesPerSecond: appends.length / (measuredMs / 1000),
    medians: [percentile(lags.slice(0, half), 0.5), percentile(lags.slice(half), 0.5)],
    most: Math.max(...lags),
  };
}
