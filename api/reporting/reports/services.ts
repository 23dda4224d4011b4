import type { Clock, Ids, PublicUrl, ShortUrl } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { Database } from "../../kernel/database/orm.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import type { LinksById } from "../../links/core/linksById.ts";
import type { MailTokens } from "../../accounts/mail/tokens.ts";

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
