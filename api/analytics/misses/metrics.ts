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
      help: "Subscribers that watch an account's visits without a destination",
      registers,
    }),
    reads: new Histogram({
      name: "hoplog_api_misses_read_seconds",
      help: "How long it takes to read the last visits without a destination that somebody watches",
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    refused: new Counter({
      name: "hoplog_api_misses_messages_refused_total",
      help: "Messages of the bus about visits without a destination that could not be read",
      registers,
    }),
    tooMany: new Counter({
      name: "hoplog_api_misses_questions_refused_total",
      help: "Refused to accounts that watch too many different choices of visits without a destination",
      registers,
    }),
  };
}
