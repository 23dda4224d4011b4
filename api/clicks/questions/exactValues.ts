import { validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import type { Condition } from "../clickhouse/condition.ts";

/** Narrows rows to exact values, all of which must match; null and undefined mean any. */
export type ExactValues<Name extends string = string> = Readonly<Partial<Record<Name, string | null | undefined>>>;

/**
 * Throws VALIDATION_ERROR for a value longer than any that could match, with the field's name, preceded by `prefix`.
 */
export function requireFilterLength<Name extends string>(
  values: ExactValues<Name>,
  names: readonly Name[],
  prefix = "",
): void {
  const field = names.find((name) => (values[name]?.length ?? 0) > limits.filterMax);
  if (field === undefined) return;
  throw validationError([{ field: `${prefix}${field}`, message: `Must be at most ${limits.filterMax} characters` }]);
}

/** Builds conditions for rows with the given values. `columns` maps names to SQL expressions. */
export function withValues<Name extends string>(
  columns: Readonly<Record<Name, string>>,
  values: ExactValues<Name>,
): Condition[] {
  const conditions: Condition[] = [];
  for (const name in columns) {
    const value: string | null | undefined = values[name];
    if (value === undefined || value === null) continue;
    // An unpaired surrogate cannot be encoded as UTF-8.
    conditions.push({
      sql: `${columns[name]} = {of_${name}: String}`,
      params: { [`of_${name}`]: value.toWellFormed() },
    });
  }
  return conditions;
}
