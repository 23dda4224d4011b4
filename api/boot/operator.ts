import { userInfo } from "node:os";
import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { createClickHouse } from "@hoplog/platform/clickhouse/createClickHouse.js";
import { clickHouseSettings, clickHouseVariables } from "@hoplog/platform/env/connections.js";
import { EnvError, parseEnv } from "@hoplog/platform/env/parseEnv.js";
import { httpUrl, postgresUrl } from "@hoplog/platform/env/pieces.js";
import {
  ConnectionError,
  explainConnection,
  postgresConnectionSettings,
} from "@hoplog/platform/tls/connectionError.js";
import { v7 } from "uuid";
import { z } from "zod";
import { openDatabase } from "../kernel/database/orm.ts";
import { createEventStore } from "../kernel/eventstore/eventStore.ts";
import { help, runOperator } from "../operations/operator/cli.ts";
import { operatorCalled } from "../operations/operator/operator.ts";
import { entities, readTables } from "./features.ts";

const schema = z.object({
  DATABASE_URL: postgresUrl,
  /** Base URL of short links, which distinguishes them from destinations. */
  SHORT_URL: httpUrl.default("http://localhost:3001"),
  /** The name in the audit log; the name of the operating system's user if unset. */
  OPERATOR: z.string().min(1).max(100).optional(),
});

/** Returns null without CLICKHOUSE_URL. The client connects only when a command sends a query. */
function openClickHouse(): ClickHouseClient | null {
  if (!process.env["CLICKHOUSE_URL"]) return null;
  const connection = clickHouseSettings(parseEnv(z.object(clickHouseVariables)));
  return createClickHouse({ ...connection, application: "hoplog operator", requestTimeoutMs: 15_000 });
}

const args = process.argv.slice(2);
const out = (line: string) => void process.stdout.write(`${line}\n`);
const err = (line: string) => void process.stderr.write(`${line}\n`);

try {
  if (args.length === 0 || args.includes("--help") || args.includes("-h")) {
    out(help);
    process.exitCode = args.length === 0 ? 2 : 0;
  } else {
    const env = parseEnv(schema);
    const clickhouse = openClickHouse();
    const orm = await openDatabase(env.DATABASE_URL, entities);
    try {
      process.exitCode = await runOperator(args, {
        services: {
          orm,
          clickhouse,
          eventStore: createEventStore(orm, readTables.projections),
          newId: () => v7(),
          now: () => new Date(),
        },
        operator: operatorCalled(env.OPERATOR ?? systemUser()),
        shortUrl: env.SHORT_URL,
        out,
        err,
      });
    } finally {
      await orm.close();
      await clickhouse?.close();
    }
  }
} catch (error) {
  const said = explainConnection(error, postgresConnectionSettings);
  const known = said instanceof EnvError || said instanceof ConnectionError;
  err(said instanceof Error ? (known ? said.message : (said.stack ?? said.message)) : String(said));
  process.exitCode = 1;
}

/** Returns the operating system's user; its number where it has no name, as in a container that runs as any user. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? "unknown"}`;
  }
}
