import { readRowsOnce, type Reads } from "../database/reads.ts";
import { searchText } from "../database/searchPattern.ts";
import { matching, type ResolvedFilter } from "./filter.ts";
import { linksWithTags } from "./tagsOfLink.ts";

/** Up to so many links are looked up by their ids. A text that more links hold is met soon in any order. */
const fewLinks = 1000;

/** Shorter texts are like too many. */
const forgivingFrom = 4;

/**
 * What a search comes to, of all links of the workspace: those that hold it, where they are few, or where there are none those
 * that hold what is spelled alike. Read without an order: with one, Postgres goes through all links in that order where it takes
 * a text for more frequent than it is.
 */
export async function searched(
  services: Reads,
  ownerId: string,
  { search, searchedDomains = [], searchedTags = [] }: ResolvedFilter,
): Promise<Pick<ResolvedFilter, "foundIds" | "isForgiving">> {
  const exact: ResolvedFilter = { search, searchedDomains, archived: "include" };
  const [holding, tagged] = await Promise.all([
    idsOf(services, ownerId, exact),
    searchedTags.length > 0 ? linksWithTags(services, searchedTags, fewLinks + 1) : [],
  ]);
  if (holding.length > fewLinks || tagged.length > fewLinks) return {};
  const foundIds = [...new Set([...holding, ...tagged])];
  if (foundIds.length > 0 || !(await canForgive(services, search))) return { foundIds };
  const isForgiving = true;
  const alike = await idsOf(services, ownerId, { ...exact, isForgiving });
  return alike.length > fewLinks ? { isForgiving } : { foundIds: alike };
}

/** At most one more than few. */
async function idsOf({ reads }: Reads, ownerId: string, filter: ResolvedFilter): Promise<string[]> {
  const { sql, values } = matching(ownerId, filter, new Date(0));
  const rows = await readRowsOnce<{ id: string }>(reads, `SELECT id FROM link WHERE ${sql} LIMIT ?`, [
    ...values,
    fewLinks + 1,
  ]);
  return rows.map(({ id }) => id);
}

async function canForgive({ reads }: Reads, search: string | null | undefined): Promise<boolean> {
  if ((searchText(search)?.length ?? 0) < forgivingFrom) return false;
  return (await readRowsOnce(reads, "SELECT FROM pg_extension WHERE extname = 'pg_trgm'", [])).length > 0;
}
