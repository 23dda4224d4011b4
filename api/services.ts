import type { EventMeta } from "@hoplog/schema/events/envelope.js";
import type { ClickHouseClient } from "@clickhouse/client";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import type { MikroORM } from "@mikro-orm/postgresql";
import type { AccessTokens } from "./identity/accessTokens.ts";
import type { LiveCounts } from "./stats/liveCounts.ts";

/** What commands and queries need from outside: connections, and everything that would make them unrepeatable. */
export interface Services {
  readonly orm: MikroORM;
  readonly clickhouse: ClickHouseClient;
  readonly logger: Logger;
  readonly accessTokens: AccessTokens;
  readonly liveCounts: LiveCounts;
  /** The base of short links, without a slash at the end. */
  readonly shortUrl: string;
  /** Hosts (with port) that no link may point to. */
  readonly ownHosts: readonly string[];
  readonly now: () => Date;
  readonly newId: () => string;
  readonly random: (size: number) => Uint8Array;
}

/** Who asks, and by which way in. */
export interface Actor {
  readonly userId: string;
  readonly sessionId: string;
  readonly via: "graphql" | "rest";
}

export function metaOf(actor: Actor): EventMeta {
  return { userId: actor.userId, via: actor.via };
}
