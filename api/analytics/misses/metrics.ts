import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** Metrics of live misses. */
export interface MissMetrics {
  readonly watching: Gauge;
  readonly reads: Histogram;
  readonly refused: Counter;
  readonly tooMany: Counter;
}

export function createMissMetrics(registry: Registry): MissMetrics {
  const registers = [registry];
  return {
    watching: new Gauge({
      name: "hoplog_api_misses_watchers",
      help: "Subscriptions and event streams that follow a workspace's visits without a destination",
      registers,
    }),
    reads: new Histogram({
      name: "hoplog_api_misses_read_seconds",
      help: "Seconds to read the latest visits without a destination of a followed workspace",
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    refused: new Counter({
      name: "hoplog_api_misses_messages_refused_total",
      help: "Bus messages about visits without a destination that could not be read",
      registers,
    }),
    tooMany: new Counter({
      name: "hoplog_api_misses_questions_refused_total",
      help: "Subscriptions to visits without a destination that were rejected because a workspace used too many different filters",
      registers,
    }),
  };
}
