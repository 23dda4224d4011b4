import { sql } from "@hoplog/platform/postgres/sql.js";
import { validationError } from "@hoplog/schema/errors.js";
import { utmFields } from "@hoplog/schema/links/utm.js";
import { type UtmRules, utmRulesProblem } from "@hoplog/schema/links/utmRules.js";
import { authorizeOwn, type Member } from "../../kernel/access/authorize.ts";
import { type Actor, originOf } from "../../kernel/calls/actor.ts";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import { requireMatchingEtag } from "../../kernel/calls/etag.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import { execute, rowsOf } from "../../kernel/database/statements.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import { utmRulesIn, utmRulesOf } from "../core/utmOfLink.ts";

export type UtmServices = Reads & Events & Ids & Clock & LimitsOf<"creation">;

/** Returns the rules that new links and edits must follow. */
export async function readUtmRules(services: Reads, member: Member): Promise<UtmRules> {
  return utmRulesOf(services, authorizeOwn(member, "links:read"));
}

/**
 * Replaces the workspace's rules; existing links stay unchanged. Throws VALIDATION_ERROR, RATE_LIMIT_ERROR,
 * PreconditionError.
 */
export async function setUtmRules(
  services: UtmServices,
  actor: Actor,
  { lowerCase, allowed }: UtmRules,
): Promise<UtmRules> {
  const ownerId = authorizeOwn(actor, "links:write");
  const listed = utmFields.flatMap((field) => {
    const values = [...new Set(allowed[field]?.map((value) => value.replaceAll("\0", "").toWellFormed()))];
    return values.length === 0 ? [] : [[field, values] as const];
  });
  const rules: UtmRules = { lowerCase, allowed: Object.fromEntries(listed) };
  const problem = utmRulesProblem(rules);
  if (problem) throw validationError([{ field: `allowed.${problem.field}`, message: problem.message }]);
  await services.limits.creation(actor.address, actor.userId);
  await services.eventStore.unitOfWork(async (tx) => {
    // Serializes changes, even if no row exists yet.
    await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended('hoplog utm rules ' || ${ownerId}, 0))`);
    if (actor.expected)
      requireMatchingEtag(actor, utmSettings(await utmRulesIn((statement) => rowsOf(tx, statement), ownerId)));
    await execute(
      tx,
      sql`INSERT INTO utm_rules (owner_id, lower_case, allowed, updated_at)
        VALUES (${ownerId}, ${lowerCase}, ${JSON.stringify(rules.allowed)}::jsonb, ${services.now()})
       ON CONFLICT (owner_id) DO UPDATE SET lower_case = excluded.lower_case, allowed = excluded.allowed,
         updated_at = excluded.updated_at`,
    );
    const resource = { type: "utm rules", id: ownerId } as const;
    await services.eventStore.audit(tx, originOf(services, actor), { action: "SetUtmRules", resource });
  });
  return rules;
}

/** Returns the rules in a fixed order, for a stable ETag. */
export function utmSettings({ lowerCase, allowed }: UtmRules): object {
  return { lowerCase, allowed: utmFields.map((field) => allowed[field] ?? null) };
}
