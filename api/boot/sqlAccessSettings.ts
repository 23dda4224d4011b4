import { EnvError } from "@hoplog/platform/env/parseEnv.js";
import { databaseName, httpUrl, httpUrls } from "@hoplog/platform/env/pieces.js";
import { z } from "zod";
import type { SqlAccessSettings } from "../integrations/sql/access/services.ts";

const address = z.string().regex(/^[^\s:]+:\d{1,5}$/, "expected a host and a port, such as 127.0.0.1:9000");

export const sqlAccessVariables = {
  /** The folder that ClickHouse reads users from: accounts' users are written there. SQL access is off if unset. */
  SQL_USERS_DIR: z.string().optional(),
  /** The ClickHouse URL for analysts. */
  SQL_HTTP_URL: httpUrl.optional(),
  SQL_NATIVE_ADDRESS: address.optional(),
  /** The database of the analysts' views. */
  SQL_DATABASE: databaseName.default("analytics"),
  /** Password of the SQL console's users; there is no console without it. */
  CONSOLE_PASSWORD: z.string().min(1).optional(),
  /** The server that runs the SQL console's queries and has the service's user; CLICKHOUSE_URL if unset. */
  ANALYSTS_CLICKHOUSE_URL: httpUrls.optional(),
};

interface SqlEnv {
  readonly SQL_USERS_DIR?: string | undefined;
  readonly SQL_HTTP_URL?: string | undefined;
  readonly SQL_NATIVE_ADDRESS?: string | undefined;
  readonly SQL_DATABASE: string;
  readonly CONSOLE_PASSWORD?: string | undefined;
}

/** Returns null if SQL access is off. Throws EnvError for a folder without a URL. */
export function sqlAccessSettings(env: SqlEnv): SqlAccessSettings | null {
  if (!env.SQL_USERS_DIR) return null;
  if (!env.SQL_HTTP_URL)
    throw new EnvError([{ variable: "SQL_HTTP_URL", problem: "must be set together with SQL_USERS_DIR" }]);
  return {
    usersFolder: env.SQL_USERS_DIR,
    httpUrl: env.SQL_HTTP_URL,
    nativeAddress: env.SQL_NATIVE_ADDRESS ?? null,
    database: env.SQL_DATABASE,
    consolePassword: env.CONSOLE_PASSWORD,
  };
}
