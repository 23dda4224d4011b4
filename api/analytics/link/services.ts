import type { Clock } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { Database } from "../../kernel/database/orm.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { LinksById } from "../../links/core/linksById.ts";
import type { CountedClicks } from "./countedClicks.ts";
import type { LiveClicks } from "./liveClicks.ts";
import type { LiveCounts } from "./liveCounts.ts";
import type { OwnReferrers } from "./ownHosts.ts";

/** Live streams for subscribers. */
export interface LiveStats {
  readonly liveCounts: Pick<LiveCounts, "subscribeToLinks" | "subscribeToLink" | "subscribeToAccount">;
  readonly liveClicks: Pick<LiveClicks, "subscribeToLink">;
}

/** Notifications about counted clicks for other features. */
export interface CountedOffer {
  readonly counted: Pick<CountedClicks, "listen">;
}

/** External dependencies of link figures. */
export interface StatsServices extends ClickHouse, Database, Reads, LinksById, Clock, LiveStats, OwnReferrers {}
