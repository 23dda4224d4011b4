import type { Member } from "../access/authorize.ts";
import type { LinkPlaces } from "../access/linkBounds.ts";
import type { Transaction } from "../database/orm.ts";
import type { LinkRow } from "./linkRow.ts";
import type { LinksById } from "./linksById.ts";

// What credentials go by that reach some links alone: tags are looked up for those that need them.

/** Undefined for no link. */
export async function placesOf(
  { tagIdsOfLink }: LinksById,
  { within }: Member,
  link: LinkRow | null,
): Promise<LinkPlaces | undefined> {
  if (!link) return undefined;
  return { ...link, tagIds: within?.tagId ? await tagIdsOfLink(link.id) : [] };
}

/** As {@link placesOf}, as a part of a unit of work. */
export async function placesIn(
  tx: Transaction,
  { within }: Member,
  link: LinkRow | null,
): Promise<LinkPlaces | undefined> {
  if (!link) return undefined;
  if (!within?.tagId) return { ...link, tagIds: [] };
  const rows = await tx.execute<{ id: string }[]>("SELECT tag_id AS id FROM link_tag WHERE link_id = ?", [link.id]);
  return { ...link, tagIds: rows.map(({ id }) => id) };
}
