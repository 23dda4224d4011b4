import { validationError } from "@hoplog/schema/errors.js";
import { type ExactValues, requireFilterLength, withValues } from "../../../clicks/questions/exactValues.ts";
import type { ClickQuestion } from "../../../clicks/questions/question.ts";
import { clicksSource, narrowed, type Source } from "../../../clicks/questions/source.ts";

/**
 * Columns that classified clicks can be filtered by, besides the filters of all clicks. The agent is the raw header,
 * the network a number.
 */
const columns = { reason: "bot_reason", agent: "user_agent", network: "toString(asn)" } as const;

export type VerdictFilter = ExactValues<keyof typeof columns>;

/** Selects clicks classified as bots, or with `people` those classified as people. */
export interface VerdictQuestion extends Omit<ClickQuestion, "bots"> {
  readonly people: boolean;
  readonly only: VerdictFilter;
}

/**
 * Validates the filter. Throws VALIDATION_ERROR for values that no click can have; `prefix` is prepended to a field's
 * name.
 */
export function checkedOnly(only: VerdictFilter, prefix = ""): VerdictFilter {
  requireFilterLength(only, ["reason", "agent"], prefix);
  const { network } = only;
  if (network && !(/^\d{1,10}$/.test(network) && Number(network) < 2 ** 32)) {
    throw validationError([
      { field: `${prefix}network`, message: "Must be an autonomous system number without prefix, such as 15169" },
    ]);
  }
  return only;
}

/** Selects the clicks of a query. */
export function classifiedClicks({ people, only, ...question }: VerdictQuestion): Source {
  return narrowed(clicksSource(question), people ? "NOT is_bot" : "is_bot", ...withValues(columns, only));
}
