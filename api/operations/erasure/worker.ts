import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { catchUp } from "@hoplog/platform/clickhouse/catchUp.js";
import { oneServer } from "@hoplog/platform/clickhouse/oneServer.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { startExclusiveWork } from "@hoplog/platform/postgres/exclusiveWork.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { clicksWrittenLock, erasingLock, settleSeconds } from "@hoplog/schema/erasure.js";
import type pg from "pg";
import { z } from "zod";
import type { Clock, Logs } from "../../kernel/calls/capabilities.ts";
import { type Attempts, createAttempts } from "../../kernel/work/attempts.ts";
import { createChores } from "../../kernel/work/chores.ts";
import { withoutCuts } from "../../clicks/cuts/lock.ts";
import { eraseClicks } from "./eraseClicks.ts";
import { linksWithRows } from "./linksWithRows.ts";
import { purgeDeletedRows, purgeDomains } from "./purge.ts";

export interface ErasureSettings {
  readonly databaseUrl: string;
  readonly clickhouse: ClickHouseClient;
  readonly logger: Logger;
}

export interface Erasures {
  /** Notifies the worker of a new erasure, which it would otherwise find within a few seconds. */
  notify(): void;
  stop(): Promise<void>;
}

const pollMs = 5000;

/** Interval of purging deleted rows from disk, which rewrites whole months. */
const purgeEveryMs = 60 * 60 * 1000;

const dayMs = 24 * 60 * 60 * 1000;

/** Time after which no click of an erased link can be pending. */
const forgetAfter = sql`90 days`;

/** Erases the entries of the table `erasure` from ClickHouse, in one process at a time, until stopped. */
export function startErasures(base: ErasureSettings): Erasures {
  const { databaseUrl, clickhouse, logger } = base;
  const now = () => new Date();
  const attempts = createErasureAttempts({ logger, now });
  const purge = createChores<pg.Client>({ logger, now }, [
    {
      failed: "deleted rows could not be purged",
      everyMs: purgeEveryMs,
      isDelayed: true,
      run: () => purgeDeletedRows(clickhouse),
    },
    {
      failed: "names of erased domains could not be blanked",
      everyMs: purgeEveryMs,
      isDelayed: true,
      run: (client, at) => purgeDomains(client, new Date(at.getTime() - dayMs)),
    },
  ]);
  return startExclusiveWork({
    databaseUrl,
    name: "hoplog erasures",
    logger,
    pollMs,
    async step(client) {
      const worked = await eraseNext(client, clickhouse, attempts);
      await purge(client);
      return worked ? "worked" : "idle";
    },
  });
}

/** Creates a record of failed erasures, which are skipped for a while. */
export function createErasureAttempts(base: Logs & Clock): Attempts {
  return createAttempts(base, "clicks could not be erased");
}

const erasureRow = z.object({
  kind: z.enum(["link", "account"]),
  id: z.uuid(),
  ownerId: z.uuid(),
  pass: z.number(),
  domains: z.array(z.number()),
});

type Erasure = z.output<typeof erasureRow>;

/** Maximum links that one step checks in ClickHouse, and maximum links with rows that it erases. */
const [linksAtOnce, clickedAtOnce] = [500, 10];

/**
 * Runs the next erasures, of an account or of links. Most links that are deleted in bulk were never visited, so one
 * query handles them. A failed erasure is delayed and does not block the others. Returns false if none is due.
 */
export async function eraseNext(client: pg.Client, clickhouse: ClickHouseClient, attempts: Attempts): Promise<boolean> {
  const { rows } = await client.query(
    sql`SELECT kind, id, owner_id AS "ownerId", passes AS pass,
       CASE WHEN kind = 'account' THEN ARRAY(SELECT DISTINCT number FROM domain WHERE domain.owner_id = erasure.owner_id)
         ELSE ARRAY[]::integer[] END AS domains
     FROM erasure
     WHERE done_at IS NULL AND id <> ALL (${attempts.leftOut()}::uuid[]) AND (passes = 0
       OR requested_at < now() - make_interval(secs => ${settleSeconds}))
     ORDER BY passes, requested_at LIMIT ${linksAtOnce}`,
  );
  const [first, ...others] = erasureRow.array().parse(rows);
  if (!first) {
    await client.query(sql`DELETE FROM erasure WHERE done_at < now() - interval '${forgetAfter}'`);
    return false;
  }
  await waitForWriters(client);
  await withoutCuts(client, async () => {
    const server = await oneServer(clickhouse);
    const erase = async (erasure: Erasure) => {
      const isErased = await attempts.attempt(erasure.id, async () => {
        await whileErasing(client, () => eraseClicks(server, erasure));
        await recordPass(client, [erasure]);
      });
      // Throws if the connection, and with it the lock, is lost.
      if (!isErased) await client.query("SELECT 1");
    };
    if (first.kind === "account") return erase(first);
    const links = [first, ...others.filter(({ kind }) => kind === "link")];
    await catchUp(server);
    const found = await linksWithRows(server, links);
    await recordPass(
      client,
      links.filter(({ id }) => !found.has(id)),
    );
    for (const link of links.filter(({ id }) => found.has(id)).slice(0, clickedAtOnce)) await erase(link);
  });
  return true;
}

/** Records another pass of each erasure, even if no rows were found; the second pass completes it. */
async function recordPass(client: pg.Client, erasures: readonly Erasure[]): Promise<void> {
  if (erasures.length === 0) return;
  await client.query(
    sql`UPDATE erasure SET passes = passes + 1, done_at = CASE WHEN passes > 0 THEN now() END
     FROM unnest(${erasures.map(({ kind }) => kind)}::text[], ${erasures.map(({ id }) => id)}::uuid[]) AS passed (kind, id)
       WHERE erasure.kind = passed.kind AND erasure.id = passed.id`,
  );
}

/** Runs an erasure while no months of sums are replaced. */
async function whileErasing(client: pg.Client, erase: () => Promise<void>): Promise<void> {
  await client.query(sql`SELECT pg_advisory_lock(hashtextextended(${erasingLock}, 0))`);
  try {
    await erase();
  } finally {
    await client.query(sql`SELECT pg_advisory_unlock(hashtextextended(${erasingLock}, 0))`);
  }
}

/** Waits for batches that are being written. Later batches already exclude the erased data. */
async function waitForWriters(client: pg.Client): Promise<void> {
  await client.query("BEGIN");
  await client.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${clicksWrittenLock}, 0))`);
  await client.query("COMMIT");
}
