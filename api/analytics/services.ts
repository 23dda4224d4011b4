import type { Clock } from "../calls/capabilities.ts";
import type { ClickHouse } from "../clickhouse/select.ts";
import type { LinksById } from "../links/linksById.ts";
import type { ExpectedDays } from "./expectedDays.ts";
import type { OwnAmong } from "./topSources.ts";

export interface Expectations {
  readonly expectedDays: ExpectedDays;
  readonly ownAmong: OwnAmong;
}

/** All that figures of a whole account take from outside. */
export interface AnalyticsServices extends ClickHouse, LinksById, Clock, Expectations {}
