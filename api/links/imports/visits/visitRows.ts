import { parseAgent } from "@hoplog/platform/visitor/agent.js";
import { referrerHost } from "@hoplog/platform/visitor/referrerHost.js";
import type { SourceVisit } from "../apis/sourceApi.ts";
import { readInstant } from "../sources/dates.ts";

/** Equal visits of one link, as they are stored. */
export interface VisitRow {
  /** Start of a quarter of an hour, in seconds since 1970; null if the source provides no valid time. */
  readonly quarter: number | null;
  readonly visits: number;
  readonly isBot: boolean;
  readonly country: string;
  readonly referrer: string;
  readonly browser: string;
  readonly os: string;
  readonly device: string;
}

const quarterSeconds = 15 * 60;
/** Earliest valid date: there were no short links before 1995. */
const earliest = Date.UTC(1995, 0, 1);
const agentMax = 1000;

/**
 * Aggregates visits of a source into rows, in order of arrival, so that the same response results in the same rows.
 * Drops data that identifies a visitor: the exact second, the user agent, and places within a country.
 */
export function visitRows(visits: readonly SourceVisit[], now: Date): VisitRow[] {
  const rows = new Map<string, VisitRow>();
  for (const visit of visits) {
    if (visit.visits === 0) continue;
    const row = rowOf(visit, now);
    const key = JSON.stringify({ ...row, visits: 0 });
    rows.set(key, { ...row, visits: row.visits + (rows.get(key)?.visits ?? 0) });
  }
  return [...rows.values()];
}

/** Returns a row for visits of which only the number is known. */
export function undatedRow(visits: number): VisitRow {
  return { quarter: null, visits, isBot: false, country: "", referrer: "", browser: "", os: "", device: "" };
}

function rowOf({ at, visits, isBot, country, referrer, userAgent }: SourceVisit, now: Date): VisitRow {
  const agent = userAgent ? parseAgent(userAgent.slice(0, agentMax)) : null;
  const code = country?.toUpperCase() ?? "";
  return {
    quarter: quarterOf(at, now),
    visits,
    isBot: isBot ?? false,
    country: /^[A-Z]{2}$/.test(code) ? code : "",
    referrer: referrerHost(referrer ?? ""),
    browser: agent?.browser ?? "",
    os: agent?.os ?? "",
    device: agent === null || agent.device === "Unknown" ? "" : agent.device,
  };
}

function quarterOf(at: string | null, now: Date): number | null {
  const instant = readInstant(at ?? "");
  const ms = instant ? Date.parse(instant) : Number.NaN;
  if (!(ms >= earliest && ms <= now.getTime())) return null;
  return Math.floor(ms / 1000 / quarterSeconds) * quarterSeconds;
}
