import { validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { type TimeRange, rangeConditions } from "../../clicks/counts/range.ts";
import type { Condition } from "../link/condition.ts";
import { type MissReason, recordedReason } from "./reasons.ts";
import { inScope, type MissScope } from "./scope.ts";

/** What visits may be narrowed to: exact values, all of which must hold. */
export interface MissFilter {
  readonly reason?: MissReason | null | undefined;
  readonly code?: string | null | undefined;
  readonly referrer?: string | null | undefined;
  readonly host?: string | null | undefined;
  readonly country?: string | null | undefined;
}

/** Which visits without a destination are looked at. */
export interface MissQuestion {
  readonly scope: MissScope;
  readonly range: TimeRange;
  /** IANA name: days and hours are its. */
  readonly tz: string;
  /** Whether bots are counted too. */
  readonly bots: boolean;
  readonly filter: MissFilter;
  readonly now: Date;
}

/** The values of a visit that lists are made of, beside its code. */
const missFields = ["referrer", "host", "country"] as const;
export type MissField = (typeof missFields)[number];

const textFields = ["code", ...missFields] as const;

/** Throws VALIDATION_ERROR for a text that is longer than any that could be found; `prefix` stands before its name. */
export function checkedFilter(filter: MissFilter, prefix = ""): MissFilter {
  const field = textFields.find((name) => (filter[name]?.length ?? 0) > limits.filterMax);
  if (field === undefined) return filter;
  throw validationError([{ field: `${prefix}${field}`, message: `Must be at most ${limits.filterMax} characters` }]);
}

/** The rows of `misses_by_owner` that a question is about, of people and bots. */
export function missesOf({ scope, range, filter }: MissQuestion): Condition {
  const owned = inScope(scope);
  const within = rangeConditions(range);
  const fitting = filterConditions(filter);
  return {
    sql: [owned.sql, ...within.parts, ...fitting.parts].join(" AND "),
    params: { ...owned.params, ...within.params, ...fitting.params },
  };
}

/** What a filter asks of the rows, each part by itself. */
export function filterConditions(filter: MissFilter): { parts: readonly string[]; params: Condition["params"] } {
  const reason = filter.reason ? recordedReason(filter.reason) : null;
  const values = { reason, ...Object.fromEntries(textFields.map((name) => [name, filter[name] ?? null])) };
  const given = Object.entries(values).filter(([, value]) => value !== null);
  return {
    parts: given.map(([name]) => `${name} = {of_${name}: String}`),
    params: Object.fromEntries(given.map(([name, value]) => [`of_${name}`, value])),
  };
}
