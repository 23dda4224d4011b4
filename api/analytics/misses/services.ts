import type { Clock } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { LinksById } from "../../links/core/linksById.ts";
import type { AccountStreamServices } from "../live/accountStreams.ts";
import type { MissWatches } from "./watches.ts";

/** What this feature offers to its own calls. */
export interface MissOffer {
  readonly missWatches: Pick<MissWatches, "watch">;
}

/** All that visits without a destination take from outside. */
export interface MissServices extends ClickHouse, LinksById, Reads, Clock {}
export type MissCallServices = MissServices & MissOffer;

/** What event streams of them take besides. */
export interface MissStreamServices extends AccountStreamServices, MissOffer {}
