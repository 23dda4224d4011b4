import { createClickHouse } from "@hoplog/platform/clickhouse/client.js";
import { EnvError, parseEnv } from "@hoplog/platform/env/parseEnv.js";
import { count, databaseName, httpUrl, postgresUrl } from "@hoplog/platform/env/pieces.js";
import { z } from "zod";
import { NoSuchAccount } from "../verify/account.ts";
import { reportText } from "../verify/report.ts";
import { AnotherRuns, verify } from "../verify/verify.ts";

const schema = z.object({
  DATABASE_URL: postgresUrl,
  CLICKHOUSE_URL: httpUrl,
  CLICKHOUSE_DATABASE: databaseName.default("hoplog"),
  TOKEN_SECRET: z.string("must be set").min(32, "expected at least 32 characters"),
  /** Where the api answers, from here. */
  API_URL: httpUrl,
  /** Id or e-mail address of the account; everything without. */
  ACCOUNT: z.string().optional(),
  /** Of each account, the pages of so many links are compared one by one. */
  LINKS: count.default(50),
  /** After so many milliseconds writers go on, until the next hold. */
  HOLD_MS: count.default(500),
});

const requestTimeoutMs = 60 * 60 * 1000;

try {
  const env = parseEnv(schema);
  const clickhouse = createClickHouse({
    clickHouseUrl: env.CLICKHOUSE_URL,
    database: env.CLICKHOUSE_DATABASE,
    application: "hoplog verify",
    requestTimeoutMs,
  });
  try {
    const report = await verify({
      databaseUrl: env.DATABASE_URL,
      clickhouse,
      apiUrl: env.API_URL,
      tokenSecret: env.TOKEN_SECRET,
      account: env.ACCOUNT ?? null,
      linksInDepth: env.LINKS,
      holdMs: env.HOLD_MS,
      secondLookMs: 2000,
      onProgress: (line) => process.stderr.write(`${line}\n`),
    });
    process.stdout.write(`${reportText(report)}\n`);
    process.exitCode = report.differences.length > 0 ? 1 : 0;
  } finally {
    await clickhouse.close();
  }
} catch (error) {
  const known = error instanceof EnvError || error instanceof NoSuchAccount || error instanceof AnotherRuns;
  process.stderr.write(
    `${known || !(error instanceof Error) ? String(error instanceof Error ? error.message : error) : error.stack}\n`,
  );
  process.exitCode = 2;
}
