import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { Database } from "../../kernel/database/orm.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import type { BucketAccess } from "./bucketOf.ts";

export interface OfClickExports extends BucketAccess {
  /** Whether buckets may be reached without encryption: where the operator has named networks of his own. */
  readonly exportsMayBePlain: boolean;
  /** Files may be due. */
  readonly exportsDue: () => void;
}

/** All that exports of clicks take from outside. */
export type ClickExportServices = Database &
  Reads &
  ClickHouse &
  Events &
  Clock &
  Ids &
  LimitsOf<"clickExport"> &
  OfClickExports;
