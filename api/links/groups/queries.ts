import { sql } from "@hoplog/platform/postgres/sql.js";
import { notFoundError } from "@hoplog/schema/errors.js";
import { authorize, authorizeOwn, type Member } from "../../kernel/access/authorize.ts";
import { type FilterQuery, raw } from "@mikro-orm/core";
import type { Database } from "../../kernel/database/orm.ts";
import { searchPattern } from "../../kernel/database/searchPattern.ts";
import { rowsOf } from "../../kernel/database/statements.ts";
import { GroupRow } from "./projection.ts";

/** A position in a list ordered by creation. */
export interface Moment {
  readonly at: Date;
  readonly id: string;
}

/** Builds the SQL condition for rows after a position in a list sorted newest first. */
export function behind(after: Moment | undefined) {
  if (!after) return {};
  const { at, id } = after;
  return { $or: [{ createdAt: { $lt: at } }, { createdAt: at, id: { $lt: id } }] };
}

/**
 * Returns the groups, newest first; `search` matches part of the name, ignoring case and accents. Returns all of them
 * unless a page is requested.
 */
export async function listGroups(
  services: Database,
  member: Member,
  search?: string | null,
  page: { readonly limit?: number; readonly offset?: number; readonly after?: Moment } = {},
): Promise<GroupRow[]> {
  const { after, ...bounds } = page;
  const where = { $and: [matching(member, search), behind(after)] };
  return services.orm.em.fork().find(GroupRow, where, { orderBy: { createdAt: "desc", id: "desc" }, ...bounds });
}

export async function countGroups(services: Database, member: Member, search?: string | null): Promise<number> {
  return services.orm.em.fork().count(GroupRow, matching(member, search));
}

function matching(member: Member, search: string | null | undefined): FilterQuery<GroupRow> {
  const ownerId = authorizeOwn(member, "groups:read");
  const pattern = searchPattern(search);
  return pattern === null ? { ownerId } : { ownerId, [raw("folded(name)")]: { $like: pattern } };
}

/** Returns a group. Throws NOT_FOUND_ERROR, also for another workspace's group; AUTHORIZATION_ERROR. */
export async function getGroup(services: Database, member: Member, id: string): Promise<GroupRow> {
  const group = await services.orm.em.fork().findOne(GroupRow, { id });
  authorize(member, "groups:read", { type: "group", workspaceId: group?.ownerId ?? null });
  if (!group) throw notFoundError("Group");
  return group;
}

/** Returns the workspace's groups with the given ids, in no order. */
export async function groupsById(services: Database, member: Member, ids: readonly string[]): Promise<GroupRow[]> {
  const ownerId = authorizeOwn(member, "groups:read");
  return services.orm.em.fork().find(GroupRow, { id: { $in: [...ids] }, ownerId });
}

/** Returns the number of links of each of the given groups; groups without links are missing. */
export async function linksPerGroup(
  services: Database,
  member: Member,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const ownerId = authorizeOwn(member, "groups:read");
  const rows = await rowsOf<{ group_id: string; links: number }>(
    services.orm.em.fork(),
    sql`SELECT group_id, count(*)::int AS links FROM link WHERE owner_id = ${ownerId}
      AND group_id = ANY(${ids}::uuid[]) GROUP BY group_id`,
  );
  return new Map(rows.map((row) => [row.group_id, row.links]));
}
