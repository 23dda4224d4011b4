import type { Clock, Ids, Logs, ShortUrl } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { Totals } from "../../clicks/counts/rememberedTotals.ts";
import type { Database } from "../../kernel/database/orm.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { OrganisedLinks } from "../core/organisedLinks.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";

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
