import type { Registry } from "prom-client";
import type { Clock, Logs } from "../../kernel/calls/capabilities.ts";
import type { Started } from "../../kernel/calls/feature.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { LinksById } from "../../links/core/linksById.ts";
import type { CountedOffer } from "../link/services.ts";
import { createWorkspaceClicks, type WorkspaceClicks } from "./workspaceClicks.ts";
import { createLiveMetrics } from "./metrics.ts";
import type { AccountStreamServices } from "./accountStreams.ts";
import { createStreamAdmission, type StreamAdmission } from "./streamAdmission.ts";

/** Services of this feature for its own routes and for streams of misses. */
export interface LiveOffer {
  readonly workspaceClicks: Pick<WorkspaceClicks, "watch">;
  readonly streamAdmission: StreamAdmission;
}

/** External dependencies of live clicks. */
export interface LiveServices extends LiveOffer, AccountStreamServices {}

export interface LiveBase extends ClickHouse, Logs, Clock, LinksById, CountedOffer {
  readonly registry: Registry;
  readonly settings: { readonly sockets: { readonly socketsPerAddress: number; readonly socketsPerAccount: number } };
}

export async function startLive(base: LiveBase): Promise<Started<LiveOffer>> {
  const metrics = createLiveMetrics(base.registry);
  const workspaceClicks = createWorkspaceClicks({ ...base, metrics });
  const { socketsPerAddress: perAddress, socketsPerAccount: perAccount } = base.settings.sockets;
  return {
    services: { workspaceClicks, streamAdmission: createStreamAdmission({ perAddress, perAccount }, metrics) },
    stop: () => workspaceClicks.close(),
  };
}
