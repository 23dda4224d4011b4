import { Counter, Gauge, Histogram, type Registry } from "prom-client";

export interface ShareMetrics {
  readonly streams: Gauge;
  readonly reads: Histogram;
  readonly shared: Counter;
  readonly refused: Counter<"reason">;
}

export function createShareMetrics(registry: Registry): ShareMetrics {
  const registers = [registry];
  return {
    streams: new Gauge({
      name: "hoplog_api_share_streams",
      help: "Open event streams of shared pages",
      registers,
    }),
    reads: new Histogram({
      name: "hoplog_api_share_read_seconds",
      help: "Seconds to compute a shared page",
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    shared: new Counter({
      name: "hoplog_api_share_answers_shared_total",
      help: "Visits of shared pages that were answered with figures computed for another visit",
      registers,
    }),
    refused: new Counter({
      name: "hoplog_api_share_refused_total",
      help: "Rejected or ended requests and event streams of shared pages, by reason: address (too many streams), share (too many streams or views of a page), busy (too many pages at once), unread (client does not read)",
      labelNames: ["reason"],
      registers,
    }),
  };
}
