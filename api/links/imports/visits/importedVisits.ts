import { sql } from "@hoplog/platform/postgres/sql.js";
import { type ImportSource, importSources } from "@hoplog/schema/imports/sources.js";
import { z } from "zod";
import type { Member } from "../../../kernel/access/authorize.ts";
import { type ClickHouse, oneThread, select } from "../../../clicks/clickhouse/select.ts";
import { readRows, type Reads } from "../../../kernel/database/reads.ts";
import type { LinksById } from "../../core/linksById.ts";
import { getLink } from "../../core/queries.ts";

/** Maximum number of values of a top list. */
export const topMax = 10;

export interface VisitCount {
  readonly value: string;
  readonly visits: number;
}

/** Visits that another service counted before the link was imported. No other statistics include them. */
export interface ImportedVisits {
  readonly source: ImportSource;
  readonly total: number;
  /** Visits that the source classified as bots. */
  readonly bots: number;
  /** Visits of which the source only provides the number. */
  readonly undated: number;
  /**
   * Times of the first and last visit, to the quarter of an hour or the day, as the source provides them; null if no
   * visit has a date.
   */
  readonly firstAt: Date | null;
  readonly lastAt: Date | null;
  /** UTC months with visits, as 2026-11. */
  readonly months: readonly VisitCount[];
  readonly countries: readonly VisitCount[];
  readonly referrers: readonly VisitCount[];
  readonly browsers: readonly VisitCount[];
  readonly devices: readonly VisitCount[];
}

const pairs = z.array(z.tuple([z.string(), z.coerce.number()]));
const row = z.object({
  source: z.enum(importSources),
  total: z.coerce.number(),
  bots: z.coerce.number(),
  undated: z.coerce.number(),
  first: z.coerce.number(),
  last: z.coerce.number(),
  months: pairs,
  countries: pairs,
  referrers: pairs,
  browsers: pairs,
  devices: pairs,
});

const top = (column: string) =>
  `arraySlice(arraySort(one -> (-one.2, one.1),
     CAST(sumMapIf(map(toString(${column}), visits), ${column} != '') AS Array(Tuple(String, UInt64)))), 1, {top: UInt8})`;

/** Returns the imported visits of a link, by source; empty for most links. Throws NOT_FOUND_ERROR. */
export async function importedVisits(
  services: Reads & LinksById & ClickHouse,
  member: Member,
  linkId: string,
): Promise<ImportedVisits[]> {
  const { id, ownerId } = await getLink(services, member, linkId, "stats:read");
  // Most links were not imported and need no ClickHouse query.
  const imported = await readRows(services.reads, sql`SELECT FROM imported_link WHERE link_id = ${id} LIMIT 1`);
  if (imported.length === 0) return [];
  const found = await select(
    services.clickhouse,
    row,
    `SELECT source, sum(v.visits) AS total, sumIf(v.visits, is_bot) AS bots, sumIf(v.visits, NOT is_dated) AS undated,
       toUnixTimestamp(minIf(quarter, is_dated)) AS first, toUnixTimestamp(maxIf(quarter, is_dated)) AS last,
       arraySort(CAST(sumMapIf(map(formatDateTime(quarter, '%Y-%m'), visits), is_dated) AS Array(Tuple(String, UInt64)))) AS months,
       ${top("country")} AS countries, ${top("referrer")} AS referrers, ${top("browser")} AS browsers, ${top("device")} AS devices
     FROM imported_visits AS v FINAL WHERE owner_id = {owner: UUID} AND link_id = {link: UUID}
     GROUP BY source HAVING total > 0 ORDER BY source`,
    { owner: ownerId, link: id, top: topMax },
    oneThread,
  );
  return found.map(visitsOf);
}

function visitsOf({ first, last, ...found }: z.output<typeof row>): ImportedVisits {
  const counts = (list: z.output<typeof pairs>) => list.map(([value, visits]) => ({ value, visits }));
  const isDated = found.total > found.undated;
  return {
    ...found,
    firstAt: isDated ? new Date(first * 1000) : null,
    lastAt: isDated ? new Date(last * 1000) : null,
    months: counts(found.months),
    countries: counts(found.countries),
    referrers: counts(found.referrers),
    browsers: counts(found.browsers),
    devices: counts(found.devices),
  };
}
