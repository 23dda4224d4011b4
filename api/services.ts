import type { EventMeta } from "@hoplog/schema/events/envelope.js";
import type { ClickHouseClient } from "@clickhouse/client";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import type { MikroORM } from "@mikro-orm/postgresql";
import type { Pool } from "pg";
import type { Erasures } from "./erasure/worker.ts";
import type { AccessTokens } from "./identity/accessTokens.ts";
import type { GoogleSignIn } from "./identity/google/provider.ts";
import type { Revocations } from "./identity/revocations.ts";
import type { SignedCookies } from "./identity/google/signedCookies.ts";
import type { Limits } from "./limits/limits.ts";
import type { LiveClicks } from "./stats/liveClicks.ts";
import type { SqlAccessSettings } from "./sqlAccess/settings.ts";
import type { ShareAnswers } from "./database/sharedAnswers.ts";
import type { AskTotals } from "./stats/gatheredTotals.ts";
import type { LiveCounts } from "./stats/liveCounts.ts";

/** What commands and queries need from outside: connections, and everything that would make them unrepeatable. */
export interface Services {
  readonly orm: MikroORM;
  /** For questions that are asked so often that the ORM's way to Postgres costs more than the answer. */
  readonly reads: Pool;
  readonly clickhouse: ClickHouseClient;
  readonly totals: AskTotals;
  readonly linkCounts: ShareAnswers<number>;
  readonly logger: Logger;
  readonly accessTokens: AccessTokens;
  readonly revocations: Revocations;
  readonly limits: Limits;
  /** Null while it is not configured. */
  readonly google: GoogleSignIn | null;
  readonly signedCookies: SignedCookies;
  readonly liveCounts: LiveCounts;
  readonly liveClicks: LiveClicks;
  /** Null where nobody is let into ClickHouse. */
  readonly sqlAccess: SqlAccessSettings | null;
  readonly erasures: Pick<Erasures, "wake">;
  /** Where users reach the app, without a slash at the end. */
  readonly publicUrl: string;
  /** The base of short links, without a slash at the end. */
  readonly shortUrl: string;
  /** Hosts (with port) that no link may point to. */
  readonly ownHosts: readonly string[];
  readonly now: () => Date;
  readonly newId: () => string;
  readonly random: (size: number) => Uint8Array;
}

/** Where a call comes from, signed in or not. */
export interface Caller {
  readonly via: "graphql" | "rest";
  /** The client's address, trusted proxies left out. */
  readonly address: string;
}

/** Who asks, and by which way in. */
export interface Actor extends Caller {
  readonly userId: string;
  readonly sessionId: string;
}

export function metaOf(actor: Actor): EventMeta {
  return { userId: actor.userId, via: actor.via };
}
