import type { Clock, Ids, PublicUrl } from "../calls/capabilities.ts";
import type { ClickHouse } from "../clickhouse/select.ts";
import type { Database } from "../database/orm.ts";
import type { Reads } from "../database/reads.ts";
import type { Events } from "../eventstore/eventStore.ts";
import type { LimitsOf } from "../limits/limits.ts";
import type { LinksById } from "../links/linksById.ts";
import type { MailTokens } from "../mail/tokens.ts";

export interface OfAlarms {
  readonly alarmTokens: MailTokens<"confirm alarms" | "stop alarms">;
}

/** All that alarms take from outside. */
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
