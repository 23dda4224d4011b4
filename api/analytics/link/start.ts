import type { Bus } from "@hoplog/platform/bus/port.js";
import type { Traces } from "@hoplog/platform/tracing/traces.js";
import type { Registry } from "prom-client";
import type { Logs } from "../../kernel/calls/capabilities.ts";
import type { Started } from "../../kernel/calls/feature.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { Totals } from "../../clicks/counts/cachedTotals.ts";
import { openCountedClicks } from "./countedClicks.ts";
import { createLiveClicks } from "./liveClicks.ts";
import { createLiveCounts } from "./liveCounts.ts";
import type { CountedOffer, LiveStats } from "./services.ts";

export interface StatsBase extends ClickHouse, Logs, Totals {
  readonly bus: Bus;
  readonly registry: Registry;
  readonly traces: Traces;
}

/** Replication delay: the queried replica may have clicks later than the one they were written to. */
const replicationMs = 2000;

/** Starts live figures and clicks. */
export async function startStats(base: StatsBase): Promise<Started<LiveStats & CountedOffer>> {
  const againAfterMs = base.clickhouse.cluster === undefined ? undefined : replicationMs;
  const counted = await openCountedClicks({ ...base, againAfterMs });
  // Registered first, so that cached totals are forgotten before other listeners read the changes.
  counted.listen({
    onCounted({ ownerIds, linksOf }) {
      for (const ownerId of ownerIds) base.totals.forget(ownerId, () => linksOf(ownerId));
    },
    onGap: () => base.totals.forgetAll(),
  });
  const liveCounts = createLiveCounts({ ...base, counted });
  const liveClicks = createLiveClicks({ ...base, counted });
  return {
    services: { liveCounts, liveClicks, counted },
    async stop() {
      await counted.close();
      liveCounts.close();
      await liveClicks.close();
    },
  };
}
