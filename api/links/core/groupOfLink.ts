import { sql } from "@hoplog/platform/postgres/sql.js";
import { HoplogError } from "@hoplog/schema/errors.js";
import { authorize, type Member } from "../../kernel/access/authorize.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import { rowsOf } from "../../kernel/database/statements.ts";

// Reads and authorizes groups for links. The groups module depends on links, not vice versa.

/** Throws NOT_FOUND_ERROR if the group doesn't exist or belongs to another account. */
export async function requireGroup(tx: Transaction, member: Member, id: string): Promise<void> {
  const [group] = await rowsOf<{ ownerId: string }>(
    tx,
    sql`SELECT owner_id AS "ownerId" FROM link_group WHERE id = ${id}`,
  );
  authorize(member, "links:create", { type: "group", workspaceId: group?.ownerId ?? null, id });
}

/**
 * Returns the error for each group that the member may not use, by group id; groups that the member may use are
 * omitted.
 */
export async function refusedGroups(
  { reads }: Reads,
  member: Member,
  ids: readonly string[],
): Promise<ReadonlyMap<string, HoplogError>> {
  const refused = new Map<string, HoplogError>();
  if (ids.length === 0) return refused;
  const distinct = [...new Set(ids)];
  const rows = await readRows<{ id: string; ownerId: string }>(
    reads,
    sql`SELECT id, owner_id AS "ownerId" FROM link_group WHERE id = ANY (${distinct}::uuid[])`,
  );
  const owners = new Map(rows.map(({ id, ownerId }) => [id, ownerId]));
  for (const id of distinct) {
    try {
      authorize(member, "links:create", { type: "group", workspaceId: owners.get(id.toLowerCase()) ?? null, id });
    } catch (error) {
      if (!(error instanceof HoplogError)) throw error;
      refused.set(id, error);
    }
  }
  return refused;
}

/** Returns the group's id, or null if the group was deleted: a replayed event then puts the link in no group. */
export async function existingGroup(tx: Transaction, groupId: string | null): Promise<string | null> {
  if (groupId === null) return null;
  const rows = await rowsOf(tx, sql`SELECT id FROM link_group WHERE id = ${groupId} FOR SHARE`);
  return rows.length > 0 ? groupId : null;
}

/** Returns names of a workspace's groups by id; deleted groups are missing. */
export async function namesOfGroups(
  { reads }: Reads,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await readRows<{ id: string; name: string }>(
    reads,
    sql`SELECT id, name FROM link_group WHERE owner_id = ${workspaceId} AND id = ANY (${[...new Set(ids)]}::uuid[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
