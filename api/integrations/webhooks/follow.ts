import type { ClientBase } from "pg";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type { Clock, Logs, ShortUrl } from "../../kernel/calls/capabilities.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import {
  checkpoint,
  type FollowedEvent,
  type FollowedLog,
  followEvents,
  settledLogEnd,
} from "../../kernel/eventstore/followEvents.ts";
import { linkOccurrences, domainOccurrences } from "./facts/occurrences.ts";
import { listeningWebhooks, messagesFor, orderedFor } from "./outbox/fanOut.ts";
import type { WebhookMetrics } from "./outbox/metrics.ts";
import { transactionOn, writeMessages } from "./outbox/newMessage.ts";

export type FollowBase = FollowedLog &
  Reads &
  Clock &
  Logs &
  ShortUrl & { readonly webhookMetrics: Pick<WebhookMetrics, "written"> };

export const webhooksCursor = checkpoint("webhooks");

/** Writes a message for each event that a webhook subscribes to, in one process at a time, until stopped. */
export function followForWebhooks(base: FollowBase): Promise<{ stop(): Promise<void> }> {
  return followEvents(base, {
    name: "hoplog webhooks",
    streams: ["link", "domain"],
    cursor: webhooksCursor,
    batchSize: 500,
    timing: "each second",
    async begin(client) {
      // Skips earlier events at the first start, when no webhook exists yet.
      if (!(await webhooksCursor.find(client))) await webhooksCursor.write(client, await settledLogEnd(client));
    },
    handle: (client, events) => writeFollowed(base, client, events),
  });
}

/** Writes the messages of followed events. Events may be delivered again: their messages have the same ids. */
export async function writeFollowed(
  base: Reads & Clock & ShortUrl & Pick<FollowBase, "webhookMetrics">,
  client: ClientBase,
  events: readonly FollowedEvent[],
): Promise<void> {
  const webhooks = await listeningWebhooks(client);
  if (webhooks.length === 0) return;
  const owners = new Set(webhooks.map(({ ownerId }) => ownerId));
  const of = (stream: FollowedEvent["streamType"]) => events.filter(({ streamType }) => streamType === stream);
  const links = await linkOccurrences(base, client, of("link"), (ownerId) => owners.has(ownerId));
  const occurrences = [...links, ...(await domainOccurrences(client, of("domain")))];
  const written = await transactionOn(client, async () => {
    // Removes the data of links that were deleted just after they were read.
    const deleted = links.flatMap(({ type, link }) => (type === "link.deleted" && link ? link.id : []));
    if (deleted.length > 0) await client.query(sql`SELECT erase_webhook_messages(${deleted})`);
    const messages = messagesFor(webhooks, occurrences);
    return writeMessages(client, messages, orderedFor(webhooks, occurrences), base.now());
  });
  base.webhookMetrics.written.inc(written);
}
