import { inTransaction } from "@hoplog/platform/postgres/transaction.js";
import { webhookLimits } from "@hoplog/schema/webhooks.js";
import type { PoolClient } from "pg";
import type { Clock } from "../../../kernel/calls/capabilities.ts";
import type { Reads } from "../../../kernel/database/reads.ts";
import { wakeLanes } from "../outbox/newMessage.ts";
import type { TakenMessage } from "./claim.ts";
import type { Verdict } from "./retries.ts";
import type { Attempt } from "./send.ts";

/** What has become of a message that was sent. */
export interface Result {
  readonly message: TakenMessage;
  readonly attempt: Attempt;
  readonly verdict: Verdict;
}

/** A webhook that works is noted so often at most: each time it would be a row that others wait for. */
const succeededMs = 60_000;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Notes attempts, and what becomes of their messages, where those are still ours. What waits behind one that is over is due then.
 * Gives the webhooks that have failed for so long that somebody should know.
 */
export async function noteResults({ reads, now }: Reads & Clock, results: readonly Result[]): Promise<string[]> {
  const at = now();
  const ended = results.filter(({ message, verdict }) => message.ordered && verdict.is !== "retried");
  const failed = results.filter(({ verdict }) => verdict.is !== "delivered");
  const succeeded = results.filter(({ message, verdict }) => verdict.is === "delivered" && isNews(message, at));
  const touched = [...ended, ...failed, ...succeeded].map(({ message }) => message.webhookId);
  return inTransaction(reads, async (client) => {
    if (touched.length > 0)
      await client.query("SELECT id FROM webhook WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE", [
        [...new Set(touched)],
      ]);
    await noteMessages(client, results, at);
    if (ended.length > 0)
      await wakeLanes(
        client,
        ended.map(({ message }) => message),
        at,
      );
    if (succeeded.length > 0) await noteSuccess(client, succeeded, at);
    return failed.length > 0 ? noteFailures(client, failed, at) : [];
  });
}

function isNews({ failingSince, succeededAt }: TakenMessage, now: Date): boolean {
  return failingSince !== null || succeededAt === null || now.getTime() - succeededAt.getTime() > succeededMs;
}

async function noteMessages(client: PoolClient, results: readonly Result[], now: Date): Promise<void> {
  const states = results.map(({ verdict }) =>
    verdict.is === "delivered" ? "delivered" : verdict.is === "retried" ? "pending" : "failed",
  );
  const due = results.map(({ verdict }) => (verdict.is === "retried" ? new Date(now.getTime() + verdict.inMs) : null));
  await client.query({
    name: "webhook_results",
    // A webhook may be deleted at the same time: of its messages those alone are noted that are locked, and so stay.
    text: `WITH given AS (
        SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::integer[], $7::integer[],
          $8::text[], $9::text[]) AS given (id, lease, state, due, at, milliseconds, status, error, response)),
      there AS (SELECT id FROM webhook_message WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE),
      changed AS (
        UPDATE webhook_message AS m SET state = given.state, due_at = given.due, attempts = m.attempts + 1,
          ended_at = CASE WHEN given.state = 'pending' THEN NULL ELSE $10::timestamptz END
        FROM given JOIN there USING (id) WHERE m.id = given.id AND m.state = 'pending' AND m.due_at = given.lease)
      INSERT INTO webhook_attempt (message_id, at, milliseconds, status, error, response)
      SELECT id, at, milliseconds, status, error, response FROM given JOIN there USING (id) ON CONFLICT DO NOTHING`,
    values: [
      results.map(({ message }) => message.id),
      results.map(({ message }) => message.leaseUntil),
      states,
      due,
      results.map(({ attempt }) => attempt.at),
      results.map(({ attempt }) => attempt.milliseconds),
      results.map(({ attempt }) => attempt.status),
      results.map(({ attempt }) => attempt.error),
      results.map(({ attempt }) => attempt.response),
      now,
    ],
  });
}

async function noteSuccess(client: PoolClient, succeeded: readonly Result[], now: Date): Promise<void> {
  await client.query(
    "UPDATE webhook SET succeeded_at = $2, failing_since = NULL, told_at = NULL WHERE id = ANY ($1::uuid[])",
    [[...new Set(succeeded.map(({ message }) => message.webhookId))], now],
  );
}

async function noteFailures(client: PoolClient, failed: readonly Result[], now: Date): Promise<string[]> {
  const holds = failed.map(({ verdict }) =>
    "holdMs" in verdict && verdict.holdMs !== null ? new Date(now.getTime() + verdict.holdMs) : null,
  );
  const { rows } = await client.query<{ id: string; long: boolean }>(
    `UPDATE webhook AS w SET failing_since = coalesce(failing_since, $3), hold_until = greatest(given.hold, hold_until)
     FROM (SELECT id, max(hold) AS hold FROM unnest($1::uuid[], $2::timestamptz[]) AS given (id, hold) GROUP BY id) AS given
     WHERE w.id = given.id RETURNING w.id, w.failing_since <= $4 AS long`,
    [
      failed.map(({ message }) => message.webhookId),
      holds,
      now,
      new Date(now.getTime() - webhookLimits.toldAfterDays * dayMs),
    ],
  );
  return rows.flatMap(({ id, long }) => (long ? id : []));
}
