import type { Clock, Ids, PasswordHashing, Randomness } from "../../../kernel/calls/capabilities.ts";
import type { Database } from "../../../kernel/database/orm.ts";
import type { Events } from "../../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../../kernel/limits/limits.ts";
import type { SqlAccessSettings } from "./settings.ts";

export interface Available {
  /** Null where nobody is let into ClickHouse. */
  readonly sqlAccess: SqlAccessSettings | null;
}

/** All that SQL access takes from outside. */
export type SqlAccessServices = Database &
  Events &
  Ids &
  Clock &
  Randomness &
  PasswordHashing &
  Available &
  LimitsOf<"password" | "sqlAccess">;
