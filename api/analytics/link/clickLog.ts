import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import type { ClickFilter } from "@hoplog/schema/clicks/filters.js";
import { z } from "zod";
import { select } from "../../clicks/clickhouse/select.ts";
import { type TimeRange, forClickHouse } from "../../clicks/counts/range.ts";
import { clicksOfLink, type LinkKey } from "../../clicks/questions/source.ts";
import { countryName } from "@hoplog/platform/visitor/countryName.js";

/** A click. Unknown strings are empty, except for `device`, which is "Unknown". */
export interface Click {
  readonly id: string;
  readonly timestamp: Date;
  readonly country: string;
  readonly countryCode: string;
  readonly city: string;
  readonly regionName: string;
  readonly isp: string;
  readonly device: string;
  readonly browser: string;
  readonly browserVersion: string;
  readonly operatingSystem: string;
  readonly referrer: string;
  readonly isBot: boolean;
  readonly botReason: string;
}

/** Start of a page of the click log: after the given click, or at an offset. */
export type PageStart = { readonly after: { readonly at: Date; readonly id: string } } | { readonly offset: number };

/** A row with the columns {@link clickColumns}. */
export const clickRow = z.object({
  id: z.guid(),
  ms: z.coerce.number(),
  countryCode: z.string(),
  city: z.string(),
  regionName: z.string(),
  isp: z.string(),
  device: z.string(),
  browser: z.string(),
  browserVersion: z.string(),
  operatingSystem: z.string(),
  referrer: z.string(),
  isBot: z.boolean(),
  botReason: z.string(),
});

export function clickOf({ ms, ...row }: z.output<typeof clickRow>): Click {
  return { ...row, timestamp: new Date(ms), country: countryName(row.countryCode) };
}

const readClick = clickRow.transform(clickOf);

export const clickColumns = `click_id AS id, toUnixTimestamp64Milli(at) AS ms, country AS countryCode, city,
  region AS regionName, isp, device, browser, browser_version AS browserVersion, os AS operatingSystem, referrer,
  is_bot AS isBot, bot_reason AS botReason`;

/** Returns clicks of people and bots, newest first. */
export async function clickLog(
  clickhouse: ClickHouseClient,
  link: LinkKey,
  range: TimeRange,
  start: PageStart,
  limit: number,
  filters: readonly ClickFilter[] = [],
): Promise<Click[]> {
  const { sql, params } = clicksOfLink(link, range, filters);
  const behind =
    "after" in start
      ? "AND at <= {at: DateTime64(3, 'UTC')} AND (at, click_id) < ({at: DateTime64(3, 'UTC')}, {id: UUID})"
      : "";
  const skip = "offset" in start ? `OFFSET {offset: UInt64}` : "";
  return select(
    clickhouse,
    readClick,
    `SELECT ${clickColumns}
     FROM clicks WHERE ${sql} ${behind} ORDER BY at DESC, click_id DESC LIMIT {limit: UInt32} ${skip}`,
    {
      ...params,
      limit,
      ...("after" in start ? { at: forClickHouse(start.after.at), id: start.after.id } : { offset: start.offset }),
    },
  );
}

const countRow = z.object({ clicks: z.coerce.number() });

/** Counts the link's clicks in a range, people and bots. */
export async function countClicks(
  clickhouse: ClickHouseClient,
  link: LinkKey,
  range: TimeRange,
  filters: readonly ClickFilter[] = [],
): Promise<number> {
  const { sql, params } = clicksOfLink(link, range, filters);
  const [row] = await select(clickhouse, countRow, `SELECT count() AS clicks FROM clicks WHERE ${sql}`, params);
  return row?.clicks ?? 0;
}

/** Returns the clicks of a link in the given batches, oldest first: the newest ones if there are more than `limit`. */
export async function clicksOfBatches(
  clickhouse: ClickHouseClient,
  link: LinkKey,
  batchIds: readonly string[],
  limit: number,
): Promise<Click[]> {
  const { sql, params } = clicksOfLink(link, { from: null, to: null });
  const clicks = await select(
    clickhouse,
    readClick,
    `SELECT ${clickColumns} FROM clicks WHERE ${sql} AND batch_id IN {batches: Array(UUID)}
     ORDER BY at DESC, click_id DESC LIMIT {limit: UInt32}`,
    { ...params, batches: batchIds, limit },
  );
  return clicks.toReversed();
}
