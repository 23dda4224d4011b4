import type { Part, ProjectionResult } from "./cuts.ts";
import { z } from "zod";
import { byCut } from "./cuts.ts";
import type { projectionTables, Snapshot, Table } from "./snapshot.ts";

type Projection = (typeof projectionTables)[number];

interface Compared {
  readonly keys: readonly string[];
  /** SQL over the raw rows that selects the keys and the sums `a`, `b` and `c`, which must equal the view's sums. */
  readonly raw: (clicks: string, where: string) => string;
  readonly kept: (table: string, where: string) => string;
  /** Column that determines a row's month. */
  readonly time: string;
}

const people =
  "toInt64(countIf(is_bot = false)) AS a, toInt64(countIf(is_bot)) AS b, 0 AS c, a AS exact_a, b AS exact_b";
const visitors = `toInt64(uniqCombinedIf(14)(visitor, is_bot = false)) AS a, toInt64(uniqCombined(14)(visitor)) AS b,
  toInt64(uniqExactIf(visitor, is_bot = false)) AS exact_a, toInt64(uniqExact(visitor)) AS exact_b`;
const keptPeople = "toInt64(sum(t.people)) AS a, toInt64(sum(t.bots)) AS b, 0 AS c";
const keptVisitors = "toInt64(uniqCombinedMerge(14)(t.people)) AS a, toInt64(uniqCombinedMerge(14)(t.everyone)) AS b";

/**
 * Builds SQL that packs the first and last quarter of an hour of a day, for clicks by people and for all clicks, into
 * one number.
 */
const fourBytes = (first: string, end: string, everyoneFirst: string, everyoneEnd: string) =>
  `toInt64(${first}) * 16777216 + ${end} * 65536 + ${everyoneFirst} * 256 + ${everyoneEnd} AS c`;
const quarterOfDay = "intDiv(dateDiff('second', toStartOfDay(at, 'UTC'), at), 900)";
const ends = fourBytes(
  `if(countIf(is_bot = false) = 0, 255, minIf(${quarterOfDay}, is_bot = false))`,
  `if(countIf(is_bot = false) = 0, 0, maxIf(${quarterOfDay}, is_bot = false) + 1)`,
  `min(${quarterOfDay})`,
  `max(${quarterOfDay}) + 1`,
);
const keptEnds = fourBytes("min(t.people_first)", "max(t.people_end)", "min(t.everyone_first)", "max(t.everyone_end)");
const quarter = "toStartOfInterval(at, INTERVAL 15 MINUTE, 'UTC')";

function grouped(
  keys: readonly string[],
  rawKeys: readonly string[],
  sums: string,
  kept: string,
  time: string,
): Compared {
  const named = rawKeys.map((key, i) => (key === keys[i] ? key : `${key} AS ${keys[i]}`)).join(", ");
  return {
    keys,
    time,
    raw: (clicks, where) => `SELECT ${named}, ${sums} FROM ${clicks} WHERE ${where} GROUP BY ${keys.join(", ")}`,
    kept: (table, where) =>
      `SELECT ${keys.join(", ")}, ${kept} FROM ${table} AS t WHERE ${where} GROUP BY ${keys.join(", ")}`,
  };
}

const compared: Readonly<Record<Projection, Compared>> = {
  link_quarter: grouped(
    ["owner_id", "link_id", "quarter"],
    ["owner_id", "link_id", quarter],
    people,
    keptPeople,
    "quarter",
  ),
  owner_quarter: grouped(["owner_id", "quarter"], ["owner_id", quarter], people, keptPeople, "quarter"),
  link_day: grouped(
    ["owner_id", "link_id", "day"],
    ["owner_id", "link_id", "toDate(at, 'UTC')"],
    `${visitors}, ${ends}`,
    `${keptVisitors}, ${keptEnds}`,
    "day",
  ),
  owner_day: grouped(
    ["owner_id", "day"],
    ["owner_id", "toDate(at, 'UTC')"],
    `${visitors}, 0 AS c`,
    `${keptVisitors}, 0 AS c`,
    "day",
  ),
};

/**
 * Builds an SQL condition for differences that are not due to chance: above 5 %, six times the mean error of
 * `uniqCombined(14)` (0.8 %). Small sets are exact.
 */
const isFarOff = (estimate: string, exact: string) => `abs(${estimate} - ${exact}) > greatest(3, ${exact} / 20)`;

const number = z.coerce.number();
const resultRow = z.object({
  figures: number,
  differing: number,
  listed: z.array(z.tuple([z.string(), number, number, number, number, number, number])),
});

const maxListed = 20;

/**
 * Compares every row of a projection with the same grouping of the raw clicks, except days whose clicks were deleted.
 */
export async function compareProjection(snapshot: Snapshot, name: Projection, part: Part): Promise<ProjectionResult> {
  const { keys, raw, kept, time } = compared[name];
  const behind = (at: string) => `${condition(part, at)} AND ${byCut(snapshot, part, at, "behind")}`;
  const [row] = await snapshot.read(
    resultRow,
    `SELECT 2 * count() AS figures, countIf(differs) AS differing,
       groupArrayIf(${maxListed})((key, raw_a, raw_b, raw_c, kept_a, kept_b, kept_c), differs) AS listed
     FROM (
       SELECT concatWithSeparator(' ', ${keys.map((key) => `toString(${key})`).join(", ")}, '') AS key,
         sum(ra) AS raw_a, sum(rb) AS raw_b, sum(rc) AS raw_c, sum(ka) AS kept_a, sum(kb) AS kept_b, sum(kc) AS kept_c,
         sum(ea) AS exact_a, sum(eb) AS exact_b,
         raw_a != kept_a OR raw_b != kept_b OR raw_c != kept_c OR ${isFarOff("kept_a", "exact_a")} OR ${isFarOff("kept_b", "exact_b")} AS differs
       FROM (
         SELECT ${keys.join(", ")}, a AS ra, b AS rb, c AS rc, 0 AS ka, 0 AS kb, 0 AS kc, exact_a AS ea,
           exact_b AS eb
         FROM (${raw(snapshot.table("clicks"), behind("at"))})
         UNION ALL
         SELECT ${keys.join(", ")}, 0, 0, 0, a, b, c, 0, 0 FROM (${kept(snapshot.table(name), behind(time))})
       )
       GROUP BY ${keys.join(", ")}
     )`,
    part,
  );
  const { figures = 0, differing = 0, listed = [] } = row ?? {};
  return {
    figures,
    differences: listed.map(([key, rawA, rawB, rawC, keptA, keptB, keptC]) => ({
      where: `${name} ${key.trim()}`,
      expected: textOf(name, rawA, rawB, rawC),
      found: textOf(name, keptA, keptB, keptC),
    })),
    unlisted: differing - listed.length,
  };
}

function textOf(name: Projection, a: number, b: number, c: number): string {
  if (name.endsWith("_quarter")) return `${a} people, ${b} bots`;
  const visitors = `${a} visitors, with bots ${b}`;
  if (name === "owner_day") return visitors;
  const [peopleFirst, peopleEnd, first, end] = [24, 16, 8, 0].map((shift) => Math.floor(c / 2 ** shift) % 256);
  return `${visitors}, in quarters from ${peopleFirst} to ${peopleEnd}, with bots from ${first} to ${end}`;
}

function condition(part: Part, time: string): string {
  return "ownerId" in part ? "owner_id = {ownerId: UUID}" : `toYYYYMM(${time}) = {month: UInt32}`;
}

const monthRow = z.object({ month: z.coerce.number() });

/** Returns the months (such as 202611) for which any of the tables has rows. */
export async function monthsOf(snapshot: Snapshot, tables: readonly Table[]): Promise<number[]> {
  const rows = await snapshot.read(
    monthRow,
    `SELECT DISTINCT toUInt32(partition) AS month FROM system.parts
     WHERE database = currentDatabase() AND active AND table IN {tables: Array(String)} ORDER BY month`,
    { tables: tables.map((table) => snapshot.table(table)) },
  );
  return rows.map(({ month }) => month);
}

const rawRow = z.object({ clicks: z.coerce.number(), twice: z.coerce.number() });

/** Counts clicks, and clicks that exist more than once. */
export async function countRaw(snapshot: Snapshot, part: Part): Promise<{ clicks: number; twice: number }> {
  const [row] = await snapshot.read(
    rawRow,
    `SELECT sum(copies) AS clicks, countIf(copies > 1) AS twice
     FROM (
       SELECT count() AS copies FROM ${snapshot.table("clicks")} WHERE ${condition(part, "at")}
       GROUP BY owner_id, link_id, at, click_id SETTINGS optimize_aggregation_in_order = 1
     )`,
    part,
  );
  return row ?? { clicks: 0, twice: 0 };
}
