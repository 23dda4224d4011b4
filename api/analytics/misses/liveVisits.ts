import { z } from "zod";
import type { Clock } from "../../kernel/calls/capabilities.ts";
import { type ClickHouse, select } from "../../clicks/clickhouse/select.ts";
import { countedRows } from "../../clicks/questions/source.ts";
import { countryName } from "@hoplog/platform/visitor/countryName.js";
import { missesOf, type MissFilter } from "./question.ts";
import { type MissReason, missReasonNamed } from "./reasons.ts";
import type { MissScope } from "./scope.ts";

/** How long visits count as live. */
export const windowSeconds = 30 * 60;
/** Maximum visits per event. */
export const shownMax = 50;

export interface LiveVisit {
  readonly at: Date;
  readonly code: string;
  readonly host: string;
  readonly path: string;
  readonly reason: MissReason;
  readonly referrer: string;
  readonly countryCode: string;
  readonly country: string;
  readonly device: string;
  readonly browser: string;
  readonly operatingSystem: string;
  readonly isBot: boolean;
}

/** Misses of the last 30 minutes. Each event replaces the previous one. */
export interface LiveVisits {
  /** Server time of the read. */
  readonly at: Date;
  readonly people: number;
  readonly bots: number;
  /** At most {@link shownMax} visits, newest first. */
  readonly visits: readonly LiveVisit[];
}

const number = z.coerce.number();
const countRow = z.object({ people: number, bots: number });
const visitRow = z.object({
  ms: number,
  code: z.string(),
  host: z.string(),
  path: z.string(),
  reason: z.string(),
  referrer: z.string(),
  countryCode: z.string(),
  device: z.string(),
  browser: z.string(),
  operatingSystem: z.string(),
  isBot: z.boolean(),
});

/** Selects the visits to watch. */
export interface WatchQuestion {
  readonly ownerId: string;
  /** Whether the listed misses include bots. */
  readonly bots: boolean;
  readonly filter: MissFilter;
}

/** Reads the window from ClickHouse. Listed visits include bots if requested; figures always separate them. */
export async function liveVisits(
  { clickhouse, now }: ClickHouse & Clock,
  scope: MissScope,
  { bots, filter }: Pick<WatchQuestion, "bots" | "filter">,
): Promise<LiveVisits> {
  const at = now();
  const range = { from: new Date(at.getTime() - windowSeconds * 1000), to: null };
  const { sql, params, people: ofPeople, bots: ofBots } = missesOf({ scope, range, filter });
  const [[counted], visits] = await Promise.all([
    select(
      clickhouse,
      countRow,
      `SELECT ${ofPeople} AS people, ${ofBots} AS bots FROM misses_by_owner WHERE ${sql}`,
      params,
    ),
    select(
      clickhouse,
      visitRow,
      `SELECT toUnixTimestamp64Milli(at) AS ms, code, host, path, reason, referrer, country AS countryCode, device, browser,
         os AS operatingSystem, is_bot AS isBot
       FROM misses_by_owner WHERE ${sql} AND ${countedRows({ bots })} ORDER BY at DESC LIMIT {max: UInt32}`,
      { ...params, max: shownMax },
    ),
  ]);
  return {
    at,
    people: counted?.people ?? 0,
    bots: counted?.bots ?? 0,
    visits: visits.map(({ ms, reason, ...visit }) => ({
      ...visit,
      at: new Date(ms),
      reason: missReasonNamed(reason),
      country: countryName(visit.countryCode),
    })),
  };
}
