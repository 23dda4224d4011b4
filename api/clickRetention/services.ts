import type { Clock, Ids } from "../calls/capabilities.ts";
import type { ClickHouse } from "../clickhouse/select.ts";
import type { Reads } from "../database/reads.ts";
import type { Events } from "../eventstore/eventStore.ts";
import type { LimitsOf } from "../limits/limits.ts";

export interface OfRetention {
  /** A retention has changed: there may be something to remove. */
  readonly retentionChanged: () => void;
}

/** All that retentions of single clicks take from outside. */
export type RetentionServices = Reads & Events & Clock & Ids & ClickHouse & LimitsOf<"creation"> & OfRetention;
