import type { Clock, Ids, PasswordHashing, Randomness } from "../../../kernel/calls/capabilities.ts";
import type { Database } from "../../../kernel/database/orm.ts";
import type { Events } from "../../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../../kernel/limits/limits.ts";

/** How accounts reach their own clicks in ClickHouse. */
export interface SqlAccessSettings {
  /** Where ClickHouse looks for users. */
  readonly usersFolder: string;
  /** ClickHouse as analysts reach it, without a slash at the end. */
  readonly httpUrl: string;
  /** HOST:PORT of the native protocol; null where it is not open. */
  readonly nativeAddress: string | null;
  /** Holds the views. */
  readonly database: string;
  /** Of the SQL console's users; undefined where there is no console. */
  readonly consolePassword?: string | undefined;
}

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
