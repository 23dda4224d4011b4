import { notFoundError } from "@hoplog/schema/errors.js";
import type { FilterQuery } from "@mikro-orm/core";
import type { Services } from "../services.ts";
import { LinkRow } from "./linkRow.ts";

export interface LinkFilter {
  readonly search?: string | null | undefined;
  readonly isActive?: boolean | null | undefined;
  readonly groupId?: string | null | undefined;
}

/** A place in the list of an account's links, newest first. */
export interface LinkCursor {
  readonly createdAt: Date;
  readonly id: string;
}

/** Throws NOT_FOUND_ERROR, also for another account's link. */
export async function getLink(services: Services, ownerId: string, id: string): Promise<LinkRow> {
  const link = await services.orm.em.fork().findOne(LinkRow, { id, ownerId });
  if (!link) throw notFoundError("Link");
  return link;
}

/** Newest first; one row more than `limit` may be asked for to see whether there is a next page. */
export async function listLinksAfter(
  services: Services,
  ownerId: string,
  filter: LinkFilter,
  after: LinkCursor | null,
  limit: number,
): Promise<LinkRow[]> {
  const conditions: FilterQuery<LinkRow>[] = [matching(ownerId, filter)];
  if (after) {
    conditions.push({
      $or: [{ createdAt: { $lt: after.createdAt } }, { createdAt: after.createdAt, id: { $lt: after.id } }],
    });
  }
  return services.orm.em.fork().find(LinkRow, { $and: conditions }, { orderBy: newestFirst, limit });
}

/** One numbered page (from 1), newest first, and how many links match in all. */
export async function listLinksPage(
  services: Services,
  ownerId: string,
  filter: LinkFilter,
  page: number,
  limit: number,
): Promise<{ links: LinkRow[]; total: number }> {
  const [links, total] = await services.orm.em
    .fork()
    .findAndCount(LinkRow, matching(ownerId, filter), { orderBy: newestFirst, limit, offset: (page - 1) * limit });
  return { links, total };
}

export async function countLinks(services: Services, ownerId: string, filter: LinkFilter): Promise<number> {
  return services.orm.em.fork().count(LinkRow, matching(ownerId, filter));
}

const newestFirst = { createdAt: "desc", id: "desc" } as const;

function matching(ownerId: string, filter: LinkFilter): FilterQuery<LinkRow> {
  const search = filter.search?.trim();
  const like = search ? `%${search.replace(/[\\%_]/g, "\\$&")}%` : null;
  return {
    ownerId,
    ...(filter.isActive !== undefined && filter.isActive !== null && { isActive: filter.isActive }),
    ...(filter.groupId && { groupId: filter.groupId }),
    ...(like !== null && {
      $or: [{ name: { $ilike: like } }, { originalUrl: { $ilike: like } }, { code: { $ilike: like } }],
    }),
  };
}
