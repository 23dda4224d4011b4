import { notFoundError } from "@hoplog/schema/errors.js";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { Transaction } from "../database/orm.ts";

// All that links know of groups: that one is there, and what it is called. Groups build on links, not links on groups.

/** Throws NOT_FOUND_ERROR, also for another account's group. */
export async function requireGroup(tx: Transaction, ownerId: string, id: string): Promise<void> {
  const rows = await tx.execute("SELECT id FROM link_group WHERE id = ? AND owner_id = ?", [id, ownerId]);
  if (rows.length === 0) throw notFoundError("Group");
}

/** A group may have been deleted since: the link is then in none, on every replay too. */
export async function existingGroup(tx: Transaction, groupId: string | null): Promise<string | null> {
  if (groupId === null) return null;
  const rows = await tx.execute("SELECT id FROM link_group WHERE id = ? FOR SHARE", [groupId]);
  return rows.length > 0 ? groupId : null;
}

/** By their ids; groups that are gone are missing. */
export async function namesOfGroups(em: EntityManager, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await em.execute<{ id: string; name: string }[]>(
    "SELECT id, name FROM link_group WHERE id = ANY (?::uuid[])",
    [`{${[...new Set(ids)].join(",")}}`],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
