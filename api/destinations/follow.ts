import { parseEvent } from "@hoplog/schema/events/domainEvent.js";
import type { ClientBase } from "pg";
import type { Clock } from "../calls/capabilities.ts";
import {
  checkpoint,
  type FollowedEvent,
  type FollowedLog,
  followEvents,
  settledLogEnd,
} from "../eventstore/followEvents.ts";
import { addDestinations, forgetDestinations, linksAfter } from "./queue.ts";

const linksAtOnce = 1000;
const beforeAll = "00000000-0000-0000-0000-000000000000";

/**
 * Notes where links lead, once they are made or lead elsewhere, in one process at a time; and of all links when it begins, and
 * when a workspace has them checked again. What makes links knows nothing of it.
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
      await client.query(walkAgain);
      await cursor.write(client, await settledLogEnd(client));
    },
    async handle(client, events) {
      const { added, left } = changedIn(events);
      await addDestinations(client, added, log.now());
      await forgetDestinations(client, await ownersOf(client, left));
    },
    between: (client) => walkNext(client, log.now()),
  });
}

/** Has all links looked through once more. */
export const walkAgain = `INSERT INTO destination_walk (walked_to) VALUES ('${beforeAll}')
  ON CONFLICT (one) DO UPDATE SET walked_to = excluded.walked_to`;

/** The next links. False when there is nothing to do. */
export async function walkNext(client: ClientBase, now: Date): Promise<boolean> {
  const { rows } = await client.query<{ to: string }>(
    `SELECT walked_to AS "to" FROM destination_walk WHERE walked_to IS NOT NULL`,
  );
  const after = rows[0]?.to;
  if (after === undefined) return false;
  const ids = await linksAfter(client, after, linksAtOnce);
  await addDestinations(client, ids, now);
  const last = ids.length < linksAtOnce ? null : (ids.at(-1) ?? null);
  // Begun anew meanwhile, it stays at its beginning.
  await client.query("UPDATE destination_walk SET walked_to = $1 WHERE walked_to = $2", [last, after]);
  return true;
}

interface Left {
  readonly linkId: string;
  readonly url: string;
}

function changedIn(events: readonly FollowedEvent[]): { readonly added: string[]; readonly left: Left[] } {
  const added = new Set<string>();
  const left: Left[] = [];
  for (const stored of events) {
    const event = parseEvent(stored.streamType, stored);
    if (event.type === "LinkCreated" || event.type === "LinkRetargeted") added.add(event.data.linkId);
    if (event.type === "LinkRetargeted") left.push({ linkId: event.data.linkId, url: event.data.from });
  }
  return { added: [...added], left };
}

/** Of a link that is gone by now its deletion has removed what was known of where it led. */
async function ownersOf(client: ClientBase, left: readonly Left[]) {
  if (left.length === 0) return [];
  const { rows } = await client.query<{ id: string; ownerId: string }>(
    `SELECT id, owner_id AS "ownerId" FROM link WHERE id = ANY ($1::uuid[])`,
    [left.map(({ linkId }) => linkId)],
  );
  const owners = new Map(rows.map(({ id, ownerId }) => [id, ownerId]));
  return left.flatMap(({ linkId, url }) => {
    const ownerId = owners.get(linkId);
    return ownerId === undefined ? [] : [{ ownerId, url }];
  });
}
