import { join, raw, type Sql, sql } from "@hoplog/platform/postgres/sql.js";
import type { LinkBounds } from "../../kernel/access/linkBounds.ts";
import { isDestinationOfLink } from "./destinationOfLink.ts";
import { holdsParts, searchPattern, searchText } from "../../kernel/database/searchPattern.ts";

/** SQL for name, code and original URL, folded (without case and accents): the expression of the index link_search. */
export const searchedText = raw("folded(name || E'\\n' || code || E'\\n' || original_url)");
/** The expression of the index link_note_search. */
export const searchedNote = raw("folded(note)");
/** The expression of the index link_other_urls_search. */
export const searchedUrls = raw("folded(other_urls)");

/** How a filter matches tags: links must have any of the tags, all of them, or none of them. */
export const tagsModes = ["any", "all", "none"] as const;
export type TagsMode = (typeof tagsModes)[number];

/** Whether a list excludes archived links, contains only these, or includes them. */
export const archivedModes = ["exclude", "only", "include"] as const;
export type ArchivedMode = (typeof archivedModes)[number];

/** A range of all-time clicks, both ends inclusive. */
export interface ClicksRange {
  readonly min?: number | null | undefined;
  readonly max?: number | null | undefined;
  /** Whether clicks of bots are counted too. */
  readonly bots: boolean;
}

/** The filter of a list of links; null and absent mean any, except for archived links. */
export interface LinkFilter {
  readonly search?: string | null | undefined;
  /** Whether the links are active, as defined by {@link activeAt}. */
  readonly isActive?: boolean | null | undefined;
  readonly groupId?: string | null | undefined;
  /** A host as users write it; blank for the default domain. */
  readonly domain?: string | null | undefined;
  /** Tag names; an empty list means any. */
  readonly tags?: readonly string[] | null | undefined;
  /** `any` by default. */
  readonly tagsMode?: TagsMode | null | undefined;
  /** `exclude` by default. */
  readonly archived?: ArchivedMode | null | undefined;
  /** Whether links are favourites of the caller. */
  readonly favourite?: boolean | null | undefined;
  readonly hasNote?: boolean | null | undefined;
  /** Whether the links' destinations are dead. */
  readonly deadDestination?: boolean | null | undefined;
  /** The id of the user or API key that created the links. */
  readonly creator?: string | null | undefined;
  /** The external id, matched as a whole and case-sensitively. */
  readonly externalId?: string | null | undefined;
  readonly createdFrom?: Date | null | undefined;
  /** End of the time of creation, exclusive. */
  readonly createdTo?: Date | null | undefined;
  readonly clicks?: ClicksRange | null | undefined;
}

/** A filter with its names resolved to ids and numbers. */
export interface ResolvedFilter extends LinkFilter {
  /** Numbers of the domains; undefined to match any domain. */
  readonly inDomains?: readonly number[];
  /** The parts of `search` to look up in indexes; by default its last characters. */
  readonly searchedParts?: readonly string[];
  /** Whether `search` is rare, according to a sample of all links. */
  readonly isRare?: boolean;
  /** Whether some link is known to contain `search` verbatim. */
  readonly isHeld?: boolean;
  /** Domains whose names match `search`. */
  readonly searchedDomains?: readonly number[];
  readonly searchedTags?: readonly string[];
  /** All links that match `search`, if they are few. */
  readonly foundIds?: readonly string[];
  /** Whether `foundIds` are sorted by creation, newest first. */
  readonly isFoundInOrder?: boolean;
  /**
   * The presumed meaning of `search`, if no link contains `search` verbatim: words, each with alternative spellings; a
   * link must contain all words.
   */
  readonly meant?: readonly (readonly string[])[];
  /** Whether the query counts all matches, instead of reading the first ones in an order. */
  readonly isCounted?: boolean;
  /** The existing tags of the filter, deduplicated; undefined for a filter without tags. */
  readonly withTags?: { readonly ids: readonly string[]; readonly mode: TagsMode; readonly missing: number };
  /** The caller. */
  readonly userId?: string;
  /** Bounds of the links that the caller's credential may access; null for all links. */
  readonly within?: LinkBounds | null;
  /**
   * Links to include because their clicks are in the range `clicks`; if `among` is false, links to exclude because
   * their clicks are not.
   */
  readonly clicked?: { readonly ids: readonly string[]; readonly among: boolean };
}

/** SQL condition for links whose visit cap is used up. Few links have a cap, and only their caps are looked up. */
export const usedUp = sql`(max_clicks IS NOT NULL AND EXISTS (
  SELECT FROM link_cap WHERE link_id = link.id AND number = cap_number AND used >= max_clicks))`;

/** SQL condition for links that are enabled, not used up, and not expired at an instant. */
export const activeAt = (at: Date) => sql`(is_active AND (expires_at IS NULL OR expires_at > ${at}) AND NOT ${usedUp})`;
/** SQL condition for links that are not active, in a form for which Postgres can use indexes. */
const inactiveAt = (at: Date) => sql`(NOT is_active OR expires_at <= ${at} OR ${usedUp})`;

const tagged = (ids: readonly string[]) => sql`SELECT link_id FROM link_tag WHERE tag_id = ANY (${ids}::uuid[])`;

/**
 * SQL condition for links whose searched text or note has a word similar to the given one, by the session's similarity
 * threshold; uses the search indexes.
 */
export const similarTo = (word: string) =>
  sql`(${searchedText} %> ${word} OR (note IS NOT NULL AND ${searchedNote} %> ${word}))`;

/** Builds an SQL condition for the links of a workspace that match a filter. */
export function matching(ownerId: string, filter: ResolvedFilter, now: Date): Sql {
  const { search, isActive, groupId, inDomains, archived, createdFrom, createdTo, externalId, hasNote } = filter;
  const parts = [sql`owner_id = ${ownerId}`];
  const text = searchText(search);
  if (text !== null) parts.push(searchedBy(ownerId, text, filter));
  if (inDomains) parts.push(sql`domain = ANY (${inDomains}::integer[])`);
  if (isActive !== undefined && isActive !== null) parts.push(isActive ? activeAt(now) : inactiveAt(now));
  if (groupId) parts.push(sql`group_id = ${groupId}`);
  if (archived !== "include") parts.push(archived === "only" ? sql`archived_at IS NOT NULL` : sql`archived_at IS NULL`);
  if (createdFrom) parts.push(sql`created_at >= ${createdFrom}`);
  if (createdTo) parts.push(sql`created_at < ${createdTo}`);
  if (externalId) parts.push(sql`external_id = ${externalId.trim().normalize("NFC").replaceAll("\0", "")}`);
  if (hasNote !== undefined && hasNote !== null) parts.push(hasNote ? sql`note IS NOT NULL` : sql`note IS NULL`);
  parts.push(...byCreator(filter), ...byTags(filter), ...byOthers(filter));
  if (filter.within) parts.push(...byBounds(filter.within));
  return join(parts, " AND ");
}

function searchedBy(ownerId: string, text: string, filter: ResolvedFilter): Sql {
  const { foundIds, isCounted = false, searchedDomains = [], searchedTags = [] } = filter;
  if (foundIds) return sql`id = ANY (${foundIds}::uuid[])`;
  const either = [holdingSearched(text, filter)];
  // The conditions are separate, so that each can use an index.
  if (searchedDomains.length > 0) either.push(sql`(domain > 0 AND domain = ANY (${searchedDomains}::integer[]))`);
  if (searchedTags.length > 0) {
    if (isCounted) {
      const held = sql`SELECT id FROM link WHERE owner_id = ${ownerId} AND (${join(either, " OR ")})`;
      return sql`id IN (${held} UNION ${tagged(searchedTags)})`;
    }
    // Many links may have a tag, so tags are looked up per link of an ordered scan, not for all links beforehand.
    either.push(
      sql`(SELECT true FROM link_tag WHERE link_id = link.id AND tag_id = ANY (${searchedTags}::uuid[]) LIMIT 1)`,
    );
  }
  return sql`(${join(either, " OR ")})`;
}

/** Builds an SQL condition for links that contain a search text, or its presumed meaning if the filter has one. */
export function holdingSearched(text: string, { meant, searchedParts }: ResolvedFilter): Sql {
  if (!meant) return holding(text, searchedParts);
  const words = meant.map((spellings) => {
    const each = spellings.map((word) => holding(word));
    return sql`(${join(each, " OR ")})`;
  });
  return sql`(${join(words, " AND ")})`;
}

/**
 * Builds an SQL condition for links whose name, code, URL, note, or a URL of their rules and splits contains a folded
 * text. Indexes are searched only for some parts of it; the whole text is compared with the results.
 */
export function holding(text: string, parts: readonly string[] = [endOf(text)]): Sql {
  const whole = searchPattern(text);
  if (whole === null) return sql`true`;
  const [part] = parts;
  const isWhole = parts.length === 1 && part === text;
  const holds = (column: Sql) =>
    isWhole
      ? sql`${column} LIKE ${whole}`
      : sql`(${column} LIKE ${holdsParts(parts)} AND (${column} || '') LIKE ${whole})`;
  return sql`(${holds(searchedText)} OR (note IS NOT NULL AND ${holds(searchedNote)})
    OR (other_urls IS NOT NULL AND ${holds(searchedUrls)}))`;
}

/** Maximum characters to look up in an index. Longer texts have so many trigrams that the search is slow. */
const indexedMax = 12;

/** Returns the end of a long text, which is usually the rarest part of a URL. */
function endOf(text: string): string {
  return [...text].slice(-indexedMax).join("");
}

function byBounds({ domain, groupId, tagId }: LinkBounds): Sql[] {
  const parts: Sql[] = [];
  if (domain !== null) parts.push(sql`domain = ${domain}`);
  if (groupId !== null) parts.push(sql`group_id = ${groupId}`);
  if (tagId !== null) parts.push(sql`EXISTS (SELECT FROM link_tag WHERE link_id = link.id AND tag_id = ${tagId})`);
  return parts;
}

/** SQL condition for events of links created with an API key; it is the condition of a partial index. */
export const madeByKey = sql`stream_version = 1 AND stream_type = 'link' AND meta ->> 'apiKeyId' IS NOT NULL`;

/**
 * Builds the condition for the creator. A workspace has one user, so links that no API key has created are the
 * caller's.
 */
function byCreator({ creator, userId }: ResolvedFilter): Sql[] {
  if (!creator) return [];
  const event = sql`SELECT FROM event WHERE stream_id = link.id AND ${madeByKey}`;
  const key = creator.toLowerCase();
  return [key === userId ? sql`NOT EXISTS (${event})` : sql`EXISTS (${event} AND meta ->> 'apiKeyId' = ${key})`];
}

function byTags({ withTags }: ResolvedFilter): Sql[] {
  if (!withTags) return [];
  const { ids, mode, missing } = withTags;
  if (mode === "none")
    return [sql`NOT EXISTS (SELECT FROM link_tag WHERE link_id = link.id AND tag_id = ANY (${ids}::uuid[]))`];
  if (mode === "any") return [sql`id IN (${tagged(ids)})`];
  if (missing > 0) return [sql`false`];
  return [sql`id IN (${tagged(ids)} GROUP BY link_id HAVING count(*) = ${ids.length})`];
}

function byOthers({ favourite, userId, clicked, deadDestination }: ResolvedFilter): Sql[] {
  const parts: Sql[] = [];
  const existing = (isThere: boolean, what: Sql) =>
    parts.push(isThere ? sql`EXISTS (${what})` : sql`NOT EXISTS (${what})`);
  if (deadDestination !== undefined && deadDestination !== null)
    existing(
      deadDestination,
      sql`SELECT FROM destination AS one WHERE ${isDestinationOfLink} AND dead_since IS NOT NULL`,
    );
  if (favourite !== undefined && favourite !== null && userId !== undefined)
    existing(favourite, sql`SELECT FROM link_favourite WHERE link_id = link.id AND user_id = ${userId}`);
  // Avoids `= ANY`, which would scan the list for each link.
  if (clicked)
    existing(clicked.among, sql`SELECT FROM unnest(${clicked.ids}::uuid[]) AS one (id) WHERE one.id = link.id`);
  return parts;
}
