import { z } from "zod";
import { remembered } from "./remembered.ts";
import { keyedRow, number, type Span, type Sum, sums } from "./sums.ts";
import type { Snapshot } from "./snapshot.ts";

/** Recounts failed visits from the raw rows, for the account's links and for its domains' unknown codes. */
export interface MissRecount {
  /** Counts by a column, or by calendar day of a time zone. Values without visits are omitted. */
  by(key: MissKey, domains: readonly number[], span: Span): Promise<ReadonlyMap<string, Sum>>;
  /** Counts by code, domain, reason and link, and by host for unknown hosts; unordered. */
  codes(domains: readonly number[], span: Span): Promise<readonly MissedCode[]>;
  /** Counts of one link by reason. */
  ofLink(linkId: string, span: Span): Promise<ReadonlyMap<string, Sum>>;
}

export type MissKey = "reason" | "referrer" | "host" | "country" | { readonly dayIn: string };

export interface MissedCode {
  readonly code: string;
  readonly reason: string;
  readonly people: number;
  readonly all: number;
  /** Milliseconds since the epoch. */
  readonly lastOfPeople: number;
  readonly last: number;
}

const codeRow = z.object({
  code: z.string(),
  reason: z.string(),
  people: number,
  all: number,
  lastOfPeople: number,
  last: number,
});

export function createMissRecount(snapshot: Snapshot, ownerId: string): MissRecount {
  const from = (domains: readonly number[], { from: begin, to }: Span) => ({
    sql: `FROM ${snapshot.table("misses")}
      WHERE (owner_id = {owner: UUID} OR (empty(owner_id) AND has({domains: Array(UInt32)}, domain)))
        AND ({from: Nullable(Float64)} IS NULL OR toUnixTimestamp64Milli(at) >= {from: Nullable(Float64)})
        AND ({to: Nullable(Float64)} IS NULL OR toUnixTimestamp64Milli(at) < {to: Nullable(Float64)})`,
    params: { owner: ownerId, domains, from: begin?.getTime() ?? null, to: to?.getTime() ?? null },
  });
  return {
    by: remembered(async (key: MissKey, domains: readonly number[], span: Span) => {
      const { sql, params } = from(domains, span);
      const column = typeof key === "string" ? key : "toDate(at, {tz: String})";
      const rows = await snapshot.read(keyedRow, `SELECT toString(${column}) AS key, ${sums} ${sql} GROUP BY key`, {
        ...params,
        ...(typeof key !== "string" && { tz: key.dayIn }),
      });
      return new Map(rows.map((row) => [row.key, { people: row.people, all: row.all }]));
    }),
    ofLink: remembered(async (linkId: string, span: Span) => {
      const { sql, params } = from([], span);
      const rows = await snapshot.read(
        keyedRow,
        `SELECT toString(reason) AS key, ${sums} ${sql} AND link_id = {link: UUID} GROUP BY key`,
        { ...params, link: linkId },
      );
      return new Map(rows.map((row) => [row.key, { people: row.people, all: row.all }]));
    }),
    codes: remembered((domains: readonly number[], span: Span) => {
      const { sql, params } = from(domains, span);
      return snapshot.read(
        codeRow,
        `SELECT code, reason, ${sums}, toUnixTimestamp64Milli(maxIf(at, is_bot = false)) AS lastOfPeople,
           toUnixTimestamp64Milli(max(at)) AS last
         ${sql} GROUP BY code, reason, domain, link_id, if(reason = 'unknown host', host, '')`,
        params,
      );
    }),
  };
}
