import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";

export interface OfRetention {
  /** A retention has changed: there may be something to remove. */
  readonly retentionChanged: () => void;
}

/** All that retentions of single clicks take from outside. */
export type RetentionServices = Reads & Events & Clock & Ids & ClickHouse & LimitsOf<"creation"> & OfRetention;
