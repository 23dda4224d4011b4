import { sql } from "@hoplog/platform/postgres/sql.js";
import { authorize, authorizeLinks, type Member } from "../../kernel/access/authorize.ts";
import type { LinkPlaces } from "../../kernel/access/linkBounds.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { rowsOf } from "../../kernel/database/statements.ts";
import type { LinkRow } from "./linkRow.ts";
import type { LinksById } from "./linksById.ts";

// The group, domain and tags of links, by which credentials may be restricted. Tags are read only if the credential is
// restricted to a tag.

/** Returns the places of a link; undefined without a link. */
export async function placesOf(
  { tagIdsOfLink }: LinksById,
  { within }: Member,
  link: LinkRow | null,
): Promise<LinkPlaces | undefined> {
  if (!link) return undefined;
  return { ...link, tagIds: within?.tagId ? await tagIdsOfLink(link.id) : [] };
}

/** Returns the places of a link like {@link placesOf}, within a unit of work. */
export async function placesIn(
  tx: Transaction,
  { within }: Member,
  link: LinkRow | null,
): Promise<LinkPlaces | undefined> {
  if (!link) return undefined;
  if (!within?.tagId) return { ...link, tagIds: [] };
  const rows = await rowsOf<{ id: string }>(tx, sql`SELECT tag_id AS id FROM link_tag WHERE link_id = ${link.id}`);
  return { ...link, tagIds: rows.map(({ id }) => id) };
}

/**
 * Throws NOT_FOUND_ERROR for links that the credential may not access now. A link's own events are not sufficient for
 * this check, because deleting its group or a tag adds no event to the link's stream. Call it in a unit of work, after
 * creating tags; it locks the links. Needs no query if the credential may access all links.
 */
export async function requireReach(tx: Transaction, member: Member, linkIds: readonly string[]): Promise<void> {
  const { within } = member;
  if (!within) return;
  const ownerId = authorizeLinks(member, "links:write");
  const rows = await rowsOf<Omit<LinkPlaces, "tagIds"> & { readonly id: string }>(
    tx,
    sql`SELECT id, domain, group_id AS "groupId" FROM link WHERE owner_id = ${ownerId} AND id = ANY (${linkIds}::uuid[])
      ORDER BY id FOR UPDATE`,
  );
  const tagged = within.tagId === null ? [] : await linksWithTag(tx, within.tagId, linkIds);
  const byId = new Map(
    rows.map((row) => [
      row.id,
      { ...row, tagIds: within.tagId !== null && tagged.includes(row.id) ? [within.tagId] : [] },
    ]),
  );
  for (const id of linkIds) {
    const places = byId.get(id.toLowerCase());
    authorize(member, "links:write", { type: "link", workspaceId: places ? ownerId : null, places });
  }
}

async function linksWithTag(tx: Transaction, tagId: string, linkIds: readonly string[]): Promise<string[]> {
  return (
    await rowsOf<{ id: string }>(
      tx,
      sql`SELECT link_id AS id FROM link_tag WHERE tag_id = ${tagId} AND link_id = ANY (${linkIds}::uuid[])`,
    )
  ).map(({ id }) => id);
}
