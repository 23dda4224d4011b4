import type { Clock } from "../calls/capabilities.ts";
import type { ClickHouse } from "../clickhouse/select.ts";
import type { Reads } from "../database/reads.ts";
import type { LinksById } from "../links/linksById.ts";
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
