import { named, sql } from "@hoplog/platform/postgres/sql.js";
import { inTransaction } from "@hoplog/platform/postgres/transaction.js";
import { webhookLimits } from "@hoplog/schema/webhooks.js";
import type { PoolClient } from "pg";
import type { Clock } from "../../../kernel/calls/capabilities.ts";
import type { Reads } from "../../../kernel/database/reads.ts";
import { wakeLanes } from "../outbox/newMessage.ts";
import type { LeasedMessage } from "./claim.ts";
import type { Verdict } from "./retries.ts";
import type { Attempt } from "./send.ts";

/** The result of sending a message. */
export interface Result {
  readonly message: LeasedMessage;
  readonly attempt: Attempt;
  readonly verdict: Verdict;
}

/** Minimum time between two stored successes of a webhook, because each write locks a row that others wait for. */
const succeededMs = 60_000;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Stores attempts, and the new state of each message whose lease this process still holds. When a message is done, the
 * next one in its lane becomes due. Returns the ids of webhooks that have failed long enough to notify the owner.
 */
export async function noteResults({ reads, now }: Reads & Clock, results: readonly Result[]): Promise<string[]> {
  const at = now();
  const ended = results.filter(({ message, verdict }) => message.ordered && verdict.is !== "retried");
  const failed = results.filter(({ verdict }) => verdict.is !== "delivered");
  const succeeded = results.filter(({ message, verdict }) => verdict.is === "delivered" && isNews(message, at));
  const touched = [...ended, ...failed, ...succeeded].map(({ message }) => message.webhookId);
  return inTransaction(reads, async (client) => {
    if (touched.length > 0)
      await client.query(
        sql`SELECT id FROM webhook WHERE id = ANY (${[...new Set(touched)]}::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
      );
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

function isNews({ failingSince, succeededAt }: LeasedMessage, now: Date): boolean {
  return failingSince !== null || succeededAt === null || now.getTime() - succeededAt.getTime() > succeededMs;
}

async function noteMessages(client: PoolClient, results: readonly Result[], now: Date): Promise<void> {
  const states = results.map(({ verdict }) =>
    verdict.is === "delivered" ? "delivered" : verdict.is === "retried" ? "pending" : "failed",
  );
  const due = results.map(({ verdict }) => (verdict.is === "retried" ? new Date(now.getTime() + verdict.inMs) : null));
  const ids = results.map(({ message }) => message.id);
  await client.query(
    // Updates only messages that it has locked, because a webhook may be deleted concurrently.
    named(
      "webhook_results",
      sql`WITH given AS (
        SELECT * FROM unnest(${ids}::uuid[], ${results.map(({ message }) => message.leaseUntil)}::timestamptz[],
          ${states}::text[], ${due}::timestamptz[], ${results.map(({ attempt }) => attempt.at)}::timestamptz[],
          ${results.map(({ attempt }) => attempt.milliseconds)}::integer[],
          ${results.map(({ attempt }) => attempt.status)}::integer[],
          ${results.map(({ attempt }) => attempt.error)}::text[], ${results.map(({ attempt }) => attempt.response)}::text[])
            AS given (id, lease, state, due, at, milliseconds, status, error, response)),
      there AS (SELECT id FROM webhook_message WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE),
      changed AS (
        UPDATE webhook_message AS m SET state = given.state, due_at = given.due, attempts = m.attempts + 1,
          ended_at = CASE WHEN given.state = 'pending' THEN NULL ELSE ${now}::timestamptz END
        FROM given JOIN there USING (id) WHERE m.id = given.id AND m.state = 'pending' AND m.due_at = given.lease)
      INSERT INTO webhook_attempt (message_id, at, milliseconds, status, error, response)
      SELECT id, at, milliseconds, status, error, response FROM given JOIN there USING (id) ON CONFLICT DO NOTHING`,
    ),
  );
}

async function noteSuccess(client: PoolClient, succeeded: readonly Result[], now: Date): Promise<void> {
  await client.query(
    sql`UPDATE webhook SET succeeded_at = ${now}, failing_since = NULL, told_at = NULL
      WHERE id = ANY (${[...new Set(succeeded.map(({ message }) => message.webhookId))]}::uuid[])`,
  );
}

async function noteFailures(client: PoolClient, failed: readonly Result[], now: Date): Promise<string[]> {
  const holds = failed.map(({ verdict }) =>
    "holdMs" in verdict && verdict.holdMs !== null ? new Date(now.getTime() + verdict.holdMs) : null,
  );
  const { rows } = await client.query<{ id: string; long: boolean }>(
    sql`UPDATE webhook AS w SET failing_since = coalesce(failing_since, ${now}), hold_until = greatest(given.hold, hold_until)
     FROM (SELECT id, max(hold) AS hold FROM unnest(${failed.map(({ message }) => message.webhookId)}::uuid[],
       ${holds}::timestamptz[]) AS given (id, hold) GROUP BY id) AS given
     WHERE w.id = given.id RETURNING w.id,
       w.failing_since <= ${new Date(now.getTime() - webhookLimits.toldAfterDays * dayMs)} AS long`,
  );
  return rows.flatMap(({ id, long }) => (long ? id : []));
}
