import { sql } from "@hoplog/platform/postgres/sql.js";
import { readRowsOnce, readRowsWithin, type Reads } from "../../kernel/database/reads.ts";
import { searchText } from "../../kernel/database/searchPattern.ts";
import { holdingSearched, matching, type ResolvedFilter } from "./filter.ts";
import { suggestTerms } from "./suggestTerms.ts";
import { linksWithTags } from "./tagsOfLink.ts";

/**
 * Maximum number of matching links that are looked up by id. A text that more links contain is found quickly by
 * scanning links in any order.
 */
export const fewLinks = 4000;

/**
 * Time limit for searching several words verbatim (ms). If many links contain all words in another order, each must be
 * compared; after this time, links that contain the words in any order are searched, which include verbatim matches.
 */
const phraseMs = 150;

/**
 * Resolves a search over all links of the workspace: to the links that contain the text, if they are few, or, if there
 * are none, to links that match its presumed meaning. Queries have no ORDER BY, because Postgres would scan all links
 * in that order if it overestimates the frequency of a text.
 */
export async function searched(
  services: Reads,
  ownerId: string,
  { search, searchedParts, isHeld = false, searchedDomains = [], searchedTags = [] }: ResolvedFilter,
): Promise<Partial<Pick<ResolvedFilter, keyof FoundLinks | "meant" | "searchedDomains" | "searchedTags">>> {
  const text = searchText(search) ?? "";
  const within = /\s/u.test(text) ? phraseMs : null;
  const exact = await found(
    services,
    ownerId,
    { search, ...(searchedParts && { searchedParts }), searchedDomains, searchedTags },
    within,
  );
  if (exact === "many") return {};
  const isOpen = exact === "late" ? !isHeld : exact.foundIds.length === 0;
  const likely = isOpen ? await suggestTerms(services, ownerId, text) : null;
  if (likely === null) return exact === "late" ? {} : exact;
  const instead = { ...likely, searchedDomains: [] };
  if (await isFrequent(services, ownerId, { search, ...instead })) return instead;
  const spelled = await found(services, ownerId, { search, ...instead });
  return typeof spelled === "string" ? instead : spelled;
}

/** Number of newest links to sample, and the number of matches from which a text is frequent. */
const sampled = 600;
const frequentFrom = 3;

/**
 * Whether a search text is frequent among the newest links. The estimate of Postgres is far off for long texts and for
 * notes. Older links may differ, so the result only decides which query is tried first.
 */
export async function isFrequent({ reads }: Reads, ownerId: string, filter: ResolvedFilter): Promise<boolean> {
  const text = searchText(filter.search);
  if (text === null) return false;
  const rows = await readRowsOnce(
    reads,
    sql`SELECT FROM (SELECT * FROM link WHERE owner_id = ${ownerId} ORDER BY created_at DESC, id DESC LIMIT ${sampled}) AS link
     WHERE ${holdingSearched(text, filter)} LIMIT ${frequentFrom}`,
  );
  return rows.length === frequentFrom;
}

type FoundLinks = Required<Pick<ResolvedFilter, "foundIds" | "isFoundInOrder">>;

/**
 * Returns the ids of all matches, or `many` if there are more than {@link fewLinks}. After the time limit, returns
 * `many` if a tag or a domain matches, otherwise `late`.
 */
async function found(
  services: Reads,
  ownerId: string,
  filter: ResolvedFilter,
  within: number | null = null,
): Promise<FoundLinks | "many" | "late"> {
  const { searchedTags = [], ...texts } = filter;
  const [holding, tagged] = await Promise.all([
    idsOf(services, ownerId, { ...texts, archived: "include" }, within),
    searchedTags.length > 0 ? linksWithTags(services, searchedTags, fewLinks + 1) : [],
  ]);
  // The text is not a typo if a tag or a domain has a matching name.
  const isCalled = tagged.length > 0 || (texts.searchedDomains ?? []).length > 0;
  if (holding === null) return isCalled ? "many" : "late";
  if (holding.length > fewLinks || tagged.length > fewLinks) return "many";
  return { foundIds: [...new Set([...holding, ...tagged])], isFoundInOrder: tagged.length === 0 };
}

/**
 * Returns ids of matching links, at most one more than {@link fewLinks}, newest first; null after `within`
 * milliseconds. The ids are sorted in memory, because with ORDER BY Postgres would scan all links in that order.
 */
async function idsOf(
  { reads }: Reads,
  ownerId: string,
  filter: ResolvedFilter,
  within: number | null,
): Promise<string[] | null> {
  const ids = sql`SELECT id, extract(epoch FROM created_at)::float8 AS seconds FROM link
    WHERE ${matching(ownerId, filter, new Date(0))} LIMIT ${fewLinks + 1}`;
  const rows = await (within === null
    ? readRowsOnce<CreatedLink>(reads, ids)
    : readRowsWithin<CreatedLink>(reads, within, ids));
  return rows?.toSorted(newestFirst).map(({ id }) => id) ?? null;
}

interface CreatedLink {
  readonly id: string;
  readonly seconds: number;
}

function newestFirst(one: CreatedLink, other: CreatedLink): number {
  return other.seconds - one.seconds || (one.id < other.id ? 1 : -1);
}
