import { catchUp } from "@hoplog/platform/clickhouse/catchUp.js";
import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { beforeCut, sinceCut } from "../../clicks/cuts/conditions.ts";
import { deleteRows } from "../../clicks/clickhouse/deleteRows.ts";
import { select } from "../../clicks/clickhouse/select.ts";
import { weekRuns } from "../../analytics/link/topLists/accountListVersion.ts";

/** An erasure from ClickHouse; `pass` counts completed attempts. */
export interface ClickErasure {
  readonly kind: "link" | "account";
  readonly id: string;
  readonly ownerId: string;
  readonly pass: number;
  /** Numbers of the account's domains, which identify the owner of visits without a link. Empty for a link. */
  readonly domains: readonly number[];
}

/**
 * Erases all clicks and misses of a link or an account and corrects every sum that includes them. Can be repeated after
 * a failure at any point. Other clicks may be written at the same time, but none of the erased link or account. The
 * client must use a single server.
 */
export async function eraseClicks(clickhouse: ClickHouseClient, erasure: ClickErasure): Promise<void> {
  // Waits for replication, because corrections of the sums must include clicks written to other replicas.
  await catchUp(clickhouse);
  await eraseRequests(clickhouse, erasure);
  await eraseMisses(clickhouse, erasure);
  for (const table of factTables) await eraseFacts(clickhouse, table, erasure);
  if (erasure.kind === "account") return eraseAccountClicks(clickhouse, erasure.id);
  return eraseLinkClicks(clickhouse, erasure);
}

const accountTables = [
  "clicks",
  "link_quarter",
  "link_day",
  "link_day_value",
  "owner_quarter",
  "owner_day",
  "owner_day_value",
  "owner_day_link",
  "owner_day_segment",
  "clicks_cut",
];

async function eraseAccountClicks(clickhouse: ClickHouseClient, owner: string): Promise<void> {
  for (const table of accountTables)
    await deleteRows(clickhouse, `DELETE FROM ${table} WHERE owner_id = {owner: UUID}`, { owner });
}

/**
 * Erases redirectors' request counts. If only a link is erased, the account's requests are still counted, marked as
 * erased; otherwise the account's other figures would not add up.
 */
async function eraseRequests(clickhouse: ClickHouseClient, { kind, id, ownerId, pass, domains }: ClickErasure) {
  if (kind === "account") {
    const ofAccount = "owner_id = {id: UUID} OR (owner_id = toUUIDOrZero('') AND domain IN {domains: Array(UInt32)})";
    return deleteRows(clickhouse, `DELETE FROM request_quarter WHERE ${ofAccount}`, { id, domains });
  }
  const ofLink = "owner_id = {owner: UUID} AND link_id = {link: UUID}";
  const params = { owner: ownerId, link: id };
  await correct(
    clickhouse,
    "request_quarter",
    `erase requests:${id}:${pass}`,
    params,
    `SELECT owner_id, toUUIDOrZero('') AS link, domain, quarter, sum(r.clicks), sum(r.misses), sum(r.dropped), sum(r.clicks + r.misses)
     FROM request_quarter AS r WHERE ${ofLink} GROUP BY owner_id, domain, quarter`,
  );
  await deleteRows(clickhouse, `DELETE FROM request_quarter WHERE ${ofLink}`, params);
}

/** Erases misses. Their daily sums cover all accounts, so this account's part is subtracted, once per pass. */
async function eraseMisses(clickhouse: ClickHouseClient, erasure: ClickErasure): Promise<void> {
  const { kind, id, pass, domains } = erasure;
  const ofErased =
    kind === "account"
      ? "(owner_id = {id: UUID} OR (owner_id = toUUIDOrZero('') AND domain IN {domains: Array(UInt32)}))"
      : "link_id = {id: UUID}";
  const params = kind === "account" ? { id, domains } : { id };
  const select = `
    SELECT toDate(at) AS day, reason, -toInt64(count()) AS misses FROM misses WHERE ${ofErased} GROUP BY day, reason`;
  await correct(clickhouse, "misses_day", `erase misses:${id}:${pass}`, params, select);
  for (const table of ["misses_by_owner", "misses"])
    await deleteRows(clickhouse, `DELETE FROM ${table} WHERE ${ofErased}`, params);
}

/** Tables with rows that are not included in any sums. */
const factTables = ["imported_visits", "conversions"] as const;

async function eraseFacts(
  clickhouse: ClickHouseClient,
  table: (typeof factTables)[number],
  { kind, id, ownerId }: ClickErasure,
): Promise<void> {
  const ofErased =
    kind === "account" ? "owner_id = {owner: UUID}" : "owner_id = {owner: UUID} AND link_id = {id: UUID}";
  await deleteRows(clickhouse, `DELETE FROM ${table} WHERE ${ofErased}`, { owner: ownerId, id });
}

const dayRow = z.object({ day: z.string() });

async function eraseLinkClicks(clickhouse: ClickHouseClient, { id, ownerId, pass }: ClickErasure): Promise<void> {
  const params = { owner: ownerId, link: id };
  const ofLink = "owner_id = {owner: UUID} AND link_id = {link: UUID}";
  const found = await select(
    clickhouse,
    dayRow,
    `SELECT DISTINCT toString(day) AS day FROM (
       SELECT day FROM link_day WHERE ${ofLink} UNION ALL SELECT toDate(quarter) FROM link_quarter WHERE ${ofLink}
       UNION ALL SELECT toDate(at) FROM clicks WHERE ${ofLink}
       UNION ALL SELECT day FROM link_day_value WHERE ${ofLink})`,
    params,
  );
  if (found.length === 0) return;
  const days = found.map(({ day }) => day);

  // Subtracts the link's part from the sums. A deduplication token makes a repeated correction count once; rows are
  // sorted so that they form the same blocks again. Clicks are deleted last, because they are needed until the
  // corrections are complete.
  await correct(
    clickhouse,
    "owner_quarter",
    `erase:${id}:${pass}`,
    params,
    `
    SELECT owner_id, toStartOfFifteenMinutes(at) AS quarter, -toInt64(countIf(NOT is_bot)) AS people,
      -toInt64(countIf(is_bot)) AS bots
    FROM clicks WHERE ${ofLink} AND ${sinceCut("at")} GROUP BY owner_id, quarter
    UNION ALL SELECT owner_id, quarter, -sum(q.people), -sum(q.bots)
    FROM link_quarter AS q WHERE ${ofLink} AND ${beforeCut("quarter")} GROUP BY owner_id, quarter`,
  );
  await deleteRows(clickhouse, `DELETE FROM clicks WHERE ${ofLink}`, params);

  // Visitors cannot be subtracted, so the affected days are counted again from the remaining clicks. If single clicks
  // were deleted, the visitors of the other links are merged to those of the account.
  const ownerDays = "owner_id = {owner: UUID} AND day IN {days: Array(Date)}";
  await deleteRows(clickhouse, `DELETE FROM owner_day WHERE ${ownerDays}`, { ...params, days });
  await run(
    clickhouse,
    `INSERT INTO owner_day SELECT owner_id, toDate(at) AS day,
       uniqCombinedStateIf(14)(visitor, NOT is_bot) AS people, uniqCombinedState(14)(visitor) AS everyone
     FROM clicks WHERE ${ownerDays.replace("day IN", "toDate(at) IN")} AND ${sinceCut("at")} GROUP BY owner_id, day
     UNION ALL SELECT owner_id, day, uniqCombinedMergeState(14)(d.people), uniqCombinedMergeState(14)(d.everyone)
     FROM link_day AS d WHERE ${ownerDays} AND link_id != {link: UUID} AND ${beforeCut("day", "d.")} GROUP BY owner_id, day`,
    { ...params, days },
    { insert_deduplicate: 0 },
  );

  // Deletes stored results of those days and their weeks, which include the link's clicks. Pages count the days on
  // demand until they are stored again.
  const ofWeeks = "run >= {weekRuns: UInt64} AND hasAny({days: Array(Date)}, arrayMap(i -> toDate(day + i), range(7)))";
  for (const table of ["owner_day_value", "owner_day_link", "owner_day_segment"])
    await deleteRows(
      clickhouse,
      `DELETE FROM ${table} WHERE owner_id = {owner: UUID} AND (day IN {days: Array(Date)} OR (${ofWeeks}))`,
      { ...params, days, weekRuns },
    );

  // Deletes these rows last, because they determine the days to correct.
  for (const table of ["link_quarter", "link_day", "link_day_value"])
    await deleteRows(clickhouse, `DELETE FROM ${table} WHERE ${ofLink}`, params);
}

async function correct(
  clickhouse: ClickHouseClient,
  table: string,
  token: string,
  params: Record<string, unknown>,
  query: string,
): Promise<void> {
  await run(clickhouse, `INSERT INTO ${table} ${query} ORDER BY ALL`, params, {
    insert_deduplication_token: token,
    max_threads: 1,
    max_insert_threads: 1,
  });
}

async function run(
  clickhouse: ClickHouseClient,
  query: string,
  params: Record<string, unknown>,
  settings: Record<string, string | number> = {},
): Promise<void> {
  await clickhouse.command({
    query,
    query_params: params,
    clickhouse_settings: { max_execution_time: 0, ...settings },
  });
}
