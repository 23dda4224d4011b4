import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import type pg from "pg";
import { z } from "zod";
import type { Difference } from "./report.ts";
import type { Snapshot } from "./snapshot.ts";

// A retention deletes single clicks before a day, the account's cut. For days before it only the sums remain, which are
// compared with each other.

/** Builds an SQL condition for rows on or after their account's cut ("behind"), or before the cut, by a time column. */
export function byCut(snapshot: Pick<Snapshot, "table">, part: Part, time: string, which: "behind" | "before"): string {
  const cuts = snapshot.table("clicks_cut");
  if ("ownerId" in part) {
    const compared = which === "behind" ? ">=" : "<";
    return `toDate(${time}, 'UTC') ${compared} (SELECT max(cut_before) FROM ${cuts} WHERE owner_id = {ownerId: UUID})`;
  }
  const days = `
    SELECT owner_id, arrayJoin(arrayFilter(d -> d < last, arrayMap(i -> YYYYMMDDToDate({month: UInt32} * 100 + 1) + i, range(31)))) AS day
    FROM (SELECT owner_id, max(cut_before) AS last FROM ${cuts} GROUP BY owner_id)`;
  return `(owner_id, toDate(${time}, 'UTC')) ${which === "behind" ? "NOT IN" : "IN"} (${days})`;
}

const number = z.coerce.number();
const sumsRow = z.object({ of: z.string(), ofLinks: z.string(), ofOwner: z.string() });

/** Compares the sums of days before the cut: the sums of an account's links must add up to the account's sum. */
export async function compareCutDays(snapshot: Snapshot, part: Part): Promise<ProjectionResult> {
  const within = (time: string) => {
    const ofPart = "ownerId" in part ? "owner_id = {ownerId: UUID}" : `toYYYYMM(${time}) = {month: UInt32}`;
    return `${ofPart} AND ${byCut(snapshot, part, time, "before")}`;
  };
  const clicks = (table: string) => `
    SELECT owner_id, toString(quarter) AS at, concat(toString(sum(t.people)), ' people, ', toString(sum(t.bots)), ' bots') AS text
    FROM ${table} AS t WHERE ${within("quarter")} GROUP BY owner_id, quarter HAVING sum(t.people) != 0 OR sum(t.bots) != 0`;
  const visitors = (table: string) => `
    SELECT owner_id, toString(day) AS at,
      concat(toString(uniqCombinedMerge(14)(t.people)), ' visitors, with bots ', toString(uniqCombinedMerge(14)(t.everyone))) AS text
    FROM ${table} AS t WHERE ${within("day")} GROUP BY owner_id, day HAVING uniqCombinedMerge(14)(t.everyone) > 0`;
  const compared = [
    {
      name: "owner_quarter",
      links: clicks(snapshot.table("link_quarter")),
      owner: clicks(snapshot.table("owner_quarter")),
    },
    { name: "owner_day", links: visitors(snapshot.table("link_day")), owner: visitors(snapshot.table("owner_day")) },
  ];
  let figures = 0;
  const differences: Difference[] = [];
  for (const { name, links, owner } of compared) {
    const rows = await snapshot.read(
      sumsRow,
      `SELECT concat('${name} ', toString(owner_id), ' ', at) AS of, max(l) AS ofLinks, max(o) AS ofOwner
       FROM (SELECT owner_id, at, text AS l, '' AS o FROM (${links}) UNION ALL SELECT owner_id, at, '', text FROM (${owner}))
       GROUP BY owner_id, at ORDER BY of`,
      part,
    );
    figures += rows.length;
    for (const { of, ofLinks, ofOwner } of rows)
      if (ofLinks !== ofOwner)
        differences.push({
          where: `${of} (removed clicks)`,
          expected: ofLinks || "nothing",
          found: ofOwner || "nothing",
        });
  }
  return { figures, differences, unlisted: 0 };
}

const leftRow = z.object({ owner: z.string(), clicks: number });

/**
 * Finds clicks before their account's cut that should have been deleted: their batches were deleted on an earlier day.
 * Other clicks may have arrived since.
 */
export async function findExpiredClicks(snapshot: Snapshot): Promise<ProjectionResult> {
  const rows = await snapshot.read(
    leftRow,
    `SELECT toString(owner_id) AS owner, count() AS clicks
     FROM (SELECT owner_id, at, batch_id FROM ${snapshot.table("clicks")}) AS c
     INNER JOIN (SELECT owner_id, max(cut_before) AS last FROM ${snapshot.table("clicks_cut")} GROUP BY owner_id) AS cut USING (owner_id)
     WHERE toDate(at, 'UTC') < cut.last AND batch_id IN (
       SELECT batch_id FROM ${snapshot.table("cut_batch")} GROUP BY batch_id HAVING max(cut_on) < toDate(now('UTC')))
     GROUP BY owner_id ORDER BY owner`,
  );
  const differences = rows.map(({ owner, clicks }) => ({
    where: `clicks of ${owner} before its cut`,
    expected: "0",
    found: `${clicks}`,
  }));
  return { figures: 1, differences, unlisted: 0 };
}

const markRow = z.object({ owner: z.string(), day: z.string() });

/** Compares the cut day in Postgres with the one that readers use. Postgres is ahead while a cut is running. */
export async function compareMarks(
  clickhouse: ClickHouseClient,
  database: pg.Client,
  ownerId: string | null,
): Promise<ProjectionResult> {
  const read = async () => {
    const answer = await clickhouse.query({
      query: "SELECT toString(owner_id) AS owner, toString(max(cut_before)) AS day FROM clicks_cut GROUP BY owner_id",
      format: "JSONEachRow",
    });
    return new Map(
      markRow
        .array()
        .parse(await answer.json())
        .map(({ owner, day }) => [owner, day]),
    );
  };
  const { rows } = await database.query<{ owner: string; cut: string; done: string | null }>(
    "SELECT owner_id AS owner, cut_before::text AS cut, done_before::text AS done FROM click_retention WHERE cut_before IS NOT NULL",
  );
  const marks = await read();
  const owners = [...new Set([...marks.keys(), ...rows.map(({ owner }) => owner)])];
  const wanted = owners.filter((owner) => ownerId === null || owner === ownerId);
  const differences = wanted.flatMap((owner): Difference[] => {
    const kept = rows.find((row) => row.owner === owner);
    const mark = marks.get(owner) ?? "none";
    const isRight =
      kept !== undefined && (mark === kept.cut || (kept.done !== kept.cut && mark === (kept.done ?? "none")));
    if (isRight) return [];
    return [{ where: `clicks_cut of ${owner}`, expected: kept?.cut ?? "none", found: mark }];
  });
  return { figures: wanted.length, differences, unlisted: 0 };
}

export interface ProjectionResult {
  readonly figures: number;
  readonly differences: readonly Difference[];
  /** Number of differences that are not listed. */
  readonly unlisted: number;
}

/** Rows of one account, or of all accounts in one month (202611). */
export type Part = { readonly ownerId: string } | { readonly month: number };
