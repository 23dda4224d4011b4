import type { Clock, Ids, Logs, ShortUrl } from "../calls/capabilities.ts";
import type { ClickHouse } from "../clickhouse/select.ts";
import type { Totals } from "../counts/rememberedTotals.ts";
import type { Database } from "../database/orm.ts";
import type { Reads } from "../database/reads.ts";
import type { Events } from "../eventstore/eventStore.ts";
import type { OrganisedLinks } from "../links/organisedLinks.ts";
import type { LimitsOf } from "../limits/limits.ts";

/** All that groups take from outside. */
export type GroupServices = Database &
  Reads &
  Events &
  Clock &
  Ids &
  Logs &
  ShortUrl &
  ClickHouse &
  Totals &
  OrganisedLinks &
  LimitsOf<"creation">;
