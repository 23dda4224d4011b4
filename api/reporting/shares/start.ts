import type { Listener } from "@hoplog/platform/postgres/listener.js";
import type { Registry } from "prom-client";
import type { Clock, Logs, ShortUrl } from "../../kernel/calls/capabilities.ts";
import type { Started } from "../../kernel/calls/feature.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { CountedOffer } from "../../analytics/link/services.ts";
import { createShareMetrics } from "./metrics.ts";
import { openOpenings } from "./openings.ts";
import type { ShareOffer } from "./services.ts";
import { createSharedFigures } from "./sharedFigures.ts";
import { findShares } from "./visit.ts";

export interface ShareBase extends ClickHouse, Reads, Logs, Clock, ShortUrl, CountedOffer {
  readonly listener: Listener;
  readonly registry: Registry;
  readonly settings: { readonly sockets: { readonly socketsPerAddress: number } };
}

/** Of all visitors of one page, in one process. */
const streamsPerShare = 1000;

export async function startShares(base: ShareBase): Promise<Started<ShareOffer>> {
  const metrics = createShareMetrics(base.registry);
  const { socketsPerAddress: perAddress } = base.settings.sockets;
  const openings = await openOpenings({ ...base, metrics, perAddress, perShare: streamsPerShare });
  const sharedFigures = createSharedFigures({ ...base, metrics });
  return {
    services: { openings, sharedFigures, findShare: findShares(base), shareMetrics: metrics },
    async stop() {
      await openings.close();
      await sharedFigures.close();
    },
  };
}
