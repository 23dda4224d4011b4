import { join, raw, type Sql, sql } from "@hoplog/platform/postgres/sql.js";
import type { LinkBounds } from "../../kernel/access/linkBounds.ts";
import { isDestinationOfLink } from "./destinationOfLink.ts";
import { holdsParts, searchPattern, searchText } from "../../kernel/database/searchPattern.ts";

/** Name, code and original URL without case and accents: the expression of the index link_search. */
export const searchedText = raw("folded(name || E'\\n' || code || E'\\n' || original_url)");
/** The expression of the index link_note_search. */
export const searchedNote = raw("folded(note)");
/** The expression of the index link_other_urls_search. */
export const searchedUrls = raw("folded(other_urls)");

/** How the tags of a filter are meant: a link has one of them, all of them, or none. */
export const tagsModes = ["any", "all", "none"] as const;
export type TagsMode = (typeof tagsModes)[number];

/** Whether archived links are left out, are the only ones, or are among the others. */
export const archivedModes = ["exclude", "only", "include"] as const;
export type ArchivedMode = (typeof archivedModes)[number];

/** Of all time, both ends included. */
export interface ClicksRange {
  readonly min?: number | null | undefined;
  readonly max?: number | null | undefined;
  /** Whether bots are counted too. */
  readonly bots: boolean;
}

/** What a list of links is narrowed to; null and absent mean any, but for archived links. */
export interface LinkFilter {
  readonly search?: string | null | undefined;
  /** Whether links are active, as {@link activeAt} has it. */
  readonly isActive?: boolean | null | undefined;
  readonly groupId?: string | null | undefined;
  /** A host, as people write it; blank for the default domain. */
  readonly domain?: string | null | undefined;
  /** Names; none at all means any. */
  readonly tags?: readonly string[] | null | undefined;
  /** `any` where it is absent. */
  readonly tagsMode?: TagsMode | null | undefined;
  /** `exclude` where it is absent. */
  readonly archived?: ArchivedMode | null | undefined;
  /** Whether links are the asking person's favourites. */
  readonly favourite?: boolean | null | undefined;
  readonly hasNote?: boolean | null | undefined;
  /** Whether their destinations are dead. */
  readonly deadDestination?: boolean | null | undefined;
  /** The id of the person or of the API key that has made them. */
  readonly creator?: string | null | undefined;
  /** All of it, in its case. */
  readonly externalId?: string | null | undefined;
  readonly createdFrom?: Date | null | undefined;
  /** No longer included. */
  readonly createdTo?: Date | null | undefined;
  readonly clicks?: ClicksRange | null | undefined;
}

/** A filter with the ids and numbers of what it means. */
export interface ResolvedFilter extends LinkFilter {
  /** Undefined for any. */
  readonly inDomains?: readonly number[];
  /** The parts of `search` by which indexes look for it; undefined for its end. */
  readonly searchedParts?: readonly string[];
  /** Whether hardly any link holds `search`, as far as a sample of all links says. */
  readonly isRare?: boolean;
  /** Whether some link is known to hold `search` as it is. */
  readonly isHeld?: boolean;
  /** Those that `search` finds by their names. */
  readonly searchedDomains?: readonly number[];
  readonly searchedTags?: readonly string[];
  /** All links that `search` finds, where they are few. */
  readonly foundIds?: readonly string[];
  /** Whether those stand in the order of creation, the newest first. */
  readonly isFoundInOrder?: boolean;
  /** What `search` seems to mean, since nothing holds it as it is: words, each with its spellings, all of which a link holds. */
  readonly meant?: readonly (readonly string[])[];
  /** Whether all that match are read, not the first ones of an order. */
  readonly isCounted?: boolean;
  /** Tags of the filter that are there, each once; undefined for a filter without any. */
  readonly withTags?: { readonly ids: readonly string[]; readonly mode: TagsMode; readonly missing: number };
  /** Who asks. */
  readonly userId?: string;
  /** The only links that the asker's credential reaches; null for all. */
  readonly within?: LinkBounds | null;
  /** Links that were clicked as often as `clicks` says, or the only ones that weren't. */
  readonly clicked?: { readonly ids: readonly string[]; readonly among: boolean };
}

/** Few links have a cap: those are looked up, and no others. */
export const usedUp = sql`(max_clicks IS NOT NULL AND EXISTS (
  SELECT FROM link_cap WHERE link_id = link.id AND number = cap_number AND used >= max_clicks))`;

/**
 * A condition for links that are switched on, are not used up, and have not expired at an instant. The dashboard counts by it
 * and lists are narrowed by it.
 */
export const activeAt = (at: Date) => sql`(is_active AND (expires_at IS NULL OR expires_at > ${at}) AND NOT ${usedUp})`;
/** The same for the others, in a form for which there are indexes. */
const inactiveAt = (at: Date) => sql`(NOT is_active OR expires_at <= ${at} OR ${usedUp})`;

const tagged = (ids: readonly string[]) => sql`SELECT link_id FROM link_tag WHERE tag_id = ANY (${ids}::uuid[])`;

/** Some words of the text are spelled as this one or nearly so, by the threshold of the session; served by the indexes of searches. */
export const spelledAlike = (word: string) =>
  sql`(${searchedText} %> ${word} OR (note IS NOT NULL AND ${searchedNote} %> ${word}))`;

/** A condition for the links of a workspace that a filter leaves. */
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
  // Each by itself, so that an index serves either.
  if (searchedDomains.length > 0) either.push(sql`(domain > 0 AND domain = ANY (${searchedDomains}::integer[]))`);
  if (searchedTags.length > 0) {
    if (isCounted) {
      const held = sql`SELECT id FROM link WHERE owner_id = ${ownerId} AND (${join(either, " OR ")})`;
      return sql`id IN (${held} UNION ${tagged(searchedTags)})`;
    }
    // A tag on many links: looked up for each link that an ordered scan meets, not for all links beforehand.
    either.push(
      sql`(SELECT true FROM link_tag WHERE link_id = link.id AND tag_id = ANY (${searchedTags}::uuid[]) LIMIT 1)`,
    );
  }
  return sql`(${join(either, " OR ")})`;
}

/** A condition for links that hold the text of a filter, or what it seems to mean. */
export function holdingSearched(text: string, { meant, searchedParts }: ResolvedFilter): Sql {
  if (!meant) return holding(text, searchedParts);
  const words = meant.map((spellings) => {
    const each = spellings.map((word) => holding(word));
    return sql`(${join(each, " OR ")})`;
  });
  return sql`(${join(words, " AND ")})`;
}

/**
 * A condition for links whose name, code, URL, note, or a URL of whose rules and splits contains a folded text. Indexes look
 * for some parts of it alone, and the whole is compared with what is found.
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

/** Longer texts have so many trigrams that an index is slow with all of them. */
const indexedMax = 12;

/** The end of a long text is the least common part of an address. */
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

/** Of the event that made a link, where an API key did that; served by an index of its own. */
export const madeByKey = sql`stream_version = 1 AND stream_type = 'link' AND meta ->> 'apiKeyId' IS NOT NULL`;

/** A workspace is one person's: what no key has made, whoever asks has. */
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
  // Not by = ANY, which would go through the list for each link.
  if (clicked)
    existing(clicked.among, sql`SELECT FROM unnest(${clicked.ids}::uuid[]) AS one (id) WHERE one.id = link.id`);
  return parts;
}
