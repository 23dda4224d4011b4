import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** Metrics of live clicks of accounts. */
export interface LiveMetrics {
  readonly watching: Gauge;
  readonly streams: Gauge;
  readonly reads: Histogram;
  readonly merged: Counter;
  readonly refused: Counter<"reason">;
}

export function createLiveMetrics(registry: Registry): LiveMetrics {
  const registers = [registry];
  return {
    watching: new Gauge({
      name: "hoplog_api_live_watchers",
      help: "Subscribers and event streams that watch the clicks of an account",
      registers,
    }),
    streams: new Gauge({
      name: "hoplog_api_live_streams",
      help: "Event streams of /api/live and /api/misses/live that are open",
      registers,
    }),
    reads: new Histogram({
      name: "hoplog_api_live_read_seconds",
      help: "How long it takes to read what is new of the clicks that somebody watches",
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    merged: new Counter({
      name: "hoplog_api_live_merged_total",
      help: "Events that were merged with the next one for a reader that is slow: it gets all figures and fewer clicks",
      registers,
    }),
    refused: new Counter({
      name: "hoplog_api_live_refused_total",
      help: "What was refused or ended of live clicks and of event streams, by reason: address, account, questions, unread",
      labelNames: ["reason"],
      registers,
    }),
  };
}
