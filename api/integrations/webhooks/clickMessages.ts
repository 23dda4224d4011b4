import type { LogRecord } from "@hoplog/platform/log/port.js";
import { named, sql } from "@hoplog/platform/postgres/sql.js";
import { compileRules, type CompiledRules } from "@hoplog/platform/visitor/workspaceRules.js";
import { storedWorkspaceRules } from "@hoplog/schema/bots/storedWorkspaceRules.js";
import { type ClickBatch, decodeClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import { defaultDomain } from "@hoplog/schema/topics/links/key.js";
import { uuidText } from "@hoplog/schema/uuid.js";
import { webhookLimits } from "@hoplog/schema/webhooks.js";
import type { ClientBase } from "pg";
import { isNarrowedTo } from "./outbox/fanOut.ts";
import { messageBody, type NewMessage, messageIdOf } from "./outbox/newMessage.ts";
import type { WebhookRow } from "./outbox/rows.ts";
import type { ClickedLink, createClickFacts, Lookups } from "./clickFacts.ts";

/** Decodes the batches of records. Omits invalid ones, which ingest handles and stores. */
export function batchesIn(records: readonly LogRecord[]): ClickBatch[] {
  return records.flatMap(({ value }) => {
    if (value === null) return [];
    try {
      return [decodeClickBatch(value)];
    } catch (error) {
      if (error instanceof RangeError) return [];
      throw error;
    }
  });
}

/** Groups the rows of a batch by subscribed owners. */
export function rowsByOwner(batch: ClickBatch, owners: ReadonlySet<string>): Map<string, number[]> {
  const ownerOf = batch.links.map(({ ownerId }) => {
    const owner = uuidText(ownerId);
    return owners.has(owner) ? owner : null;
  });
  const rows = new Map<string, number[]>();
  if (ownerOf.every((owner) => owner === null)) return rows;
  for (let row = 0; row < batch.size; row++) {
    const owner = ownerOf[batch.link[row] ?? 0];
    if (!owner) continue;
    const known = rows.get(owner);
    if (known) known.push(row);
    else rows.set(owner, [row]);
  }
  return rows;
}

export function linkIdOf(batch: ClickBatch, row: number): string {
  const link = batch.links[batch.link[row] ?? 0];
  return link ? uuidText(link.linkId) : "";
}

/**
 * Reads links by id, without deleted ones. The links are locked against deletion until the transaction ends, so that
 * deletion finds their messages.
 */
export async function clickedLinks(client: ClientBase, ids: readonly string[]): Promise<Map<string, ClickedLink>> {
  const { rows } = await client.query<{
    id: string;
    groupId: string | null;
    code: string;
    domain: number;
    domainName: string | null;
  }>(
    named(
      "webhook_clicked_links",
      sql`SELECT link.id, group_id AS "groupId", code, link.domain, d.name AS "domainName" FROM link
      LEFT JOIN LATERAL (SELECT name FROM domain WHERE domain.owner_id = link.owner_id AND number = link.domain
        ORDER BY state = 'removed', added_at DESC LIMIT 1) AS d ON true
      WHERE link.id = ANY (${ids}::uuid[]) FOR KEY SHARE OF link`,
    ),
  );
  return new Map(
    rows.map(({ id, groupId, code, domain, domainName }) => [
      id,
      { id, groupId, shown: { shortUrl: code, ...(domain !== defaultDomain && { domain: domainName }) } },
    ]),
  );
}

/** Reads the workspaces' current bot rules. */
export async function rulesOf(
  client: ClientBase,
  owners: readonly string[],
): Promise<{ readonly compiled: ReadonlyMap<string, CompiledRules>; readonly askForNetworks: boolean }> {
  const { rows } = await client.query<{ ownerId: string; rules: unknown }>(
    named(
      "webhook_bot_rules",
      sql`SELECT DISTINCT ON (owner_id) owner_id AS "ownerId", rules FROM bot_rules WHERE owner_id = ANY (${owners}::uuid[])
      ORDER BY owner_id, version DESC`,
    ),
  );
  const read = rows.map(({ ownerId, rules }) => ({ ownerId, rules: storedWorkspaceRules.parse(rules) }));
  return {
    compiled: new Map(read.map(({ ownerId, rules }) => [ownerId, compileRules(rules)])),
    askForNetworks: read.some(({ rules }) => rules.verdicts.some(({ field }) => field === "network")),
  };
}

export interface Clicked {
  readonly batch: ClickBatch;
  readonly rows: readonly number[];
  readonly links: ReadonlyMap<string, ClickedLink>;
  readonly rules: CompiledRules | null;
}

/**
 * Yields the messages of one workspace's clicks in a batch, for one webhook, each created on demand. The clicks of a
 * message depend only on the batch, so if it is delivered again, the same clicks are in messages with the same ids.
 */
export function* clickMessages(
  factsOf: ReturnType<typeof createClickFacts>,
  means: Lookups,
  { id: webhookId, ownerId, ordered, createdAt, clicksSince, linkIds, groupIds }: WebhookRow,
  { batch, rows, links, rules }: Clicked,
): Generator<NewMessage, void> {
  const batchId = uuidText(batch.id);
  const since = Math.max(createdAt.getTime(), clicksSince?.getTime() ?? 0);
  for (let first = 0; first < rows.length; first += webhookLimits.clicksPerMessage) {
    const clicked = new Set<string>();
    const clicks = rows.slice(first, first + webhookLimits.clicksPerMessage).flatMap((row) => {
      const link = links.get(linkIdOf(batch, row));
      const isWanted = link && batch.base + (batch.at[row] ?? 0) >= since && isNarrowedTo({ linkIds, groupIds }, link);
      if (!isWanted) return [];
      clicked.add(link.id);
      return [factsOf(means, batch, row, link, rules)];
    });
    if (clicks.length === 0) continue;
    const at = new Date(batch.base + (batch.at[rows[first] ?? 0] ?? 0)).toISOString();
    yield {
      id: messageIdOf(webhookId, "click", batchId, first),
      webhookId,
      ownerId,
      linkId: null,
      clicked: [...clicked],
      ordered,
      type: "click",
      body: messageBody("click", at, { clicks }),
    };
  }
}
