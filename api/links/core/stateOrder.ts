import { join, type Sql, sql } from "@hoplog/platform/postgres/sql.js";
import { servedStates } from "@hoplog/schema/domains/state.js";
import { usedUp } from "./filter.ts";
import type { ShownState } from "./options/state.ts";

/** The states in the order of lists: from working links to those that an operator has banned. */
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
  readonly is: Sql;
  /** The negation of `is` that is also true if `is` is null. */
  readonly isNot: Sql;
}

/** SQL condition for links in domains that are not served, by the domain's latest row. */
const unserved = (ownerId: string) => sql`(domain > 0 AND domain IN (
  SELECT number FROM (SELECT DISTINCT ON (number) number, state FROM domain WHERE owner_id = ${ownerId}
    ORDER BY number, state = 'removed', added_at DESC) AS latest WHERE state <> ALL (${servedStates}::text[])))`;

/**
 * Returns the conditions of states, the SQL equivalent of `stateOf`: the first condition that is true determines the
 * state.
 */
function deciding(ownerId: string, at: Date): readonly Deciding[] {
  const elsewhere = unserved(ownerId);
  const begins = sql`(options ->> 'notBefore')::timestamptz > ${at}`;
  const hasExpired = sql`expires_at <= ${at}`;
  return [
    { state: "banned", is: sql`ban_reason IS NOT NULL`, isNot: sql`ban_reason IS NULL` },
    { state: "unreachable", is: elsewhere, isNot: sql`NOT ${elsewhere}` },
    { state: "inactive", is: sql`NOT is_active`, isNot: sql`is_active` },
    { state: "listed", is: sql`listed_url IS NOT NULL`, isNot: sql`listed_url IS NULL` },
    { state: "scheduled", is: begins, isNot: sql`(${begins}) IS NOT TRUE` },
    { state: "expired", is: hasExpired, isNot: sql`(${hasExpired}) IS NOT TRUE` },
    { state: "usedUp", is: usedUp, isNot: sql`NOT ${usedUp}` },
  ];
}

/** Builds an SQL condition for the links of a workspace in a state at a moment; each link is in exactly one state. */
export function inState(state: ShownState, ownerId: string, at: Date): Sql {
  const all = deciding(ownerId, at);
  const place = all.findIndex((one) => one.state === state);
  const own = all[place];
  const before = own ? all.slice(0, place) : all;
  return join([...(own ? [own.is] : []), ...before.map(({ isNot }) => isNot)], " AND ");
}
