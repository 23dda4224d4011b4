import { z } from "zod";
import { jsonRows } from "../../clicks/tables/clickHouseSnapshot.ts";
import type { TestApi } from "../testApi.ts";
import type { Person } from "./world.ts";

/** Selects an account's rows as recorded. */
const whole = (table: string, how = "") =>
  `SELECT '${table}' AS name, toJSONString(tuple(*)) AS row FROM ${table} ${how} WHERE owner_id = {owner: UUID}`;
/** Selects sums of an account's clicks, which don't change when ClickHouse merges rows. */
const sums = (table: string, figures: string) =>
  `SELECT '${table}' AS name, toJSONString((${figures})) AS row FROM ${table} AS t WHERE owner_id = {owner: UUID} GROUP BY t.owner_id`;
const quarters = "sum(t.people), sum(t.bots)";
const visitors = "uniqCombinedMerge(14)(t.people), uniqCombinedMerge(14)(t.everyone)";

const query = [
  whole("clicks"),
  whole("clicks_cut"),
  whole("imported_visits", "FINAL"),
  whole("conversions", "FINAL"),
  // Visits to unknown codes belong only to their domain.
  "SELECT 'misses_by_owner' AS name, toJSONString(tuple(*)) AS row FROM misses_by_owner WHERE owner_id = {owner: UUID} OR code = {lost: String}",
  sums("link_quarter", quarters),
  sums("owner_quarter", quarters),
  sums("link_day", visitors),
  sums("owner_day", visitors),
].join(" UNION ALL ");

const recordedRow = z.object({ name: z.string(), row: z.string() });

/** Returns an account's rows and sums in ClickHouse, from which all its figures are computed. */
export function recordedOf({ services }: TestApi, { user, mark }: Person): Promise<z.infer<typeof recordedRow>[]> {
  return jsonRows(services.clickhouse, recordedRow, `SELECT * FROM (${query}) ORDER BY ALL`, {
    owner: user.id,
    lost: `lost-${mark}`,
  });
}
