import { type ClickHouseClient, createClickHouse } from "@hoplog/platform/clickhouse/client.js";
import { EnvError } from "@hoplog/platform/env/parseEnv.js";
import { databaseName, httpUrl, postgresUrl } from "@hoplog/platform/env/pieces.js";
import { BackupError } from "./manifest.ts";

/** What every tool for operators is told: where the databases are. */
export const databases = {
  DATABASE_URL: postgresUrl,
  CLICKHOUSE_URL: httpUrl,
  CLICKHOUSE_DATABASE: databaseName.default("hoplog"),
};

/** Everything of large tables is read or written in one request. */
const requestTimeoutMs = 12 * 60 * 60 * 1000;

/** Runs `work` with a client for ClickHouse whose requests may take hours. */
export async function withClickHouse<T>(
  env: { CLICKHOUSE_URL: string; CLICKHOUSE_DATABASE: string },
  application: string,
  work: (clickhouse: ClickHouseClient) => Promise<T>,
): Promise<T> {
  const clickhouse = createClickHouse({
    clickHouseUrl: env.CLICKHOUSE_URL,
    database: env.CLICKHOUSE_DATABASE,
    application,
    requestTimeoutMs,
  });
  try {
    return await work(clickhouse);
  } finally {
    await clickhouse.close();
  }
}

/** Runs a tool to its end. The exit code is 1 where it fails; what a person can mend is told without a stack trace. */
export async function runTool(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const known = error instanceof EnvError || error instanceof BackupError;
    const text = error instanceof Error ? (known ? error.message : (error.stack ?? error.message)) : String(error);
    process.stderr.write(`${text}\n`);
    process.exitCode = 1;
  }
}
