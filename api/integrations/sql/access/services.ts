import type { Clock, Ids, PasswordHashing, Randomness } from "../../../kernel/calls/capabilities.ts";
import type { Database } from "../../../kernel/database/orm.ts";
import type { Events } from "../../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../../kernel/limits/limits.ts";

/** Configuration of SQL access. */
export interface SqlAccessSettings {
  /** The folder that ClickHouse reads users from. */
  readonly usersFolder: string;
  /** The ClickHouse URL for analysts, without a trailing slash. */
  readonly httpUrl: string;
  /** HOST:PORT of the native protocol; null if it is not open. */
  readonly nativeAddress: string | null;
  /** Database of the views. */
  readonly database: string;
  /** Password of the SQL console's users; undefined without a console. */
  readonly consolePassword?: string | undefined;
}

export interface Available {
  /** Settings of SQL access; null if it is off. */
  readonly sqlAccess: SqlAccessSettings | null;
}

/** External dependencies of SQL access. */
export type SqlAccessServices = Database &
  Events &
  Ids &
  Clock &
  Randomness &
  PasswordHashing &
  Available &
  LimitsOf<"password" | "sqlAccess">;
