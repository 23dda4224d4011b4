import { readRowsOnce, readRowsWithin, type Reads } from "../database/reads.ts";
import { searchText } from "../database/searchPattern.ts";
import { holdingSearched, matching, type ResolvedFilter } from "./filter.ts";
import { whatIsMeant } from "./meant.ts";
import { linksWithTags } from "./tagsOfLink.ts";

/** Up to so many links are looked up by their ids. A text that more links hold is met soon in any order. */
export const fewLinks = 4000;

/**
 * Where links hold all words of a text in another order, each of them is compared before it is known that none holds the text as it is:
 * after so long, those are found that hold its words, among which those are that hold it as it is.
 */
const phraseMs = 150;

/**
 * What a search comes to, of all links of the workspace: those that hold it, where they are few, or where there are none those
 * that hold what it seems to mean. Read without an order: with one, Postgres goes through all links in that order where it takes
 * a text for more frequent than it is.
 */
export async function searched(
  services: Reads,
  ownerId: string,
  { search, searchedParts, searchedDomains = [], searchedTags = [] }: ResolvedFilter,
): Promise<Partial<Pick<ResolvedFilter, "foundIds" | "meant" | "searchedDomains" | "searchedTags">>> {
  const text = searchText(search) ?? "";
  const within = /\s/u.test(text) ? phraseMs : null;
  const exact = await found(
    services,
    ownerId,
    { search, ...(searchedParts && { searchedParts }), searchedDomains, searchedTags },
    within,
  );
  if (exact === "many") return {};
  const likely = exact === "late" || exact.length === 0 ? await whatIsMeant(services, ownerId, text) : null;
  if (likely === null) return exact === "late" ? {} : { foundIds: exact };
  const instead = { ...likely, searchedDomains: [] };
  if (await isFrequent(services, ownerId, { search, ...instead })) return instead;
  const foundIds = await found(services, ownerId, { search, ...instead });
  return typeof foundIds === "string" ? instead : { foundIds };
}

/** Among so many of the newest links some hold what is frequent. */
const sampled = 600;
const frequentFrom = 3;

/**
 * Whether what is searched for is frequent among the newest links. Postgres' own estimate is far off for long texts and for notes.
 * It may be otherwise among older ones, so this says only what is tried first.
 */
export async function isFrequent({ reads }: Reads, ownerId: string, filter: ResolvedFilter): Promise<boolean> {
  const text = searchText(filter.search);
  if (text === null) return false;
  const { sql, values } = holdingSearched(text, filter);
  const rows = await readRowsOnce(
    reads,
    `SELECT FROM (SELECT * FROM link WHERE owner_id = ? ORDER BY created_at DESC, id DESC LIMIT ?) AS link
     WHERE ${sql} LIMIT ?`,
    [ownerId, sampled, ...values, frequentFrom],
  );
  return rows.length === frequentFrom;
}

/** The ids of all links that are found, unless they are more than a few, or that takes longer than it may. */
async function found(
  services: Reads,
  ownerId: string,
  filter: ResolvedFilter,
  within: number | null = null,
): Promise<string[] | "many" | "late"> {
  const { searchedTags = [], ...texts } = filter;
  const [holding, tagged] = await Promise.all([
    idsOf(services, ownerId, { ...texts, archived: "include" }, within),
    searchedTags.length > 0 ? linksWithTags(services, searchedTags, fewLinks + 1) : [],
  ]);
  // A tag or a domain that is called so is meant as it is.
  const isCalled = tagged.length > 0 || (texts.searchedDomains ?? []).length > 0;
  if (holding === null) return isCalled ? "many" : "late";
  return holding.length > fewLinks || tagged.length > fewLinks ? "many" : [...new Set([...holding, ...tagged])];
}

/** At most one more than few. */
async function idsOf(
  { reads }: Reads,
  ownerId: string,
  filter: ResolvedFilter,
  within: number | null,
): Promise<string[] | null> {
  const { sql, values } = matching(ownerId, filter, new Date(0));
  const one = `SELECT id FROM link WHERE ${sql} LIMIT ?`;
  const all = [...values, fewLinks + 1];
  const rows = await (within === null
    ? readRowsOnce<{ id: string }>(reads, one, all)
    : readRowsWithin<{ id: string }>(reads, within, one, all));
  return rows?.map(({ id }) => id) ?? null;
}
