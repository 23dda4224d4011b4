import { z } from "zod";
import type { ProjectionResult } from "./cuts.ts";
import type { Snapshot } from "./snapshot.ts";

const row = z.object({
  day: z.string(),
  reason: z.string(),
  raw: z.coerce.number(),
  kept: z.coerce.number(),
});
const retentionRow = z.object({ days: z.coerce.number() });

/** Returns the number of whole days for which misses are retained; 0 for unlimited. */
export async function retentionOf(snapshot: Snapshot): Promise<number> {
  const rows = await snapshot.read(
    retentionRow,
    `SELECT toUInt32OrZero(extract(engine_full, ' TTL .*toIntervalDay\\\\((\\\\d+)\\\\)')) AS days
     FROM system.tables WHERE database = currentDatabase()
       AND name IN ('${snapshot.table("misses")}', '${snapshot.table("misses_by_owner")}')`,
  );
  const bounds = rows.map(({ days }) => days).filter((days) => days > 0);
  return bounds.length === 0 ? 0 : Math.min(...bounds);
}

/** Compares the daily sums of failed visits with the raw rows, for days that are still complete. */
export async function compareMisses(snapshot: Snapshot): Promise<ProjectionResult> {
  const days = await retentionOf(snapshot);
  const rows = await snapshot.read(
    row,
    `SELECT day, reason, sum(r) AS raw, sum(k) AS kept FROM (
       SELECT toDate(at, 'UTC') AS day, reason, count() AS r, 0 AS k FROM ${snapshot.table("misses")} GROUP BY day, reason
       UNION ALL SELECT day, reason, 0, sum(misses) FROM ${snapshot.table("misses_day")} GROUP BY day, reason)
     WHERE {days: UInt32} = 0 OR day > toDate(now(), 'UTC') - {days: UInt32}
     GROUP BY day, reason ORDER BY day, reason`,
    { days },
  );
  const differences = rows
    .filter(({ raw, kept }) => raw !== kept)
    .map(({ day, reason, raw, kept }) => ({
      where: `misses_day ${day} ${reason}`,
      expected: `${raw} misses`,
      found: `${kept} misses`,
    }));
  return { figures: rows.length, differences, unlisted: 0 };
}

const copiedRow = z.object({
  of: z.string(),
  raw: z.coerce.number(),
  kept: z.coerce.number(),
  same: z.coerce.number(),
});

const columns =
  "owner_id, domain, at, reason, is_bot, code, host, path, link_id, referrer, country, device, browser, os";

/** Compares the table of failed visits sorted by owner with the one sorted by code, by owner, domain and day. */
export async function compareMissesByOwner(snapshot: Snapshot): Promise<ProjectionResult> {
  const days = await retentionOf(snapshot);
  const part = (table: string, isRaw: number) =>
    `SELECT owner_id, domain, toDate(at, 'UTC') AS day, ${isRaw} AS is_raw, count() AS rows, sum(sipHash64(${columns})) AS hash
     FROM ${table} GROUP BY owner_id, domain, day`;
  const rows = await snapshot.read(
    copiedRow,
    `SELECT concatWithSeparator(' ', toString(owner_id), toString(domain), toString(day)) AS of, sumIf(rows, is_raw = 1) AS raw,
       sumIf(rows, is_raw = 0) AS kept, sumIf(hash, is_raw = 1) = sumIf(hash, is_raw = 0) AS same
     FROM (${part(snapshot.table("misses"), 1)} UNION ALL ${part(snapshot.table("misses_by_owner"), 0)})
     WHERE {days: UInt32} = 0 OR day > toDate(now(), 'UTC') - {days: UInt32}
     GROUP BY owner_id, domain, day ORDER BY owner_id, domain, day`,
    { days },
  );
  const differences = rows
    .filter(({ raw, kept, same }) => raw !== kept || same === 0)
    .map(({ of, raw, kept }) => ({
      where: `misses_by_owner ${of}`,
      expected: `${raw} misses`,
      found: raw === kept ? `${kept} others` : `${kept} misses`,
    }));
  return { figures: rows.length, differences, unlisted: 0 };
}
