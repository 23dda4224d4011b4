import { type Sql, sql } from "@hoplog/platform/postgres/sql.js";
import type { WebhookEvent } from "@hoplog/schema/webhooks.js";
import type { ClientBase } from "pg";
import type { Clock, ShortUrl } from "../../kernel/calls/capabilities.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import { shownLinks } from "./facts/shownLinks.ts";
import { linklessLane } from "./outbox/newMessage.ts";
import type { WebhookRow } from "./outbox/rows.ts";
import { type Finding, enqueueOnce } from "./enqueue.ts";

export type ScanServices = Reads & Clock & ShortUrl;

const dayMs = 24 * 60 * 60 * 1000;
/**
 * Maximum age of occurrences in milliseconds. Older ones are not reported, and their deduplication entries are deleted.
 */
const lookbackMs = 7 * dayMs;
/** Maximum findings per query. */
const most = 500;

interface Row {
  readonly webhookId: string;
  readonly subject: string;
  readonly mark: string;
  readonly at: Date;
}

const notEnqueued = (type: WebhookEvent, subject: Sql, mark: Sql) =>
  sql`NOT EXISTS (SELECT FROM webhook_told AS told
    WHERE told.webhook_id = w.id AND told.type = ${type} AND told.subject = ${subject} AND told.mark = ${mark})`;
const wanting = (type: WebhookEvent) => sql`w.state <> 'disabled' AND ${type} = ANY (w.events)`;

/** The time range in which conditions are scanned. */
interface Span {
  readonly now: Date;
  readonly since: Date;
}

const expiryMark = sql`(extract(epoch FROM expires_at) * 1000)::bigint::text`;
const expired = ({
  now,
  since,
}: Span) => sql`SELECT w.id AS "webhookId", link.id AS subject, ${expiryMark} AS mark, expires_at AS at
  FROM webhook AS w JOIN link ON link.owner_id = w.owner_id
  WHERE ${wanting("link.expired")} AND expires_at <= ${now} AND expires_at > greatest(${since}::timestamptz, w.created_at)
    AND ${notEnqueued("link.expired", sql`link.id`, expiryMark)}
  ORDER BY expires_at, link.id LIMIT ${most}`;

const usedUpOf = sql`FROM webhook AS w JOIN link ON link.owner_id = w.owner_id AND max_clicks IS NOT NULL
  JOIN link_cap ON link_cap.link_id = link.id AND number = cap_number AND used >= max_clicks
  WHERE ${wanting("link.usedUp")}`;
const usedUpMark = sql`cap_number || ' ' || max_clicks`;
const usedUp = ({
  now,
}: Span) => sql`SELECT w.id AS "webhookId", link.id AS subject, ${usedUpMark} AS mark, ${now}::timestamptz AS at
  ${usedUpOf} AND ${notEnqueued("link.usedUp", sql`link.id`, sql`(${usedUpMark})`)} LIMIT ${most}`;

const imports = ({ now, since }: Span) => sql`SELECT w.id AS "webhookId", job.id AS subject, '' AS mark, ended_at AS at
  FROM webhook AS w JOIN link_import AS job ON job.owner_id = w.owner_id
  WHERE ${wanting("import.done")} AND job.state IN ('done', 'failed') AND ended_at <= ${now}
    AND ended_at > greatest(${since}::timestamptz, w.created_at) AND ${notEnqueued("import.done", sql`job.id`, sql`''`)}
  ORDER BY ended_at LIMIT ${most}`;

/** Detects conditions that have no event, and writes their messages. Returns their number. */
type Scan = (services: ScanServices, client: ClientBase, webhooks: readonly WebhookRow[]) => Promise<number>;

export const scanExpiredLinks = ifSubscribed("link.expired", (services, client, webhooks) =>
  enqueueForLinks(services, client, webhooks, "link.expired", expired),
);
export const scanEndedImports = ifSubscribed("import.done", enqueueForImports);
/** Scans links with a cap in workspaces that subscribe to `link.usedUp`. */
export const scanUsedUpLinks = ifSubscribed("link.usedUp", async (services, client, webhooks) => {
  await beginUsedUp(client, services.now());
  return enqueueForLinks(services, client, webhooks, "link.usedUp", usedUp);
});

function ifSubscribed(event: WebhookEvent, scan: Scan): Scan {
  return async (services, client, webhooks) =>
    webhooks.some(({ events }) => events.includes(event)) ? scan(services, client, webhooks) : 0;
}

async function find(client: ClientBase, question: (span: Span) => Sql, now: Date): Promise<Row[]> {
  return (await client.query<Row>(question({ now, since: new Date(now.getTime() - lookbackMs) }))).rows;
}

async function enqueueForLinks(
  services: ScanServices,
  client: ClientBase,
  webhooks: readonly WebhookRow[],
  type: "link.expired" | "link.usedUp",
  question: (span: Span) => Sql,
): Promise<number> {
  const rows = await find(client, question, services.now());
  if (rows.length === 0) return 0;
  const byId = new Map(webhooks.map((webhook) => [webhook.id, webhook]));
  const links = await shownLinks(
    services,
    client,
    rows.map(({ subject }) => subject),
  );
  const findings = rows.flatMap(({ webhookId, subject, mark, at }): Finding[] => {
    const [webhook, link] = [byId.get(webhookId), links.get(subject)];
    if (!webhook || !link) return [];
    const { ownerId, groupId, shown } = link;
    const about = { ownerId, at: at.toISOString(), link: { id: subject, groupId } };
    return [{ webhook, type, subject, mark, occurrence: { ...about, data: { link: shown } } }];
  });
  return enqueueOnce(services, client, findings);
}

/**
 * Stores links that are already used up, so that a webhook's first scan does not report them, because the time is
 * unknown.
 */
async function beginUsedUp(client: ClientBase, now: Date): Promise<void> {
  await client.query(
    sql`WITH fresh AS (
       INSERT INTO webhook_told (webhook_id, type, subject, mark, told_at)
       SELECT w.id, 'link.usedUp', ${linklessLane}::uuid, 'begun', ${now} FROM webhook AS w
       WHERE ${wanting("link.usedUp")} AND ${notEnqueued("link.usedUp", sql`${linklessLane}::uuid`, sql`'begun'`)}
       ON CONFLICT DO NOTHING RETURNING webhook_id)
     INSERT INTO webhook_told (webhook_id, type, subject, mark, told_at)
     SELECT w.id, 'link.usedUp', link.id, ${usedUpMark}, ${now} ${usedUpOf} AND w.id IN (SELECT webhook_id FROM fresh)
     ON CONFLICT DO NOTHING`,
  );
}

async function enqueueForImports(
  services: ScanServices,
  client: ClientBase,
  webhooks: readonly WebhookRow[],
): Promise<number> {
  const rows = await find(client, imports, services.now());
  if (rows.length === 0) return 0;
  const { rows: jobs } = await client.query<{ _id: string }>(
    sql`SELECT id AS _id, source, file_name AS "fileName", state, total, done, failed FROM link_import
      WHERE id = ANY (${rows.map(({ subject }) => subject)}::uuid[])`,
  );
  const byId = new Map(webhooks.map((webhook) => [webhook.id, webhook]));
  const findings = rows.flatMap(({ webhookId, subject, mark, at }): Finding[] => {
    const [webhook, job] = [byId.get(webhookId), jobs.find(({ _id }) => _id === subject)];
    if (!webhook || !job) return [];
    const endedAt = at.toISOString();
    const data = { import: { ...job, endedAt } };
    const occurrence = { ownerId: webhook.ownerId, at: endedAt, link: null, data };
    return [{ webhook, type: "import.done", subject, mark, occurrence }];
  });
  return enqueueOnce(services, client, findings);
}

/**
 * Deletes deduplication entries that can no longer match. Entries of used-up links and of clicks are stored as long as
 * the link exists.
 */
export async function deleteDedupEntries(client: ClientBase, now: Date): Promise<void> {
  await client.query(
    sql`DELETE FROM webhook_told WHERE type IN ('link.expired', 'import.done')
      AND told_at < ${new Date(now.getTime() - lookbackMs - dayMs)}`,
  );
}
