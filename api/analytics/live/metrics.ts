import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** Metrics of live clicks of accounts, and of event streams. */
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
      help: "Subscriptions and event streams that follow the clicks of a workspace",
      registers,
    }),
    streams: new Gauge({
      name: "hoplog_api_live_streams",
      help: "Open event streams of /api/live and /api/misses/live",
      registers,
    }),
    reads: new Histogram({
      name: "hoplog_api_live_read_seconds",
      help: "Seconds to read the new clicks of a followed workspace",
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    merged: new Counter({
      name: "hoplog_api_live_merged_total",
      help: "Events merged into the next one because a client reads slowly: figures stay complete, some clicks are omitted",
      registers,
    }),
    refused: new Counter({
      name: "hoplog_api_live_refused_total",
      help: "Rejected or ended live subscriptions and event streams, by reason: address (too many streams), account (too many streams), questions (too many different filters), unread (client does not read)",
      labelNames: ["reason"],
      registers,
    }),
  };
}
