import type { Clock } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { LinksById } from "../../links/core/linksById.ts";
import type { LedgerMetrics } from "./metrics.ts";

/** What this feature offers to its own calls. */
export interface LedgerOffer {
  readonly ledgerMetrics: LedgerMetrics;
}

/** All that the ledger takes from outside. */
export interface LedgerServices extends ClickHouse, LinksById, Reads, Clock {}
export type LedgerCallServices = LedgerServices & LedgerOffer;
