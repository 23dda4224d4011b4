import { validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { type AnalyticsQuestion, clicksSource } from "../../account/source.ts";
import type { Condition } from "../../link/condition.ts";

/** What judged clicks may be narrowed to besides the filters of all clicks: exact values, all of which must hold. */
export interface VerdictFilter {
  readonly reason?: string | null | undefined;
  /** The user agent as it was sent. */
  readonly agent?: string | null | undefined;
  /** Number of the autonomous system; 0 where unknown. */
  readonly network?: string | null | undefined;
}

/** Which clicks are looked at: those that were taken for bots, or with `people` those that were taken for people. */
export interface VerdictQuestion extends Omit<AnalyticsQuestion, "bots"> {
  readonly people: boolean;
  readonly only: VerdictFilter;
}

/** Throws VALIDATION_ERROR for what no click could have; `prefix` stands before a field's name. */
export function checkedOnly(only: VerdictFilter, prefix = ""): VerdictFilter {
  const fail = (field: string, message: string) => validationError([{ field: `${prefix}${field}`, message }]);
  for (const field of ["reason", "agent"] as const) {
    if ((only[field]?.length ?? 0) > limits.filterMax) {
      throw fail(field, `Must be at most ${limits.filterMax} characters`);
    }
  }
  const { network } = only;
  if (network && !(/^\d{1,10}$/.test(network) && Number(network) < 2 ** 32)) {
    throw fail("network", "Must be the number of an autonomous system");
  }
  return only;
}

const columns = { reason: "bot_reason", agent: "user_agent", network: "toString(asn)" } as const;
const names = ["reason", "agent", "network"] as const;

/** The rows of `clicks` that a question is about. */
export function classifiedClicks({ people, only, ...question }: VerdictQuestion): Condition {
  const { sql, params } = clicksSource({ ...question, bots: true });
  const given = names.filter((name) => (only[name] ?? null) !== null);
  const parts = given.map((name) => `${columns[name]} = {only_${name}: String}`);
  return {
    sql: [sql, people ? "NOT is_bot" : "is_bot", ...parts].join(" AND "),
    params: { ...params, ...Object.fromEntries(given.map((name) => [`only_${name}`, storable(only[name] ?? "")])) },
  };
}

/** Half a character can't be sent as UTF-8. */
function storable(value: string): string {
  return value.replaceAll(/\p{Cs}/gu, "\ufffd");
}
