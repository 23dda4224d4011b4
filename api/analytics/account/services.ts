import type { Clock } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { LinksById } from "../../links/core/linksById.ts";
import type { OwnReferrers } from "../link/ownHosts.ts";
import type { ExpectedDays } from "./expectedDays.ts";

export interface Expectations {
  readonly expectedDays: ExpectedDays;
}

/** All that figures of a whole account take from outside. */
export interface AnalyticsServices extends ClickHouse, LinksById, Clock, OwnReferrers, Expectations {}
