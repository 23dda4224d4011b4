import { sql } from "@hoplog/platform/postgres/sql.js";
import { authorizeOwn } from "../../kernel/access/authorize.ts";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { rowsOf } from "../../kernel/database/statements.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { TagCreator } from "../tags/commands.ts";
import { groups } from "./commands.ts";

/**
 * Returns the ids of the workspace's groups with the given valid names, by lower-case name; creates missing groups. If
 * several groups have a name, the oldest is used. Call it within a unit of work.
 */
export async function ensureGroups(
  services: Events & Ids & Clock,
  tx: Transaction,
  { member, origin }: TagCreator,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map();
  const ownerId = authorizeOwn(member, "groups:read");
  const missing = new Map(names.map((name) => [name.toLowerCase(), name]));
  // Matches rows by the requested names, because Postgres lower-cases some letters (İ, Σ) differently.
  const rows = await rowsOf<{ id: string; asked: string }>(
    tx,
    sql`SELECT id, asked FROM jsonb_array_elements_text(${JSON.stringify([...missing.values()])}::jsonb) AS asked
      JOIN link_group ON lower(link_group.name) = lower(asked)
     WHERE owner_id = ${ownerId} ORDER BY created_at DESC, id DESC`,
  );
  const ids = new Map(rows.map(({ id, asked }) => [asked.toLowerCase(), id]));
  for (const key of ids.keys()) missing.delete(key);
  for (const [key, name] of missing) {
    const groupId = services.newId();
    const command = { type: "CreateGroup", groupId, by: member, at: services.now().toISOString(), name } as const;
    await services.eventStore.execute(tx, groups, groupId, command, origin);
    ids.set(key, groupId);
  }
  return ids;
}
