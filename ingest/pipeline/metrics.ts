import { readGauge } from "@hoplog/platform/metrics/readGauge.js";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";

export interface IngestMetrics {
  readonly clicks: Counter;
  readonly misses: Counter;
  readonly batches: Counter<"result">;
  readonly insertSeconds: Histogram<"table">;
  readonly deadLetters: Counter;
  /** `at` is in milliseconds since the epoch. */
  newestCounted(at: number): void;
}

/** Values read at each scrape. */
export interface Gauged {
  /** Returns the lag in records. */
  lag(): Promise<number>;
  /** Returns the age of the oldest uncounted delivery in seconds. */
  oldestOpen(): Promise<number>;
  /** Returns the number of unreadable batches that were not put back. */
  deadLetters(): Promise<number>;
  /** Returns the number of table parts that ClickHouse has set aside as damaged. */
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
    help: "Age of the newest click that has been counted; 0 before the first",
    registers,
    collect() {
      age.set(newest === 0 ? 0 : Math.max(0, (Date.now() - newest) / 1000));
    },
  });
  // The health check reports that the log or Postgres is unavailable.
  const onFailure = () => {};
  readGauge({
    name: "hoplog_ingest_lag_records",
    help: "Records of clicks.v1 that have not been committed yet",
    registry,
    read: lag,
    onFailure,
  });
  readGauge({
    name: "hoplog_ingest_oldest_delivery_age_seconds",
    help: "Age of the oldest delivery that was begun, here or by another ingest, and is not counted; 0 where there is none",
    registry,
    read: oldestOpen,
    onFailure,
  });
  readGauge({
    name: "hoplog_ingest_dead_letters_waiting",
    help: "Batches in the table dead_letter: until they are put back, their clicks are in no figure",
    registry,
    read: deadLetters,
    onFailure,
  });
  readGauge({
    name: "hoplog_clickhouse_damaged_parts",
    help: "Parts of tables that ClickHouse could not read and has set aside: their rows are in no figure",
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
      help: "Time of one insert into ClickHouse",
      labelNames: ["table"],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    deadLetters: new Counter({
      name: "hoplog_ingest_dead_letters_total",
      help: "Records that could not be read and lie in the table dead_letter: any is an alarm",
      registers,
    }),
    newestCounted(at) {
      newest = Math.max(newest, at);
    },
  };
}
