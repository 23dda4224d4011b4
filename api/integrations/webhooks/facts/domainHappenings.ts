import { parseEvent } from "@hoplog/schema/events/domainEvent.js";
import type { ClientBase } from "pg";
import type { FollowedEvent } from "../../../kernel/eventstore/followEvents.ts";
import type { Happening } from "../outbox/fanOut.ts";

/** Domains that were lost. */
export async function domainHappenings(client: ClientBase, followed: readonly FollowedEvent[]): Promise<Happening[]> {
  const lost = followed.flatMap((stored) => {
    const event = parseEvent("domain", stored);
    if (event.type !== "DomainStateChanged" || event.data.to !== "lost") return [];
    return [{ ...event.data, position: stored.position }];
  });
  if (lost.length === 0) return [];
  const { rows } = await client.query<{ id: string; ownerId: string; name: string }>(
    `SELECT id, owner_id AS "ownerId", name FROM domain WHERE id = ANY ($1::uuid[])`,
    [lost.map(({ domainId }) => domainId)],
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  return lost.flatMap(({ domainId, from, at, position }): Happening[] => {
    const domain = known.get(domainId);
    if (!domain) return [];
    const data = { domain: { _id: domainId, name: domain.name, state: "lost" }, previous: { state: from } };
    return [{ ownerId: domain.ownerId, type: "domain.lost", link: null, at, key: [position], data }];
  });
}
