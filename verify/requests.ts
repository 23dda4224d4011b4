import { bases } from "@hoplog/platform/postgres/bases.js";
import { z } from "zod";
import { retentionOf } from "./misses.ts";
import type { ProjectionResult } from "./cuts.ts";
import type { Snapshot } from "./snapshot.ts";

const row = z.object({
  of: z.string(),
  counted: z.coerce.number(),
  recorded: z.coerce.number(),
});

/**
 * Compares the redirectors' own counts per batch with the resulting clicks and misses, by owner, link and day, since
 * these counts were introduced. Erased links are excluded; misses are compared for days that are still complete.
 */
export async function compareRequests(snapshot: Snapshot): Promise<ProjectionResult> {
  const days = await retentionOf(snapshot);
  const nobody = "toUUID('00000000-0000-0000-0000-000000000000')";
  const parts = [
    `SELECT owner_id, link_id, 'clicks' AS kind, quarter, toInt64(clicks) AS c, 0 AS r FROM ${snapshot.table("request_quarter")}
     WHERE NOT (link_id = ${nobody} AND owner_id != ${nobody})`,
    `SELECT owner_id, link_id, 'misses', quarter, toInt64(misses), 0 FROM ${snapshot.table("request_quarter")}
     WHERE NOT (link_id = ${nobody} AND owner_id != ${nobody})`,
    `SELECT owner_id, link_id, 'clicks', quarter, 0, 1 FROM ${ofCut(snapshot, "clicks", ">=")}`,
    // If single clicks were deleted, their sums are used.
    `SELECT owner_id, link_id, 'clicks', quarter, 0, people + bots FROM ${ofCut(snapshot, "link_quarter", "<")}`,
    `SELECT owner_id, link_id, 'misses', toStartOfFifteenMinutes(at), 0, 1 FROM ${snapshot.table("misses")}`,
  ];
  const rows = await snapshot.read(
    row,
    `SELECT concatWithSeparator(' ', kind, toString(owner_id), toString(link_id), toString(toDate(quarter))) AS of, sum(c) AS counted,
       sum(r) AS recorded
     FROM (${parts.join(" UNION ALL ")})
     WHERE quarter >= (SELECT toStartOfFifteenMinutes(max(applied_at)) FROM schema_migration WHERE name = '${bases.clickhouse.name}')
       AND (kind = 'clicks' OR {days: UInt32} = 0 OR toDate(quarter) > toDate(now(), 'UTC') - {days: UInt32})
     GROUP BY kind, owner_id, link_id, toDate(quarter) HAVING counted + recorded > 0 ORDER BY of`,
    { days },
  );
  const differences = rows
    .filter(({ counted, recorded }) => counted !== recorded)
    .map(({ of, counted, recorded }) => ({
      where: `request_quarter ${of}`,
      expected: `${counted} counted by redirectors`,
      found: `${recorded} stored`,
    }));
  return { figures: rows.length, differences, unlisted: 0 };
}

/** Selects rows before their account's cut ("<"), or on or after it. */
function ofCut(snapshot: Snapshot, table: "clicks" | "link_quarter", compared: ">=" | "<"): string {
  const cuts = `(SELECT owner_id, max(cut_before) AS last FROM ${snapshot.table("clicks_cut")} GROUP BY owner_id)`;
  return `(SELECT of_table.* FROM (SELECT ${table === "clicks" ? "*, quarter" : "*"} FROM ${snapshot.table(table)}) AS of_table
    LEFT ANY JOIN ${cuts} AS cut USING (owner_id) WHERE toDate(quarter) ${compared} cut.last)`;
}
