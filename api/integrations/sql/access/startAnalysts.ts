import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { everywhere } from "@hoplog/platform/clickhouse/everywhere.js";
import { withAdvisoryLock } from "@hoplog/platform/postgres/advisoryLock.js";
import type { Reads } from "../../../kernel/database/reads.ts";
import { followEvents } from "../../../kernel/eventstore/followEvents.ts";
import { syncUsersFile, type UsersFileSettings } from "./syncUsersFile.ts";
import { linkCopying } from "./linkCopies.ts";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isNoExplain, isNoExplainMark, analystsWorkloads } from "@hoplog/schema/analysts.js";
import { clickHouseMigrationsFolder } from "@hoplog/platform/clickhouse/migrate.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { z } from "zod";
import { select } from "../../../clicks/clickhouse/select.ts";

export interface AnalystsSettings extends UsersFileSettings, Reads {
  readonly databaseUrl: string;
  readonly clickhouse: ClickHouseClient;
}

/**
 * Creates the analysts' views, workloads and link copies, and updates them and the users file, until stopped. Resolves
 * once they can be queried; objects that an offline replica cannot create follow later.
 */
export async function startAnalysts(options: AnalystsSettings): Promise<{ stop(): Promise<void> }> {
  const { clickhouse, logger, reads, settings } = options;
  await using stack = new AsyncDisposableStack();
  const usersFile = await syncUsersFile(options);
  stack.defer(() => usersFile.stop());
  let isMade = false;
  const make = async () => {
    if (isMade) return;
    await withAdvisoryLock(reads, "hoplog analysts' views", async () => {
      await makeWorkloads(clickhouse, logger);
      await makeViews(clickhouse, settings.database);
    });
    isMade = true;
  };
  await make().catch((error: unknown) =>
    logger.warn({ err: error }, "cannot create the analysts' views now; retrying later"),
  );
  const copying = await followEvents(options, { ...linkCopying(clickhouse), begin: make });
  stack.defer(() => copying.stop());
  const started = stack.move();
  return {
    stop: () => started.disposeAsync(),
  };
}

/** Creates or updates the analysts' views: each is replaced atomically, so that queries always find it. */
export async function makeViews(clickhouse: ClickHouseClient, database: string): Promise<void> {
  for (const view of await viewStatements()) await everywhere(clickhouse, view, { analytics: database });
}

/** Returns the statements of the database and each view, with a parameter placeholder for the database's name. */
export async function viewStatements(): Promise<string[]> {
  const statements = ["CREATE DATABASE IF NOT EXISTS {analytics:Identifier}"];
  const folder = join(clickHouseMigrationsFolder(), "analytics");
  const files = (await readdir(folder)).filter((name) => name.endsWith(".sql"));
  for (const file of files) {
    const view = await readFile(join(folder, file), "utf8");
    if (!view.includes(isNoExplainMark))
      throw new Error(`${file} defines a view without {is_no_explain}, which prevents EXPLAIN. Add it as a condition`);
    statements.push(view.replace(isNoExplainMark, () => isNoExplain));
  }
  return statements;
}

const row = z.object({ processors: z.coerce.number() });

/**
 * Limits the concurrent queries of all analysts together. If the service's user lacks the permission, only the other
 * limits apply, and this is logged.
 */
export async function makeWorkloads(clickhouse: ClickHouseClient, logger: Logger): Promise<void> {
  try {
    // By default, `max_threads` is the number of processors that ClickHouse may use.
    const [found] = await select(clickhouse, row, "SELECT getSetting('max_threads') AS processors", {});
    for (const query of analystsWorkloads(found?.processors ?? 1)) await everywhere(clickhouse, query);
  } catch (error) {
    logger.warn({ err: error }, "cannot limit concurrent queries of analysts");
  }
}
