import type { Clock, Ids, PublicUrl } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { Database } from "../../kernel/database/orm.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import type { LinksById } from "../../links/core/linksById.ts";
import type { MailTokens } from "../../accounts/mail/tokens.ts";

export interface OfAlarms {
  readonly alarmTokens: MailTokens<"confirm alarms" | "stop alarms">;
}

/** External dependencies of alarms. */
export type AlarmServices = Database &
  Reads &
  Events &
  Clock &
  Ids &
  PublicUrl &
  ClickHouse &
  LinksById &
  LimitsOf<"report" | "creation"> &
  OfAlarms;
