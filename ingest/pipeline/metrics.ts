import { readGauge } from "@hoplog/platform/metrics/readGauge.js";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";

export interface IngestMetrics {
  readonly clicks: Counter;
  readonly misses: Counter;
  readonly batches: Counter<"result">;
  readonly insertSeconds: Histogram<"table">;
  readonly deadLetters: Counter;
  /** Sets the time of the newest counted click; `at` is in milliseconds since the epoch. */
  newestCounted(at: number): void;
}

/** Values read at each scrape. */
export interface Gauged {
  /** Returns ingest's lag in records. */
  lag(): Promise<number>;
  /** Returns the age of the oldest uncounted delivery in seconds. */
  oldestOpen(): Promise<number>;
  /** Returns the number of dead letters that were not returned to the log. */
  deadLetters(): Promise<number>;
  /** Returns the number of data parts that ClickHouse detached as broken. */
  damagedParts(): Promise<number>;
}

export function createMetrics(
  registry: Registry,
  { lag, oldestOpen, deadLetters, damagedParts }: Gauged,
): IngestMetrics {
  const registers = [registry];
  let newest = 0;
  const age: Gauge = new Gauge({
    name: "hoplog_ingest_newest_click_age_seconds",
    help: "Age of the newest counted click; 0 before the first",
    registers,
    collect() {
      age.set(newest === 0 ? 0 : Math.max(0, (Date.now() - newest) / 1000));
    },
  });
  // Errors are ignored, because the health check reports an unavailable log or database.
  const onFailure = () => {};
  readGauge({
    name: "hoplog_ingest_lag_records",
    help: "Records of clicks.v1 that are not committed yet",
    registry,
    read: lag,
    onFailure,
  });
  readGauge({
    name: "hoplog_ingest_oldest_delivery_age_seconds",
    help: "Age of the oldest delivery that any ingest has started and not counted; 0 if there is none",
    registry,
    read: oldestOpen,
    onFailure,
  });
  readGauge({
    name: "hoplog_ingest_dead_letters_waiting",
    help: "Batches in the table dead_letter; no statistics include their clicks until they are reprocessed",
    registry,
    read: deadLetters,
    onFailure,
  });
  readGauge({
    name: "hoplog_clickhouse_damaged_parts",
    help: "Damaged parts of tables that ClickHouse has set aside; no statistics include their rows",
    registry,
    read: damagedParts,
    onFailure,
  });
  return {
    clicks: new Counter({ name: "hoplog_ingest_clicks_total", help: "Clicks written to ClickHouse", registers }),
    misses: new Counter({ name: "hoplog_ingest_misses_total", help: "Misses written to ClickHouse", registers }),
    batches: new Counter({
      name: "hoplog_ingest_batches_total",
      help: "Batches by result: written, repeated (counted before), dead",
      labelNames: ["result"],
      registers,
    }),
    insertSeconds: new Histogram({
      name: "hoplog_ingest_insert_seconds",
      help: "Duration of an insert into ClickHouse",
      labelNames: ["table"],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    deadLetters: new Counter({
      name: "hoplog_ingest_dead_letters_total",
      help: "Unreadable records that were stored in the table dead_letter; any increase is an alarm",
      registers,
    }),
    newestCounted(at) {
      newest = Math.max(newest, at);
    },
  };
}
