import type { Clock } from "../calls/capabilities.ts";
import type { ClickHouse } from "../clickhouse/select.ts";
import type { LinksById } from "../links/linksById.ts";
import type { OwnReferrers } from "../stats/services.ts";
import type { ExpectedDays } from "./expectedDays.ts";

export interface Expectations {
  readonly expectedDays: ExpectedDays;
}

/** All that figures of a whole account take from outside. */
export interface AnalyticsServices extends ClickHouse, LinksById, Clock, OwnReferrers, Expectations {}
