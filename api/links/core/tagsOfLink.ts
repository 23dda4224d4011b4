import { sql } from "@hoplog/platform/postgres/sql.js";
import { validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { type TagColour, tagKey } from "@hoplog/schema/tags/tags.js";
import { authorizeLinks } from "../../kernel/access/authorize.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import { ensureTags, type TagCreator, tagIdsByName, type TagWriting } from "../tags/commands.ts";
import { requireReach } from "./places.ts";

// Reads and writes the tags of links.

/** A tag of a link. */
export interface LinkTag {
  readonly id: string;
  readonly name: string;
  readonly colour: TagColour;
  readonly createdAt: Date;
}

/** Returns the tags of each link, sorted by name; links without tags are missing. */
export async function tagsOfLinks(
  { reads }: Reads,
  ownerId: string,
  linkIds: readonly string[],
): Promise<ReadonlyMap<string, readonly LinkTag[]>> {
  const tags = new Map<string, LinkTag[]>();
  if (linkIds.length === 0) return tags;
  const rows = await readRows<LinkTag & { linkId: string }>(
    reads,
    sql`SELECT link_id AS "linkId", id, name, colour, created_at AS "createdAt" FROM link_tag JOIN tag ON tag.id = tag_id
     WHERE link_tag.owner_id = ${ownerId} AND link_id = ANY (${[...linkIds]}::uuid[]) ORDER BY key, id`,
  );
  for (const { linkId, ...tag } of rows) {
    const known = tags.get(linkId);
    if (known) known.push(tag);
    else tags.set(linkId, [tag]);
  }
  return tags;
}

/** Returns the ids of a workspace's tags by key; keys without a tag are missing. */
export async function tagIdsByKey(
  { reads }: Reads,
  ownerId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const storable = keys.map((key) => key.replaceAll("\0", ""));
  const rows = await readRows<{ id: string; key: string }>(
    reads,
    sql`SELECT id, key FROM tag WHERE owner_id = ${ownerId} AND key = ANY (${storable}::text[])`,
  );
  return new Map(rows.map(({ id, key }) => [key, id]));
}

/** Returns the ids of a workspace's tags whose names contain a text, ignoring case and accents. */
export async function tagsNamedLike({ reads }: Reads, ownerId: string, text: string): Promise<string[]> {
  const rows = await readRows<{ id: string }>(
    reads,
    sql`SELECT id FROM tag WHERE owner_id = ${ownerId} AND strpos(folded(name), ${text}) > 0`,
  );
  return rows.map(({ id }) => id);
}

/** Returns the ids and keys of all tags of a workspace. */
export async function tagsOfWorkspace({ reads }: Reads, ownerId: string): Promise<{ id: string; key: string }[]> {
  return readRows(reads, sql`SELECT id, key FROM tag WHERE owner_id = ${ownerId}`);
}

/** Returns the ids of links that have one of the given tags, at most `max`. */
export async function linksWithTags({ reads }: Reads, tagIds: readonly string[], max: number): Promise<string[]> {
  return (
    await readRows<{ id: string }>(
      reads,
      sql`SELECT DISTINCT link_id AS id FROM link_tag WHERE tag_id = ANY (${[...tagIds]}::uuid[]) LIMIT ${max}`,
    )
  ).map(({ id }) => id);
}

/** Returns names of a workspace's tags by id; deleted tags are missing. */
export async function namesOfTags(
  { reads }: Reads,
  ownerId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();

  const rows = await readRows<{ id: string; name: string }>(
    reads,
    sql`SELECT id, name FROM tag WHERE owner_id = ${ownerId} AND id = ANY (${[...new Set(ids)]}::uuid[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Replaces the tags of a link; omits tags that no longer exist, which replayed events may contain. */
export async function writeTags(tx: Transaction, linkId: string, tagIds: readonly string[]): Promise<void> {
  await execute(tx, sql`DELETE FROM link_tag WHERE link_id = ${linkId}`);
  if (tagIds.length === 0) return;
  await execute(
    tx,
    sql`WITH kept AS (SELECT id FROM tag WHERE id = ANY (${tagIds}::uuid[]) FOR KEY SHARE)
     INSERT INTO link_tag (link_id, tag_id, owner_id)
     SELECT link.id, kept.id, link.owner_id FROM link CROSS JOIN kept WHERE link.id = ${linkId}`,
  );
}

/** A change of links' tags by name: all tags to set, or tags to add and remove. */
export interface TagChange {
  readonly set?: readonly string[] | undefined;
  readonly add?: readonly string[] | undefined;
  readonly remove?: readonly string[] | undefined;
}

/**
 * Returns the ids of the tags that each link will have, in ascending order; links whose tags do not change are missing.
 * Creates missing tags, and locks the links. Call it within a unit of work. Throws VALIDATION_ERROR for too many tags,
 * NOT_FOUND_ERROR for links that a credential may not access.
 */
export async function changedTags(
  services: TagWriting,
  tx: Transaction,
  creator: TagCreator,
  linkIds: readonly string[],
  { set, add = [], remove = [] }: TagChange,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ownerId = authorizeLinks(creator.member, "links:write");
  const names = set ?? add;
  const given = await ensureTags(services, tx, creator, names);
  await requireReach(tx, creator.member, linkIds);
  const added = names.flatMap((name) => given.get(tagKey(name)) ?? []);
  const removed = new Set((await tagIdsByName(tx, ownerId, remove)).values());
  const changed = new Map<string, readonly string[]>();
  for (const [linkId, present] of await presentTags(tx, ownerId, linkIds)) {
    const kept = set ? [] : present.filter((id) => !removed.has(id));
    const tagIds = [...new Set([...kept, ...added])].toSorted();
    if (tagIds.length > limits.tagsPerLink) throw tooManyTags(set ? "tags" : "addTags");
    if (tagIds.join() !== present.toSorted().join()) changed.set(linkId, tagIds);
  }
  return changed;
}

export function tooManyTags(field: string) {
  return validationError([{ field, message: `A link can have at most ${limits.tagsPerLink} tags` }]);
}

/** Reads the tags of the given links, and locks the links until the transaction ends. */
async function presentTags(
  tx: Transaction,
  ownerId: string,
  linkIds: readonly string[],
): Promise<Map<string, string[]>> {
  await execute(
    tx,
    sql`SELECT id FROM link WHERE owner_id = ${ownerId} AND id = ANY (${linkIds}::uuid[]) ORDER BY id FOR UPDATE`,
  );
  const rows = await rowsOf<{ id: string; tags: string[] }>(
    tx,
    sql`SELECT id, array(SELECT tag_id::text FROM link_tag WHERE link_id = link.id) AS tags FROM link
     WHERE owner_id = ${ownerId} AND id = ANY (${linkIds}::uuid[])`,
  );
  return new Map(rows.map(({ id, tags }) => [id, tags]));
}

/** Returns the ids of tags that still exist, in ascending order. */
export async function existingTags(tx: Transaction, ownerId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`SELECT id FROM tag WHERE owner_id = ${ownerId} AND id = ANY (${ids}::uuid[])`,
  );
  return rows.map(({ id }) => id).toSorted();
}
