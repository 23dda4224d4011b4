import type { ClientBase } from "pg";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import { linkTotals, recentlyClicked } from "../../clicks/counts/linkTotals.ts";
import { peopleBefore } from "../../clicks/counts/peopleBefore.ts";
import { shownLinks } from "./facts/shownLinks.ts";
import { isNarrowedTo } from "./outbox/fanOut.ts";
import type { ScanServices } from "./scans.ts";
import type { WebhookRow } from "./outbox/rows.ts";
import { type Finding, enqueueOnce } from "./enqueue.ts";

/** Links per query of figures. */
const atOnce = 1000;

interface Reached {
  readonly webhook: WebhookRow;
  readonly linkId: string;
  readonly count: number;
  readonly clicks: number;
}

/**
 * Maximum findings per workspace and round, split into transactions. The next round writes the others, and workspaces
 * do not wait for each other.
 */
const findingsPerOwner = 10_000;
const findingsPerTransaction = 1000;

/**
 * Reports links that have reached a number of clicks by people, among links clicked in the last seconds. Uses the same
 * numbers as pages instead of counting clicks itself. Returns the number of messages, and whether work is left for the
 * next round.
 */
export async function scanClicks(
  services: ScanServices & ClickHouse,
  client: ClientBase,
  webhooks: readonly WebhookRow[],
  seconds: number,
  most: number = findingsPerOwner,
): Promise<{ readonly written: number; readonly isCut: boolean }> {
  const subscribed = webhooks.filter(({ events }) => events.includes("link.clicks"));
  const byOwner = Map.groupBy(subscribed, ({ ownerId }) => ownerId);
  const clicked = await recentlyClicked(services.clickhouse, [...byOwner.keys()], seconds);
  let written = 0;
  let isCut = false;
  for (const [ownerId, links] of Map.groupBy(clicked, (each) => each.ownerId)) {
    let left = most;
    for (let at = 0; at < links.length && left > 0; at += atOnce) {
      const ids = links.slice(at, at + atOnce).map(({ linkId }) => linkId);
      const reached = await notEnqueued(client, await reachedBy(services, byOwner.get(ownerId) ?? [], ownerId, ids));
      for (let first = 0; first < Math.min(reached.length, left); first += findingsPerTransaction) {
        const some = reached.slice(first, Math.min(first + findingsPerTransaction, left));
        written += await enqueueMilestones(services, client, ownerId, some);
      }
      left -= reached.length;
    }
    // There may be more findings, even if the limit was met exactly.
    if (left <= 0) isCut = true;
  }
  return { written, isCut };
}

async function reachedBy(
  { clickhouse }: ClickHouse,
  webhooks: readonly WebhookRow[],
  ownerId: string,
  ids: readonly string[],
): Promise<Reached[]> {
  const totals = await linkTotals(clickhouse, [ownerId], ids);
  return [...totals].flatMap(([linkId, { people: clicks }]) =>
    webhooks.flatMap((webhook) =>
      webhook.clickMilestones.flatMap((count) => (clicks >= count ? { webhook, linkId, count, clicks } : [])),
    ),
  );
}

async function notEnqueued(client: ClientBase, reached: readonly Reached[]): Promise<Reached[]> {
  if (reached.length === 0) return [];
  const { rows } = await client.query<{ told: string }>(
    sql`SELECT webhook_id || ' ' || subject || ' ' || mark AS told FROM webhook_told
     WHERE type = 'link.clicks' AND webhook_id = ANY (${[...new Set(reached.map(({ webhook }) => webhook.id))]}::uuid[])
       AND subject = ANY (${[...new Set(reached.map(({ linkId }) => linkId))]}::uuid[])`,
  );
  const enqueued = new Set(rows.map((row) => row.told));
  return reached.filter(({ webhook, linkId, count }) => !enqueued.has(`${webhook.id} ${linkId} ${count}`));
}

/** Milestones reached before a webhook existed are stored, but not sent. */
async function enqueueMilestones(
  services: ScanServices & ClickHouse,
  client: ClientBase,
  ownerId: string,
  reached: readonly Reached[],
): Promise<number> {
  const findings: Finding[] = [];
  for (const [webhook, those] of Map.groupBy(reached, (each) => each.webhook)) {
    const ids = [...new Set(those.map(({ linkId }) => linkId))];
    const before = await peopleBefore(services.clickhouse, ownerId, ids, webhook.createdAt);
    const links = await shownLinks(services, client, ids);
    for (const { linkId, count, clicks } of those) {
      const link = links.get(linkId);
      const isNew =
        link !== undefined &&
        (before.get(linkId) ?? 0) < count &&
        isNarrowedTo(webhook, { id: linkId, groupId: link.groupId });
      const occurrence = isNew && {
        ownerId,
        at: services.now().toISOString(),
        link: { id: linkId, groupId: link.groupId },
        data: { link: link.shown, count, clicks },
      };
      findings.push({
        webhook,
        type: "link.clicks",
        subject: linkId,
        mark: String(count),
        occurrence: occurrence || null,
      });
    }
  }
  return enqueueOnce(services, client, findings);
}
