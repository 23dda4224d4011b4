import { notBanned } from "../../../kernel/access/notBanned.ts";
import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import type { Listener } from "@hoplog/platform/postgres/listener.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { createNotifier } from "@hoplog/platform/retry/notifier.js";
import type { MikroORM } from "@mikro-orm/postgresql";
import { notPaused } from "../../../accounts/outlets/notPaused.ts";
import { rowsOf } from "../../../kernel/database/statements.ts";
import { addWorkloads, dropOtherWorkloads } from "./accountWorkloads.ts";
import type { SqlAccessSettings } from "./services.ts";
import { type SqlUser, writeUsersFile } from "./usersFile.ts";

/** Name of the notification that a trigger on sql_credential sends. */
const channel = "hoplog_sql_users";
/** Poll interval, in case another program has changed the file or it could not be written. */
const pollMs = 30_000;

export interface UsersFileSettings {
  readonly settings: SqlAccessSettings;
  readonly orm: MikroORM;
  readonly clickhouse: ClickHouseClient;
  readonly listener: Listener;
  readonly logger: Logger;
}

/** Updates ClickHouse's users file and workloads whenever the accounts with SQL access change, until stopped. */
export async function syncUsersFile(options: UsersFileSettings): Promise<{ stop(): Promise<void> }> {
  const { settings, orm, clickhouse, listener, logger } = options;
  const ending = new AbortController();
  const notifier = createNotifier();
  // The file is written even if workloads fail, because revoked access must end at once.
  const withWorkloads = (work: () => Promise<void>) =>
    work().catch((error: unknown) =>
      logger.warn({ err: error }, "cannot schedule the queries of accounts in ClickHouse"),
    );
  const keep = async () => {
    while (!ending.signal.aborted) {
      try {
        const users = await accountsWithAccess(orm);
        const accountIds = users.map(({ accountId }) => accountId);
        await withWorkloads(() => addWorkloads(clickhouse, accountIds));
        if (await writeUsersFile(settings.usersFolder, users, settings.database))
          logger.info("wrote the accounts' users file for ClickHouse");
        // Reads the accounts again, because another API process may have granted access in the meantime.
        const now = await accountsWithAccess(orm);
        await withWorkloads(() =>
          dropOtherWorkloads(
            clickhouse,
            now.map(({ accountId }) => accountId),
          ),
        );
      } catch (error) {
        logger.warn({ err: error }, "cannot write the accounts' users file for ClickHouse");
      }
      await notifier.wait(pollMs, ending.signal);
    }
  };
  const { unlisten } = await listener.listen(channel, { onNotification: notifier.notify, onGap: notifier.notify });
  const keeping = keep();
  return {
    async stop() {
      ending.abort();
      await keeping;
      await unlisten();
    },
  };
}

/**
 * Returns the accounts with access, except banned or paused ones, in a fixed order, so that the same accounts result in
 * the same file.
 */
async function accountsWithAccess(orm: MikroORM): Promise<SqlUser[]> {
  return rowsOf<SqlUser>(
    orm.em.fork(),
    sql`SELECT user_id AS "accountId", password_sha256 AS "passwordSha256"
     FROM sql_access JOIN sql_credential USING (user_id)
     WHERE ${notBanned("sql_access.user_id")} AND ${notPaused("sqlAccess", "sql_access.user_id")} ORDER BY user_id`,
  );
}
