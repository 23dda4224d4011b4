import { named, type Sql, sql } from "@hoplog/platform/postgres/sql.js";
import type { LinkOptions } from "@hoplog/schema/links/options/options.js";
import type { ClientBase } from "pg";
import type { Listing } from "../../core/link.ts";
import { type ListingColumns, listingIn } from "../../core/linkRow.ts";
import { destinationsOf } from "../../core/options/urls.ts";

/** A link with the data for comparison with lists. */
export interface MarkableLink {
  readonly id: string;
  readonly ownerId: string;
  /** All URLs that the link may redirect to, deduplicated. */
  readonly urls: readonly string[];
  readonly listing: Listing | null;
}

interface Row extends ListingColumns {
  readonly id: string;
  readonly ownerId: string;
  readonly originalUrl: string;
  readonly options: LinkOptions;
}

const columns = sql`id, owner_id AS "ownerId", original_url AS "originalUrl", options,
  listed_url AS "listedUrl", listing_reason AS "listingReason", listing_source AS "listingSource"`;

/** Returns the links that still exist. */
export async function linksWithIds(client: ClientBase, ids: readonly string[]): Promise<MarkableLink[]> {
  if (ids.length === 0) return [];
  return findLinks(client, "markable_by_id", sql`id = ANY (${ids}::uuid[])`);
}

/** Returns the next links by id: of all links, or only listed ones. */
export async function linksAfter(
  client: ClientBase,
  id: string,
  { limit, onlyListed }: { readonly limit: number; readonly onlyListed: boolean },
): Promise<MarkableLink[]> {
  return onlyListed
    ? findLinks(client, "markable_listed", sql`id > ${id} AND listed_url IS NOT NULL ORDER BY id LIMIT ${limit}`)
    : findLinks(client, "markable_all", sql`id > ${id} ORDER BY id LIMIT ${limit}`);
}

async function findLinks(client: ClientBase, name: string, which: Sql): Promise<MarkableLink[]> {
  const { rows } = await client.query<Row>(named(name, sql`SELECT ${columns} FROM link WHERE ${which}`));
  return rows.map((row) => {
    const { id, ownerId, originalUrl, options } = row;
    const urls = destinationsOf({ originalUrl, options }).map(({ url }) => url);
    return { id, ownerId, urls: [...new Set(urls)], listing: listingIn(row) };
  });
}
