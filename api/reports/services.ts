import type { Clock, Ids, PublicUrl, ShortUrl } from "../calls/capabilities.ts";
import type { ClickHouse } from "../clickhouse/select.ts";
import type { Database } from "../database/orm.ts";
import type { Reads } from "../database/reads.ts";
import type { Events } from "../eventstore/eventStore.ts";
import type { LimitsOf } from "../limits/limits.ts";
import type { LinksById } from "../links/linksById.ts";
import type { MailTokens } from "../mail/tokens.ts";

export interface OfReports {
  readonly reportTokens: MailTokens<"confirm report" | "stop report">;
}

/** All that reports take from outside. */
export type ReportServices = Database &
  Reads &
  Events &
  Clock &
  Ids &
  PublicUrl &
  ShortUrl &
  ClickHouse &
  LinksById &
  LimitsOf<"report"> &
  OfReports;
