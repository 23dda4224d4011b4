import { notBanned } from "../../kernel/access/notBanned.ts";
import { startExclusiveWork } from "@hoplog/platform/postgres/exclusiveWork.js";
import { type Sql, sql } from "@hoplog/platform/postgres/sql.js";
import type { RunningWork } from "@hoplog/platform/retry/steps.js";
import { webhookLimits } from "@hoplog/schema/webhooks.js";
import type { ClientBase } from "pg";
import type { Logs } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import { notPaused } from "../../accounts/outlets/notPaused.ts";
import { listeningWebhooks } from "./outbox/fanOut.ts";
import { createChores } from "../../kernel/work/chores.ts";
import { deleteDedupEntries, scanUsedUpLinks, scanExpiredLinks, scanEndedImports, type ScanServices } from "./scans.ts";
import type { WebhookRow } from "./outbox/rows.ts";
import { scanClicks } from "./scanClicks.ts";
import type { WebhookMetrics } from "./outbox/metrics.ts";
import { switchOff, type SwitchingOff } from "./delivery/switchOff.ts";

export type ChoresBase = ScanServices &
  ClickHouse &
  Logs &
  SwitchingOff & { readonly databaseUrl: string; readonly webhookMetrics: WebhookMetrics };

const [second, minute, hour] = [1000, 60_000, 3_600_000];
const dayMs = 24 * hour;

/**
 * Runs periodic jobs (scans for conditions without events, metrics, cleanup), each at its own interval, in one process
 * at a time, until stopped. Separate from following events, which must not wait for ClickHouse.
 */
export function startChores(base: ChoresBase): RunningWork {
  const { databaseUrl, logger, webhookMetrics } = base;
  let webhooks: readonly WebhookRow[] = [];
  let olderAt = -Infinity;
  let isUnfinished = false;
  const writing =
    (scan: (of: ChoresBase, client: ClientBase, listening: readonly WebhookRow[]) => Promise<number>) =>
    async (client: ClientBase) =>
      webhookMetrics.written.inc(await scan(base, client, webhooks));

  async function scanAllClicks(client: ClientBase, now: Date): Promise<void> {
    const isOlderDue = now.getTime() - olderAt >= hour;
    if (isOlderDue) olderAt = now.getTime();
    if (!webhooks.some(({ events }) => events.includes("link.clicks"))) return;
    const reach = (isOlderDue || isUnfinished ? 7 * dayMs : hour) / second;
    const { written, isCut } = await scanClicks(base, client, webhooks, reach);
    // The next round processes the remaining findings, even if there were no clicks for an hour.
    isUnfinished = isCut;
    webhookMetrics.written.inc(written);
  }

  async function readWebhooks(client: ClientBase): Promise<void> {
    webhooks = [];
    webhooks = await listeningWebhooks(client);
  }

  const chores = createChores<ClientBase>(base, [
    { failed: "webhooks could not be read", everyMs: 2 * second, run: readWebhooks },
    {
      failed: "webhook messages about expired links could not be enqueued",
      everyMs: 2 * second,
      run: writing(scanExpiredLinks),
    },
    {
      failed: "webhook messages about imports could not be enqueued",
      everyMs: 2 * second,
      run: writing(scanEndedImports),
    },
    {
      failed: "webhook messages about links that reached their click limit could not be enqueued",
      everyMs: 5 * second,
      run: writing(scanUsedUpLinks),
    },
    {
      failed: "webhook messages about numbers of clicks could not be enqueued",
      everyMs: 10 * second,
      run: scanAllClicks,
    },
    { failed: "webhooks could not be measured", everyMs: 10 * second, run: (client) => measureWebhooks(base, client) },
    { failed: "old deduplication records of webhooks could not be deleted", everyMs: minute, run: deleteDedupEntries },
    { failed: "old messages of webhooks could not be deleted", everyMs: minute, run: forgetMessages },
    { failed: "ordered messages of webhooks could not be resumed", everyMs: minute, run: wakeAllLanes },
  ]);
  return startExclusiveWork({
    databaseUrl,
    name: "hoplog webhook chores",
    logger,
    pollMs: 2 * second,
    async step(client) {
      await chores(client);
      return "idle";
    },
  });
}

type Measuring = SwitchingOff & Logs & { readonly webhookMetrics: WebhookMetrics };

/** Updates the metrics of webhooks, and disables webhooks with more than `max` waiting messages. */
export async function measureWebhooks(
  base: Measuring,
  client: ClientBase,
  max: number = webhookLimits.waitingMax,
): Promise<void> {
  const { webhookMetrics } = base;
  const now = base.now();
  const going = notPaused("webhook", "w.id");
  const { rows } = await client.query<{ id: string; waiting: number; fails: boolean; held: boolean; seconds: number }>(
    sql`SELECT w.id, m.waiting, w.failing_since IS NOT NULL AS fails, NOT ${going} AS held,
       CASE WHEN w.state = 'active' AND ${going} AND w.failing_since IS NULL AND (w.hold_until IS NULL OR w.hold_until < ${now})
         THEN greatest(0, coalesce(extract(epoch FROM ${now} - m.due), 0)) ELSE 0 END::float8 AS seconds
     FROM webhook AS w CROSS JOIN LATERAL (
       SELECT count(*)::integer AS waiting, min(due_at) AS due FROM webhook_message WHERE webhook_id = w.id
         AND state = 'pending') AS m
     WHERE w.state <> 'disabled' AND ${notBanned("w.owner_id")}`,
  );
  webhookMetrics.waiting.set(rows.reduce((sum, { waiting }) => sum + waiting, 0));
  webhookMetrics.failing.set(rows.filter(({ fails }) => fails).length);
  webhookMetrics.delay.set(Math.max(0, ...rows.map(({ seconds }) => seconds)));
  // If the webhook's outlet is paused, messages are sent when it is resumed; their number is limited by their
  // retention.
  for (const { id, waiting, held } of rows) {
    if (waiting <= max || held) continue;
    await switchOff(base, id, "backlog").catch((error: unknown) =>
      base.logger.warn({ err: error, webhook: id }, "disabling a webhook failed; retrying later"),
    );
  }
}

/** Rows deleted at a time: larger transactions would delay followers of the log. */
const forgottenAtOnce = 5000;

/**
 * Deletes expired previous secrets, messages that are too old, in any state, and the completed messages of each webhook
 * beyond the last few.
 */
export async function forgetMessages(client: ClientBase, now: Date): Promise<void> {
  await client.query(
    sql`UPDATE webhook SET previous_secret = NULL, previous_until = NULL WHERE previous_until < ${now}`,
  );
  const before = new Date(now.getTime() - webhookLimits.keptDays * dayMs);
  await forgetAll(client, sql`created_at < ${before} ORDER BY created_at`);
  const { rows: webhooks } = await client.query<{ id: string }>("SELECT id FROM webhook");
  for (const { id } of webhooks) {
    await forgetAll(
      client,
      sql`webhook_id = ${id} AND state <> 'pending' AND position <= (
         SELECT position FROM webhook_message WHERE webhook_id = ${id} AND state <> 'pending'
         ORDER BY position DESC OFFSET ${webhookLimits.endedMax} LIMIT 1)
       ORDER BY position`,
    );
  }
}

/** Deletes in repeated batches, because more messages may be added per minute than one batch deletes. */
async function forgetAll(client: ClientBase, which: Sql): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query(
      sql`DELETE FROM webhook_message WHERE id IN (SELECT id FROM webhook_message WHERE ${which} LIMIT ${forgottenAtOnce})`,
    );
    if ((rowCount ?? 0) < forgottenAtOnce) return;
  }
}

/** Makes the next message due in each lane whose first message was deleted. */
export async function wakeAllLanes(client: ClientBase, now: Date): Promise<void> {
  await client.query(
    sql`UPDATE webhook_message AS m SET due_at = ${now} FROM webhook AS w CROSS JOIN LATERAL (
       SELECT DISTINCT ON (lane) id FROM webhook_message WHERE webhook_id = w.id AND state = 'pending'
         ORDER BY lane, position) AS first
     WHERE w.ordered AND m.id = first.id AND m.due_at IS NULL`,
  );
}
