import type { LinkBounds } from "../../kernel/access/linkBounds.ts";
import type { LinkCondition } from "./linkRow.ts";
import { isDestinationOfLink } from "./destinationOfLink.ts";
import { holdsParts, searchPattern, searchText } from "../../kernel/database/searchPattern.ts";

/** Name, code and original URL without case and accents: the expression of the index link_search. */
export const searchedText = "folded(name || E'\\n' || code || E'\\n' || original_url)";
/** The expression of the index link_note_search. */
export const searchedNote = "folded(note)";
/** The expression of the index link_other_urls_search. */
export const searchedUrls = "folded(other_urls)";

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
  /** Whether links are {@link activeCondition}. */
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
export const usedUp = `(max_clicks IS NOT NULL AND EXISTS (
  SELECT FROM link_cap WHERE link_id = link.id AND number = cap_number AND used >= max_clicks))`;

/**
 * A condition for links that are switched on, are not used up, and have not expired at the instant that it takes as its
 * value. The dashboard counts by it and lists are narrowed by it.
 */
export const activeCondition = `(is_active AND (expires_at IS NULL OR expires_at > ?) AND NOT ${usedUp})`;
/** The same for the others, in a form for which there are indexes. */
const inactiveCondition = `(NOT is_active OR expires_at <= ? OR ${usedUp})`;

/** Each by itself, so that an index serves either. */
const inDomainsFound = "domain > 0 AND domain = ANY (?::integer[])";
/** A tag on many links: looked up for each link that an ordered scan meets, not for all links beforehand. */
const withTagsFound = "(SELECT true FROM link_tag WHERE link_id = link.id AND tag_id = ANY (?::uuid[]) LIMIT 1)";
const taggedLinks = "SELECT link_id FROM link_tag WHERE tag_id = ANY (?::uuid[])";
/** Some words of the text are spelled as another or nearly so, by the threshold of the session; served by the same indexes. */
export const spelledAlike = `(${searchedText} %> ? OR (note IS NOT NULL AND ${searchedNote} %> ?))`;

export function matching(ownerId: string, filter: ResolvedFilter, now: Date): LinkCondition {
  const parts = ["owner_id = ?"];
  const values: LinkCondition["values"][number][] = [ownerId];
  const add = (sql: string, ...given: typeof values) => {
    parts.push(sql);
    values.push(...given);
  };
  const { search, isActive, groupId, inDomains, archived, createdFrom, createdTo, externalId, hasNote } = filter;
  const text = searchText(search);
  if (text !== null) addSearch(add, ownerId, text, filter);
  if (inDomains) add("domain = ANY (?::integer[])", `{${inDomains.join(",")}}`);
  if (isActive !== undefined && isActive !== null) add(isActive ? activeCondition : inactiveCondition, now);
  if (groupId) add("group_id = ?", groupId);
  if (archived !== "include") add(archived === "only" ? "archived_at IS NOT NULL" : "archived_at IS NULL");
  if (createdFrom) add("created_at >= ?", createdFrom);
  if (createdTo) add("created_at < ?", createdTo);
  if (externalId) add("external_id = ?", externalId.trim().normalize("NFC").replaceAll("\0", ""));
  if (hasNote !== undefined && hasNote !== null) add(hasNote ? "note IS NOT NULL" : "note IS NULL");
  addCreator(add, filter);
  addTags(add, filter);
  addOthers(add, filter);
  if (filter.within) addBounds(add, filter.within);
  return { sql: parts.join(" AND "), values };
}

type Add = (sql: string, ...values: LinkCondition["values"][number][]) => void;

function addSearch(add: Add, ownerId: string, text: string, filter: ResolvedFilter): void {
  const { foundIds, isCounted = false, searchedDomains = [], searchedTags = [] } = filter;
  if (foundIds) {
    add("id = ANY (?::uuid[])", `{${foundIds.join(",")}}`);
    return;
  }
  const texts = holdingSearched(text, filter);
  const either = [texts.sql];
  const values = [...texts.values];
  if (searchedDomains.length > 0) {
    either.push(`(${inDomainsFound})`);
    values.push(`{${searchedDomains.join(",")}}`);
  }
  if (searchedTags.length > 0) {
    const tags = `{${searchedTags.join(",")}}`;
    if (isCounted) {
      const held = `SELECT id FROM link WHERE owner_id = ? AND (${either.join(" OR ")})`;
      add(`id IN (${held} UNION ${taggedLinks})`, ownerId, ...values, tags);
      return;
    }
    either.push(withTagsFound);
    values.push(tags);
  }
  add(`(${either.join(" OR ")})`, ...values);
}

/** A condition for links that hold the text of a filter, or what it seems to mean. */
export function holdingSearched(text: string, { meant, searchedParts }: ResolvedFilter): LinkCondition {
  return meant
    ? joined(
        meant.map((spellings) =>
          joined(
            spellings.map((word) => holding(word)),
            "OR",
          ),
        ),
        "AND",
      )
    : holding(text, searchedParts);
}

function joined(conditions: readonly LinkCondition[], by: "AND" | "OR"): LinkCondition {
  return {
    sql: `(${conditions.map(({ sql }) => sql).join(` ${by} `)})`,
    values: conditions.flatMap(({ values }) => values),
  };
}

/**
 * A condition for links whose name, code, URL, note, or a URL of whose rules and splits contains a folded text. Indexes look for some parts of it alone, and the whole
 * is compared with what is found.
 */
export function holding(text: string, parts: readonly string[] = [endOf(text)]): LinkCondition {
  const whole = searchPattern(text);
  if (whole === null) return { sql: "true", values: [] };
  const [part] = parts;
  const patterns = parts.length === 1 && part === text ? [whole] : [holdsParts(parts), whole];
  const holds = (column: string) =>
    patterns.length === 1 ? `${column} LIKE ?` : `(${column} LIKE ? AND (${column} || '') LIKE ?)`;
  return {
    sql: `(${holds(searchedText)} OR (note IS NOT NULL AND ${holds(searchedNote)}) OR (other_urls IS NOT NULL AND ${holds(searchedUrls)}))`,
    values: [...patterns, ...patterns, ...patterns],
  };
}

/** Longer texts have so many trigrams that an index is slow with all of them. */
const indexedMax = 12;

/** The end of a long text is the least common part of an address. */
function endOf(text: string): string {
  return [...text].slice(-indexedMax).join("");
}

function addBounds(add: Add, { domain, groupId, tagId }: LinkBounds): void {
  if (domain !== null) add("domain = ?", domain);
  if (groupId !== null) add("group_id = ?", groupId);
  if (tagId !== null) add("EXISTS (SELECT FROM link_tag WHERE link_id = link.id AND tag_id = ?)", tagId);
}

/** Of the event that made a link, where an API key did that; served by an index of its own. */
export const madeByKey = "stream_version = 1 AND stream_type = 'link' AND meta ->> 'apiKeyId' IS NOT NULL";

/** A workspace is one person's: what no key has made, whoever asks has. */
function addCreator(add: Add, { creator, userId }: ResolvedFilter): void {
  if (!creator) return;
  const event = `EXISTS (SELECT FROM event WHERE stream_id = link.id AND ${madeByKey}`;
  if (creator.toLowerCase() === userId) add(`NOT ${event})`);
  else add(`${event} AND meta ->> 'apiKeyId' = ?)`, creator.toLowerCase());
}

function addTags(add: Add, { withTags }: ResolvedFilter): void {
  if (!withTags) return;
  const { ids, mode, missing } = withTags;
  const list = `{${ids.join(",")}}`;
  if (mode === "none")
    add("NOT EXISTS (SELECT FROM link_tag WHERE link_id = link.id AND tag_id = ANY (?::uuid[]))", list);
  else if (mode === "any") add(`id IN (${taggedLinks})`, list);
  else if (missing > 0) add("false");
  else add(`id IN (${taggedLinks} GROUP BY link_id HAVING count(*) = ?)`, list, ids.length);
}

function addOthers(add: Add, { favourite, userId, clicked, deadDestination }: ResolvedFilter): void {
  if (deadDestination !== undefined && deadDestination !== null) {
    const dead = `SELECT FROM destination AS one WHERE ${isDestinationOfLink} AND dead_since IS NOT NULL`;
    add(`${deadDestination ? "" : "NOT "}EXISTS (${dead})`);
  }
  if (favourite !== undefined && favourite !== null && userId !== undefined) {
    add(
      `${favourite ? "" : "NOT "}EXISTS (SELECT FROM link_favourite WHERE link_id = link.id AND user_id = ?)`,
      userId,
    );
  }
  // Not by = ANY, which would go through the list for each link.
  if (clicked) {
    const { ids, among } = clicked;
    add(
      `${among ? "" : "NOT "}EXISTS (SELECT FROM unnest(?::uuid[]) AS one (id) WHERE one.id = link.id)`,
      `{${ids.join(",")}}`,
    );
  }
}
