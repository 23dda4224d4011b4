import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { oneServer } from "@hoplog/platform/clickhouse/oneServer.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { startExclusiveWork } from "@hoplog/platform/postgres/exclusiveWork.js";
import { clicksWrittenLock, settleSeconds } from "@hoplog/schema/erasure.js";
import type pg from "pg";
import { z } from "zod";
import { withoutCuts } from "../clickCut/lock.ts";
import { eraseClicks } from "./eraseClicks.ts";
import { purgeDeletedRows, purgeDomains } from "./purge.ts";

export interface ErasureSettings {
  readonly databaseUrl: string;
  readonly clickhouse: ClickHouseClient;
  readonly logger: Logger;
}

export interface Erasures {
  /** Signals that something is to be erased; without it, it is found within a few seconds. */
  notify(): void;
  stop(): Promise<void>;
}

const pollMs = 5000;

/** Deleted rows leave the disk this often: it means writing months anew. */
const purgeEveryMs = 60 * 60 * 1000;

const dayMs = 24 * 60 * 60 * 1000;

/** After so long no click of an erased link waits anywhere any more. */
const forgetAfter = "90 days";

/** Erases what the table `erasure` lists from ClickHouse, in one process at a time, until stopped. */
export function startErasures({ databaseUrl, clickhouse, logger }: ErasureSettings): Erasures {
  let purgedAt = performance.now();
  return startExclusiveWork({
    databaseUrl,
    name: "hoplog erasures",
    logger,
    pollMs,
    async step(client) {
      const worked = await eraseNext(client, clickhouse);
      if (performance.now() - purgedAt > purgeEveryMs) {
        purgedAt = performance.now();
        await purgeDeletedRows(clickhouse);
        await purgeDomains(client, new Date(Date.now() - dayMs));
      }
      return worked ? "worked" : "idle";
    },
  });
}

const erasureRow = z.object({
  kind: z.enum(["link", "account"]),
  id: z.uuid(),
  ownerId: z.uuid(),
  pass: z.number(),
  domains: z.array(z.number()),
});

/** One erasure. False when there is nothing to do just now. */
async function eraseNext(client: pg.Client, clickhouse: ClickHouseClient): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT kind, id, owner_id AS "ownerId", passes AS pass,
       CASE WHEN kind = 'account' THEN ARRAY(SELECT DISTINCT number FROM domain WHERE domain.owner_id = erasure.owner_id)
         ELSE ARRAY[]::integer[] END AS domains
     FROM erasure
     WHERE done_at IS NULL AND (passes = 0 OR requested_at < now() - make_interval(secs => $1))
     ORDER BY passes, requested_at LIMIT 1`,
    [settleSeconds],
  );
  if (rows.length === 0) {
    await client.query(`DELETE FROM erasure WHERE done_at < now() - interval '${forgetAfter}'`);
    return false;
  }
  const erasure = erasureRow.parse(rows[0]);
  await letWritersFinish(client);
  await withoutCuts(client, async () => eraseClicks(await oneServer(clickhouse), erasure));
  await client.query(
    `UPDATE erasure SET passes = passes + 1, done_at = CASE WHEN passes > 0 THEN now() END WHERE kind = $1 AND id = $2`,
    [erasure.kind, erasure.id],
  );
  return true;
}

/** Waits for the batches that are being written now. Those behind them know what is being erased. */
async function letWritersFinish(client: pg.Client): Promise<void> {
  await client.query("BEGIN");
  await client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [clicksWrittenLock]);
  await client.query("COMMIT");
}
