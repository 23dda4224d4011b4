import { servedStates } from "@hoplog/schema/domains/state.js";
import type { LinkCondition } from "./linkRow.ts";
import { usedUp } from "./filter.ts";
import type { ShownState } from "./options/state.ts";

/** The states as lists are ordered by them: from what works to what an operator has ended. */
export const stateOrder = [
  "active",
  "scheduled",
  "expired",
  "usedUp",
  "inactive",
  "listed",
  "unreachable",
  "banned",
] as const satisfies readonly ShownState[];

interface Deciding {
  readonly state: ShownState;
  readonly is: string;
  /** `is` may be null; this is not. */
  readonly isNot: string;
  readonly values?: LinkCondition["values"];
}

/** Domains that let nobody in, by the row that says how each is now. */
const unserved = `(domain > 0 AND domain IN (
  SELECT number FROM (SELECT DISTINCT ON (number) number, state FROM domain WHERE owner_id = ?
    ORDER BY number, state = 'removed', added_at DESC) AS latest WHERE state <> ALL (?::text[])))`;
const begins = "(options ->> 'notBefore')::timestamptz > ?";
const hasExpired = "expires_at <= ?";

/** What decides on a state, in the order of `stateOf`, whose copy in SQL this is: the first that holds does. */
function deciding(ownerId: string, at: Date): readonly Deciding[] {
  return [
    { state: "banned", is: "ban_reason IS NOT NULL", isNot: "ban_reason IS NULL" },
    {
      state: "unreachable",
      is: unserved,
      isNot: `NOT ${unserved}`,
      values: [ownerId, `{${servedStates.join(",")}}`],
    },
    { state: "inactive", is: "NOT is_active", isNot: "is_active" },
    { state: "listed", is: "listed_url IS NOT NULL", isNot: "listed_url IS NULL" },
    { state: "scheduled", is: begins, isNot: `(${begins}) IS NOT TRUE`, values: [at] },
    { state: "expired", is: hasExpired, isNot: `(${hasExpired}) IS NOT TRUE`, values: [at] },
    { state: "usedUp", is: usedUp, isNot: `NOT ${usedUp}` },
  ];
}

/** A condition for the links of a workspace that are in a state at a moment; each link is in one. */
export function inState(state: ShownState, ownerId: string, at: Date): LinkCondition {
  const all = deciding(ownerId, at);
  const place = all.findIndex((one) => one.state === state);
  const own = all[place];
  const before = own ? all.slice(0, place) : all;
  const sql = [...(own ? [own.is] : []), ...before.map(({ isNot }) => isNot)].join(" AND ");
  return { sql, values: [...(own ? [own] : []), ...before].flatMap(({ values = [] }) => values) };
}
