import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { authorizeOwn, type Member } from "../../kernel/access/authorize.ts";
import type { Clock } from "../../kernel/calls/capabilities.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import { listWebhooks } from "../../integrations/webhooks/queries.ts";

/** Messages per query; a message may contain a hundred clicks. */
const page = 100;

interface MessageLine {
  readonly position: string;
  readonly body: string;
}

const time = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Yields the retained messages of all webhooks, sent or pending, as lines of JSON with all attempts. The messages of
 * each webhook are sorted oldest first.
 */
export async function* webhookMessagesJsonl(services: Reads & Clock, member: Member): AsyncGenerator<string> {
  authorizeOwn(member, "export");
  for (const { id } of await listWebhooks(services, member)) {
    for (let after = "0"; ;) {
      const rows = await readRows<MessageLine>(
        services.reads,
        sql`SELECT m.position::text AS position, m.webhook_id AS "webhookId", m.id, m.type, m.link_id AS "linkId", m.state,
           ${raw(time("m.created_at"))} AS "createdAt", ${raw(time("m.ended_at"))} AS "endedAt",
           (SELECT coalesce(json_agg(json_build_object('at', ${raw(time("a.at"))}, 'milliseconds', a.milliseconds, 'status',
             a.status,
              'error', a.error, 'response', a.response) ORDER BY a.at), '[]') FROM webhook_attempt AS a
                WHERE a.message_id = m.id) AS attempts,
           m.body
         FROM webhook_message AS m WHERE m.webhook_id = ${id} AND m.position > ${after}::bigint ORDER BY m.position LIMIT ${page}`,
      );
      for (const { position, body, ...message } of rows) {
        yield `${JSON.stringify({ ...message, body: JSON.parse(body) as unknown })}\n`;
        after = position;
      }
      if (rows.length < page) break;
    }
  }
}
