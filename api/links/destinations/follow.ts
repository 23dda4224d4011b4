import { sql } from "@hoplog/platform/postgres/sql.js";
import { parseEvent } from "@hoplog/schema/events/domainEvent.js";
import type { ClientBase } from "pg";
import type { Clock } from "../../kernel/calls/capabilities.ts";
import {
  checkpoint,
  type FollowedEvent,
  type FollowedLog,
  followEvents,
  settledLogEnd,
} from "../../kernel/eventstore/followEvents.ts";
import { addDestinations, forgetDestinations, type FormerDestination, linksAfter } from "./queue.ts";

const linksAtOnce = 1000;
const beforeAll = "00000000-0000-0000-0000-000000000000";

/**
 * Queues the destinations of created and changed links, and deletes their former ones, in one process at a time. Queues
 * the destinations of all links at the first run, and when a workspace enables checks again.
 */
export async function followDestinations(log: FollowedLog & Clock): Promise<{ stop(): Promise<void> }> {
  const cursor = checkpoint("destinations");
  return followEvents(log, {
    name: "hoplog destinations",
    streams: ["link"],
    cursor,
    batchSize: 1000,
    timing: "each second",
    async begin(client) {
      if (await cursor.find(client)) return;
      await client.query(requestWalk);
      await cursor.write(client, await settledLogEnd(client));
    },
    async handle(client, events) {
      const { added, left } = changedIn(events);
      await addDestinations(client, added, log.now());
      await forgetDestinations(client, left);
    },
    between: (client) => walkNext(client, log.now()),
  });
}

/** SQL that requests another pass over all links. */
export const requestWalk = sql`INSERT INTO destination_walk (walked_to) VALUES (${beforeAll})
  ON CONFLICT (one) DO UPDATE SET walked_to = excluded.walked_to, number = destination_walk.number + 1`;

/** Queues the destinations of the next links. Returns false if no pass is in progress. */
export async function walkNext(client: ClientBase, now: Date): Promise<boolean> {
  const { rows } = await client.query<{ to: string; number: number }>(
    `SELECT walked_to AS "to", number FROM destination_walk WHERE walked_to IS NOT NULL`,
  );
  const [walk] = rows;
  if (!walk) return false;
  const ids = await linksAfter(client, walk.to, linksAtOnce);
  await addDestinations(client, ids, now);
  const last = ids.length < linksAtOnce ? null : (ids.at(-1) ?? null);
  // The pass number differs if another pass was requested in the meantime; the new pass starts at the first link.
  await client.query(sql`UPDATE destination_walk SET walked_to = ${last} WHERE number = ${walk.number}`);
  return true;
}

function changedIn(events: readonly FollowedEvent[]): { readonly added: string[]; readonly left: FormerDestination[] } {
  const added = new Set<string>();
  const left: FormerDestination[] = [];
  for (const stored of events) {
    const event = parseEvent(stored.streamType, stored);
    if (event.type === "LinkCreated" || event.type === "LinkRetargeted") added.add(event.data.linkId);
    if (event.type === "LinkRetargeted") left.push({ linkId: event.data.linkId, url: event.data.from });
  }
  return { added: [...added], left };
}
