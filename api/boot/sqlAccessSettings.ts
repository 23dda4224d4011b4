import { EnvError } from "@hoplog/platform/env/parseEnv.js";
import { databaseName, httpUrl, httpUrls } from "@hoplog/platform/env/pieces.js";
import { z } from "zod";
import type { SqlAccessSettings } from "../integrations/sql/access/services.ts";

const address = z.string().regex(/^[^\s:]+:\d{1,5}$/, "expected a host and a port such as 127.0.0.1:9000");

export const sqlAccessVariables = {
  /** Where ClickHouse looks for users: the users of accounts are written there. Without it nobody is let in. */
  SQL_USERS_DIR: z.string().optional(),
  /** ClickHouse as analysts reach it. */
  SQL_HTTP_URL: httpUrl.optional(),
  SQL_NATIVE_ADDRESS: address.optional(),
  /** The database of the analysts' views. */
  SQL_DATABASE: databaseName.default("analytics"),
  /** Of the users as whom the SQL console's queries run; without it there is no console. */
  CONSOLE_PASSWORD: z.string().min(1).optional(),
  /** The server that the SQL console's queries run on, with the service's user in it; that of CLICKHOUSE_URL unless set. */
  ANALYSTS_CLICKHOUSE_URL: httpUrls.optional(),
};

interface SqlEnv {
  readonly SQL_USERS_DIR?: string | undefined;
  readonly SQL_HTTP_URL?: string | undefined;
  readonly SQL_NATIVE_ADDRESS?: string | undefined;
  readonly SQL_DATABASE: string;
  readonly CONSOLE_PASSWORD?: string | undefined;
}

/** Null where nobody is let in. Throws EnvError for a folder without an address. */
export function sqlAccessSettings(env: SqlEnv): SqlAccessSettings | null {
  if (!env.SQL_USERS_DIR) return null;
  if (!env.SQL_HTTP_URL)
    throw new EnvError([{ variable: "SQL_HTTP_URL", problem: "must be set beside SQL_USERS_DIR" }]);
  return {
    usersFolder: env.SQL_USERS_DIR,
    httpUrl: env.SQL_HTTP_URL,
    nativeAddress: env.SQL_NATIVE_ADDRESS ?? null,
    database: env.SQL_DATABASE,
    consolePassword: env.CONSOLE_PASSWORD,
  };
}
