import type { Clock, Ids, PasswordHashing, PublicUrl, Randomness, ShortUrl } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { Database } from "../../kernel/database/orm.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { SignedCookies } from "../../accounts/identity/signedCookies.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import type { LinksById } from "../../links/core/linksById.ts";
import type { ShareMetrics } from "./metrics.ts";
import type { Openings } from "./openings.ts";
import type { SharedFigures } from "./sharedFigures.ts";
import type { FindShare } from "./visit.ts";

/** Services of this feature for its own routes. */
export interface ShareOffer {
  readonly sharedFigures: SharedFigures;
  readonly openings: Openings;
  readonly findShare: FindShare;
  readonly shareMetrics: ShareMetrics;
}

/** External dependencies of shared pages. */
export type ShareServices = ShareOffer &
  ClickHouse &
  Database &
  Reads &
  Events &
  LinksById &
  Clock &
  Ids &
  Randomness &
  PasswordHashing &
  PublicUrl &
  ShortUrl &
  LimitsOf<"creation" | "linkPasswords" | "sharePassword"> & { readonly signedCookies: SignedCookies };
