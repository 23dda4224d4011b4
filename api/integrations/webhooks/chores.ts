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
import { forgetTold, lookAround, lookAtUsedUp, type Looking } from "./look.ts";
import { lookAtClicks } from "./lookAtClicks.ts";
import type { WebhookMetrics } from "./outbox/metrics.ts";
import { switchOff, type SwitchingOff } from "./delivery/switchOff.ts";

export type ChoresBase = Looking &
  ClickHouse &
  Logs &
  SwitchingOff & { readonly databaseUrl: string; readonly webhookMetrics: WebhookMetrics };

const [second, minute, hour] = [1000, 60_000, 3_600_000];
const dayMs = 24 * hour;

/**
 * Looks for what has no event, measures and tidies, each at its pace, in one process at a time, until stopped. Apart from following
 * events, which waits for no ClickHouse.
 */
export function startChores(base: ChoresBase): RunningWork {
  const { databaseUrl, logger, webhookMetrics, now } = base;
  const look = every(2 * second);
  const lookAtCaps = every(5 * second);
  const lookAtRecentClicks = every(10 * second);
  const lookAtOlderClicks = every(hour);
  const measure = every(10 * second);
  const tidy = every(minute);
  let isUnfinished = false;

  /** ClickHouse may be away: nothing else waits for it. */
  async function lookAtAllClicks(client: ClientBase, at: number): Promise<number> {
    const isOlderDue = lookAtOlderClicks(at);
    if (!lookAtRecentClicks(at) && !isOlderDue) return 0;
    const isOlder = isOlderDue || isUnfinished;
    const webhooks = await listeningWebhooks(client);
    if (!webhooks.some(({ events }) => events.includes("link.clicks"))) return 0;
    const { written, isCut } = await lookAtClicks(base, client, webhooks, (isOlder ? 7 * dayMs : hour) / second);
    // What it has left is looked at again in the next turn, also where nobody has clicked it for an hour.
    isUnfinished = isCut;
    return written;
  }

  async function work(client: ClientBase): Promise<void> {
    const at = now().getTime();
    if (look(at)) {
      const webhooks = await listeningWebhooks(client);
      webhookMetrics.written.inc(await lookAround(base, client, webhooks));
      if (lookAtCaps(at)) webhookMetrics.written.inc(await lookAtUsedUp(base, client, webhooks));
    }
    await lookAtAllClicks(client, at).then(
      (written) => webhookMetrics.written.inc(written),
      (error: unknown) => logger.warn({ err: error }, "webhooks can't learn how often links were clicked"),
    );
    if (measure(at)) await measureWebhooks(base, client);
    if (!tidy(at)) return;
    await forgetTold(client, now());
    await forgetMessages(client, now());
    await wakeAllLanes(client, now());
  }

  return startExclusiveWork({
    databaseUrl,
    name: "hoplog webhook chores",
    logger,
    pollMs: 2 * second,
    async step(client) {
      await work(client);
      return "idle";
    },
  });
}

/** Whether so long has passed since it was last true. */
function every(ms: number): (at: number) => boolean {
  let last = -Infinity;
  return (at) => {
    if (at - last < ms) return false;
    last = at;
    return true;
  };
}

type Measuring = SwitchingOff & { readonly webhookMetrics: WebhookMetrics };

/** Switches off those that more than `max` messages wait for. */
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
       SELECT count(*)::integer AS waiting, min(due_at) AS due FROM webhook_message WHERE webhook_id = w.id AND state = 'pending') AS m
     WHERE w.state <> 'disabled' AND ${notBanned("w.owner_id")}`,
  );
  webhookMetrics.waiting.set(rows.reduce((sum, { waiting }) => sum + waiting, 0));
  webhookMetrics.failing.set(rows.filter(({ fails }) => fails).length);
  webhookMetrics.delay.set(Math.max(0, ...rows.map(({ seconds }) => seconds)));
  // What a paused one has waiting is sent when it is resumed: the days that messages are stored bound it.
  for (const { id, waiting, held } of rows) if (waiting > max && !held) await switchOff(base, id, "backlog");
}

/** Removed at a time: many more in one transaction would keep followers of the log waiting. */
const forgottenAtOnce = 5000;

/** Messages that are too old, whatever has become of them, and of each webhook those beyond the last so many that are over. */
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

/** More may come in a minute than is removed at a time. */
async function forgetAll(client: ClientBase, which: Sql): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query(
      sql`DELETE FROM webhook_message WHERE id IN (SELECT id FROM webhook_message WHERE ${which} LIMIT ${forgottenAtOnce})`,
    );
    if ((rowCount ?? 0) < forgottenAtOnce) return;
  }
}

/** Where the first message of a lane was removed, the next one is due. */
export async function wakeAllLanes(client: ClientBase, now: Date): Promise<void> {
  await client.query(
    sql`UPDATE webhook_message AS m SET due_at = ${now} FROM webhook AS w CROSS JOIN LATERAL (
       SELECT DISTINCT ON (lane) id FROM webhook_message WHERE webhook_id = w.id AND state = 'pending' ORDER BY lane, position) AS first
     WHERE w.ordered AND m.id = first.id AND m.due_at IS NULL`,
  );
}
