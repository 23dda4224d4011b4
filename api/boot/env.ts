import { parseEnv } from "@hoplog/platform/env/parseEnv.js";
import { databaseName, host, httpUrl, port, postgresUrl } from "@hoplog/platform/env/pieces.js";
import { z } from "zod";

const schema = z.object({
  APP_PORT: port.default(3000),
  HOST: host.default("127.0.0.1"),
  PUBLIC_URL: httpUrl.default("http://localhost:3000"),
  SHORT_URL: httpUrl.default("http://localhost:3001"),
  DATABASE_URL: postgresUrl,
  CLICKHOUSE_URL: httpUrl,
  CLICKHOUSE_DATABASE: databaseName.default("hoplog"),
  /** Signs access tokens; everybody who has it can be anybody. */
  TOKEN_SECRET: z.string("must be set").min(32, "expected at least 32 characters"),
  /** The folder with the built web app; without it only the API is served. */
  WEB_ROOT: z.string().optional(),
});

export type Settings = z.output<typeof schema>;

/** Throws EnvError. */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  return parseEnv(schema, env);
}
