import { statSync } from "node:fs";
import { ClickHouseError } from "@clickhouse/client";
import { createClickHouse } from "@hoplog/platform/clickhouse/createClickHouse.js";
import { oneServer } from "@hoplog/platform/clickhouse/oneServer.js";
import { clickHouseSettings, clickHouseVariables } from "@hoplog/platform/env/connections.js";
import { EnvError, parseEnv } from "@hoplog/platform/env/parseEnv.js";
import { count, httpUrl, postgresUrl } from "@hoplog/platform/env/pieces.js";
import {
  clickHouseConnectionSettings,
  ConnectionError,
  explainConnection,
} from "@hoplog/platform/tls/connectionError.js";
import { z } from "zod";
import { NoSuchAccount } from "../account.ts";
import { reportText } from "../report.ts";
import { AlreadyRunningError, verify } from "../verify.ts";

const schema = z.object({
  DATABASE_URL: postgresUrl,
  ...clickHouseVariables,
  TOKEN_SECRET: z.string("must be set").min(32, "expected at least 32 characters"),
  /** Base URL of the api. */
  API_URL: httpUrl,
  /** Id or e-mail address of the account; all accounts by default. */
  ACCOUNT: z.string().optional(),
  /** Number of links per account whose own pages are compared. */
  LINKS: count.default(50),
  /** Maximum reads of a response that differs, because clicks may be in transit. */
  ATTEMPTS: count.default(3),
  /** Milliseconds for which calls are started while writers are blocked. */
  HOLD_MS: count.default(500),
  /** Folder of the redirector's spool on this machine; data in it that no figure includes is reported. */
  SPOOL_DIR: z
    .string()
    .refine((folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false, "is not a folder")
    .optional(),
});

const requestTimeoutMs = 60 * 60 * 1000;

/**
 * ClickHouse's codes for damaged data: CANNOT_READ_ALL_DATA, CHECKSUM_DOESNT_MATCH, FILE_DOESNT_EXIST, CORRUPTED_DATA
 * and CANNOT_DECOMPRESS.
 */
const damagedCodes: ReadonlySet<string> = new Set(["33", "40", "107", "246", "271"]);

/** Returns one sentence for errors that an operator can fix, and the stack for others. */
function wordsOf(error: unknown): string {
  if (error instanceof ClickHouseError && damagedCodes.has(error.code))
    return `A part of ClickHouse's tables is damaged (${error.message}). What to do: docs/guides/repair.md#damaged-parts-of-clickhouse`;
  const isKnown =
    error instanceof EnvError ||
    error instanceof ConnectionError ||
    error instanceof NoSuchAccount ||
    error instanceof AlreadyRunningError ||
    // The spool folder belongs to another user.
    (error instanceof Error && "code" in error && error.code === "EACCES");
  if (error instanceof Error) return isKnown ? error.message : (error.stack ?? error.message);
  return String(error);
}

try {
  const env = parseEnv(schema);
  const clickhouse = createClickHouse({
    ...clickHouseSettings(env),
    application: "hoplog verify",
    requestTimeoutMs,
  });
  try {
    const answer = await clickhouse.ping({ select: true });
    if (!answer.success) throw explainConnection(answer.error, clickHouseConnectionSettings);
    const report = await verify({
      databaseUrl: env.DATABASE_URL,
      // Copies of tables are created on one server only.
      clickhouse: await oneServer(clickhouse),
      apiUrl: env.API_URL,
      tokenSecret: env.TOKEN_SECRET,
      account: env.ACCOUNT ?? null,
      linksInDepth: env.LINKS,
      maxAttempts: env.ATTEMPTS,
      holdMs: env.HOLD_MS,
      recheckDelayMs: 2000,
      spool: env.SPOOL_DIR ?? null,
      onProgress: (line) => process.stderr.write(`${line}\n`),
    });
    process.stdout.write(`${reportText(report)}\n`);
    if (env.SPOOL_DIR === undefined)
      process.stderr.write("The spools of redirectors were not checked: set SPOOL_DIR on their machines.\n");
    process.exitCode = report.differences.length > 0 ? 1 : 0;
  } finally {
    await clickhouse.close();
  }
} catch (error) {
  process.stderr.write(`${wordsOf(error)}\n`);
  process.exitCode = 2;
}
