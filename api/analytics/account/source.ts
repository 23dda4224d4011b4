import { type ClickFilter, isOfLinks } from "@hoplog/schema/clicks/filters.js";
import type { TimeRange } from "../../clicks/counts/range.ts";
import { behindCut } from "../../clicks/cuts/conditions.ts";
import { quartersInRange } from "../../clicks/counts/quartersInRange.ts";
import { rangeConditions } from "../../clicks/counts/range.ts";
import type { Condition } from "../link/condition.ts";
import { filterConditions } from "../link/filters/conditions.ts";
import { isOfQuarters } from "../link/quarters.ts";

/** Which clicks of an account are looked at. */
export interface AnalyticsQuestion {
  readonly ownerId: string;
  readonly range: TimeRange;
  /** IANA name: days and hours are its. */
  readonly tz: string;
  /** Whether bots are counted too. */
  readonly bots: boolean;
  /** Checked ones. */
  readonly filters: readonly ClickFilter[];
  readonly now: Date;
}

/** The cheapest table that has the clicks of a question, and what to add up of its rows. */
export interface Source extends Condition {
  /** With an alias where it has one. */
  readonly table: string;
  /** Column of the moment. */
  readonly at: "quarter" | "at";
  readonly people: string;
  readonly bots: string;
}

/** Quarters of an hour of the account or of its links where they are exact; else the clicks themselves. */
export function sourceOf(question: AnalyticsQuestion): Source {
  const { ownerId, range, filters } = question;
  if (!isOfQuarters(range) || !filters.every(isOfLinks)) return clicksSource(question);
  const quarters = quartersInRange(range);
  const filter = filterConditions(filters);
  return {
    table: `${filters.length === 0 ? "owner_quarter" : "link_quarter"} AS q`,
    at: "quarter",
    people: "sum(q.people)",
    bots: "sum(q.bots)",
    sql: `owner_id = {owner: UUID} AND ${quarters.sql} AND ${filter.sql}`,
    params: { ...quarters.params, ...filter.params, owner: ownerId },
  };
}

/** Links that are named are found by the key of `link_quarter`; of others the days that are stored are read. */
export function areOfManyLinks(filters: AnalyticsQuestion["filters"]): boolean {
  return filters.every(isOfLinks) && !filters.some(({ field, op }) => field === "link" && op === "is");
}

/** For what only the clicks know, behind the cut of the account. People and bots. */
export function clicksSource({ ownerId, range, filters }: AnalyticsQuestion): Source {
  const filter = filterConditions(filters);
  // Quarters of an hour are read in a tenth of the time; `at` is what parts and the index know.
  const within = rangeConditions(range);
  const ofAt = within.parts.join(" AND ") || "true";
  const quarters = quartersInRange(range, "quarter");
  const [at, sql, params] = isOfQuarters(range)
    ? ([
        "quarter",
        `${quarters.sql} AND ${behindCut("quarter")} AND indexHint(${ofAt} AND ${behindCut("at")})`,
        { ...within.params, ...quarters.params },
      ] as const)
    : (["at", `${ofAt} AND ${behindCut("at")}`, within.params] as const);
  return {
    table: "clicks",
    at,
    people: "countIf(NOT is_bot)",
    bots: "countIf(is_bot)",
    sql: `owner_id = {owner: UUID} AND ${sql} AND ${filter.sql}`,
    params: { ...params, ...filter.params, owner: ownerId },
  };
}

/** The clicks that a question counts. */
export function countedOf({ people, bots }: Source, question: AnalyticsQuestion): string {
  return question.bots ? `${people} + ${bots}` : people;
}
