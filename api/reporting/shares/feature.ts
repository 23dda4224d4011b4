import type { Listener } from "@hoplog/platform/postgres/listener.js";
import type { Registry } from "prom-client";
import type { RunningFeature, Started } from "../../kernel/calls/feature.ts";
import { sharedPageAnswers } from "./answers.ts";
import { shareFaces } from "./operations.ts";
import type { ShareOffer, ShareServices } from "./services.ts";
import { ShareRow } from "./shareRow.ts";
import { visitRoutes } from "./visitRest.ts";
import type { Clock, Logs, ShortUrl } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { CountedOffer } from "../../analytics/link/services.ts";
import { createShareMetrics } from "./metrics.ts";
import { openOpenings } from "./openings.ts";
import { createSharedFigures } from "./sharedFigures.ts";
import { findShares } from "./visit.ts";

interface ShareBase extends ClickHouse, Reads, Logs, Clock, ShortUrl, CountedOffer {
  readonly listener: Listener;
  readonly registry: Registry;
  readonly settings: { readonly sockets: { readonly socketsPerAddress: number } };
}

/** Maximum open streams of one page in one process. */
const streamsPerShare = 1000;

async function startShares(base: ShareBase): Promise<Started<ShareOffer>> {
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

/** Shared pages of figures. */
export const shares: RunningFeature<ShareServices, ShareBase, ShareOffer> = {
  start: startShares,
  entities: [ShareRow],
  ...shareFaces,
  answers: { ...shareFaces.answers, ...sharedPageAnswers },
  routes(app, services, requireActor) {
    visitRoutes(app, services);
    shareFaces.routes(app, services, requireActor);
  },
};
