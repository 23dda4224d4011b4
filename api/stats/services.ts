import type { Clock } from "../calls/capabilities.ts";
import type { ClickHouse } from "../clickhouse/select.ts";
import type { Reads } from "../database/reads.ts";
import type { LiveClicks } from "./liveClicks.ts";
import type { LiveCounts } from "./liveCounts.ts";

/** All that figures of links take from outside. */
export interface StatsServices extends ClickHouse, Reads, Clock {
  readonly liveCounts: Pick<LiveCounts, "ofAccount" | "ofLink" | "sumOfAccount">;
  readonly liveClicks: Pick<LiveClicks, "ofLink">;
}
