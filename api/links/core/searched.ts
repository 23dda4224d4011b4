import { sql } from "@hoplog/platform/postgres/sql.js";
import { readRowsOnce, readRowsWithin, type Reads } from "../../kernel/database/reads.ts";
import { searchText } from "../../kernel/database/searchPattern.ts";
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
  const likely = isOpen ? await whatIsMeant(services, ownerId, text) : null;
  if (likely === null) return exact === "late" ? {} : exact;
  const instead = { ...likely, searchedDomains: [] };
  if (await isFrequent(services, ownerId, { search, ...instead })) return instead;
  const spelled = await found(services, ownerId, { search, ...instead });
  return typeof spelled === "string" ? instead : spelled;
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
  const rows = await readRowsOnce(
    reads,
    sql`SELECT FROM (SELECT * FROM link WHERE owner_id = ${ownerId} ORDER BY created_at DESC, id DESC LIMIT ${sampled}) AS link
     WHERE ${holdingSearched(text, filter)} LIMIT ${frequentFrom}`,
  );
  return rows.length === frequentFrom;
}

type FoundLinks = Required<Pick<ResolvedFilter, "foundIds" | "isFoundInOrder">>;

/** The ids of all links that are found, unless they are more than a few, or that takes longer than it may. */
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
  // A tag or a domain that is called so is meant as it is.
  const isCalled = tagged.length > 0 || (texts.searchedDomains ?? []).length > 0;
  if (holding === null) return isCalled ? "many" : "late";
  if (holding.length > fewLinks || tagged.length > fewLinks) return "many";
  return { foundIds: [...new Set([...holding, ...tagged])], isFoundInOrder: tagged.length === 0 };
}

/** At most one more than few, the newest first. Their order is not asked of Postgres, which would go through all links in it. */
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
