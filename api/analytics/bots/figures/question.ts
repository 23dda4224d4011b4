import { validationError } from "@hoplog/schema/errors.js";
import { type ExactValues, requireFilterLength, withValues } from "../../../clicks/questions/exactValues.ts";
import type { ClickQuestion } from "../../../clicks/questions/question.ts";
import { clicksSource, narrowed, type Source } from "../../../clicks/questions/source.ts";

/** Columns that judged clicks may be narrowed by besides the filters of all clicks. An agent is as it was sent; a network is a number. */
const columns = { reason: "bot_reason", agent: "user_agent", network: "toString(asn)" } as const;

export type VerdictFilter = ExactValues<keyof typeof columns>;

/** Which clicks are looked at: those that were taken for bots, or with `people` those that were taken for people. */
export interface VerdictQuestion extends Omit<ClickQuestion, "bots"> {
  readonly people: boolean;
  readonly only: VerdictFilter;
}

/** Throws VALIDATION_ERROR for what no click could have; `prefix` stands before a field's name. */
export function checkedOnly(only: VerdictFilter, prefix = ""): VerdictFilter {
  requireFilterLength(only, ["reason", "agent"], prefix);
  const { network } = only;
  if (network && !(/^\d{1,10}$/.test(network) && Number(network) < 2 ** 32)) {
    throw validationError([{ field: `${prefix}network`, message: "Must be the number of an autonomous system" }]);
  }
  return only;
}

/** The clicks that a question is about. */
export function classifiedClicks({ people, only, ...question }: VerdictQuestion): Source {
  return narrowed(clicksSource(question), people ? "NOT is_bot" : "is_bot", ...withValues(columns, only));
}
