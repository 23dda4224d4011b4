import { rangeCondition } from "../../clicks/counts/range.ts";
import { allOf, type Condition } from "../../clicks/clickhouse/condition.ts";
import { type ExactValues, requireFilterLength, withValues } from "../../clicks/questions/exactValues.ts";
import type { ClickQuestion } from "../../clicks/questions/question.ts";
import { countedRows, narrowed, ofSingle, type Source } from "../../clicks/questions/source.ts";
import { type MissReason, recordedReason } from "./reasons.ts";
import { inScope, type MissScope } from "./scope.ts";

/** Fields of a miss with top lists, in addition to its code. */
const missFields = ["referrer", "host", "country"] as const;
export type MissField = (typeof missFields)[number];

const textFields = ["code", ...missFields] as const;

/** Narrows visits to exact values. */
export interface MissFilter extends ExactValues<(typeof textFields)[number]> {
  readonly reason?: MissReason | null | undefined;
}

/** Selects misses. */
export interface MissQuestion extends Pick<ClickQuestion, "range" | "tz" | "bots" | "now"> {
  readonly scope: MissScope;
  readonly filter: MissFilter;
}

/**
 * Validates the lengths of the filter's strings. Throws VALIDATION_ERROR with the field's name, preceded by `prefix`.
 */
export function checkedFilter(filter: MissFilter, prefix = ""): MissFilter {
  requireFilterLength(filter, textFields, prefix);
  return filter;
}

/** Returns the source of a query's misses, by people and bots. */
export function missesOf({ scope, range, filter }: Pick<MissQuestion, "scope" | "range" | "filter">): Source {
  const condition = allOf(inScope(scope), rangeCondition(range), filterCondition(filter));
  return { table: "misses_by_owner", at: "at", ...ofSingle, ...condition };
}

/** Returns the source of the misses that a query counts. */
export function countedMisses(question: MissQuestion): Source {
  return narrowed(missesOf(question), countedRows(question));
}

const columns = { reason: "reason", code: "code", referrer: "referrer", host: "host", country: "country" } as const;

/** Returns the SQL condition for a filter. */
export function filterCondition(filter: MissFilter): Condition {
  const reason = filter.reason ? recordedReason(filter.reason) : null;
  return allOf(...withValues(columns, { ...filter, reason }));
}
