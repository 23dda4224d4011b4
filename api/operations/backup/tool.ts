import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { createClickHouse } from "@hoplog/platform/clickhouse/createClickHouse.js";
import { catchUp } from "@hoplog/platform/clickhouse/catchUp.js";
import { oneServer } from "@hoplog/platform/clickhouse/oneServer.js";
import { EnvError } from "@hoplog/platform/env/parseEnv.js";
import { type ClickHouseEnv, clickHouseSettings, clickHouseVariables } from "@hoplog/platform/env/connections.js";
import { postgresUrl } from "@hoplog/platform/env/pieces.js";
import { MigrationError } from "@hoplog/platform/postgres/migrate.js";
import {
  clickHouseConnectionSettings,
  ConnectionError,
  explainConnection,
} from "@hoplog/platform/tls/connectionError.js";
import { BackupError } from "./manifest.ts";

/** Database settings of every operator tool. */
export const databases = {
  DATABASE_URL: postgresUrl,
  ...clickHouseVariables,
};

/** Large tables are read or written in a single request. */
const requestTimeoutMs = 12 * 60 * 60 * 1000;

/**
 * Runs `work` with a ClickHouse client whose requests may take hours. The client uses a single server, which has
 * everything that any replica has acknowledged: a tool's temporary tables exist only there.
 */
export async function withClickHouse<T>(
  env: ClickHouseEnv,
  application: string,
  work: (clickhouse: ClickHouseClient) => Promise<T>,
): Promise<T> {
  const clickhouse = createClickHouse({
    ...clickHouseSettings(env),
    application,
    requestTimeoutMs,
  });
  try {
    const answer = await clickhouse.ping({ select: true });
    if (!answer.success) throw explainConnection(answer.error, clickHouseConnectionSettings);
    const server = await oneServer(clickhouse);
    await catchUp(server);
    return await work(server);
  } finally {
    await clickhouse.close();
  }
}

/**
 * Runs a tool and sets exit code 1 if it fails; problems that an operator can fix are printed without a stack trace.
 */
export async function runTool(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const known = [EnvError, BackupError, ConnectionError, MigrationError].some((kind) => error instanceof kind);
    const text = error instanceof Error ? (known ? error.message : (error.stack ?? error.message)) : String(error);
    process.stderr.write(`${text}\n`);
    process.exitCode = 1;
  }
}
