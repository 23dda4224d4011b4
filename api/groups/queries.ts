import { notFoundError } from "@hoplog/schema/errors.js";
import type { FilterQuery } from "@mikro-orm/core";
import type { Database } from "../database/orm.ts";
import { searchPattern } from "../database/searchPattern.ts";
import { GroupRow } from "./groupRow.ts";

/** Newest first; `search` is part of the name, in any case. All of them, unless a page is asked for. */
export async function listGroups(
  services: Database,
  ownerId: string,
  search?: string | null,
  page: { readonly limit?: number; readonly offset?: number } = {},
): Promise<GroupRow[]> {
  return services.orm.em
    .fork()
    .find(GroupRow, matching(ownerId, search), { orderBy: { createdAt: "desc", id: "desc" }, ...page });
}

export async function countGroups(services: Database, ownerId: string, search?: string | null): Promise<number> {
  return services.orm.em.fork().count(GroupRow, matching(ownerId, search));
}

function matching(ownerId: string, search: string | null | undefined): FilterQuery<GroupRow> {
  const pattern = searchPattern(search);
  return pattern === null ? { ownerId } : { ownerId, name: { $ilike: pattern } };
}

/** Throws NOT_FOUND_ERROR, also for another account's group. */
export async function getGroup(services: Database, ownerId: string, id: string): Promise<GroupRow> {
  const group = await services.orm.em.fork().findOne(GroupRow, { id, ownerId });
  if (!group) throw notFoundError("Group");
  return group;
}

/** Groups by their ids, in no order. */
export async function groupsById(services: Database, ids: readonly string[]): Promise<GroupRow[]> {
  return services.orm.em.fork().find(GroupRow, { id: { $in: [...ids] } });
}

/** How many links each group has; groups without any are missing. */
export async function linksPerGroup(services: Database, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await services.orm.em
    .fork()
    .execute<{ group_id: string; links: number }[]>(
      "SELECT group_id, count(*)::int AS links FROM link WHERE group_id = ANY(?::uuid[]) GROUP BY group_id",
      [`{${ids.join(",")}}`],
    );
  return new Map(rows.map((row) => [row.group_id, row.links]));
}
