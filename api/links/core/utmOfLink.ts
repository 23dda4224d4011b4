import { type Sql, sql } from "@hoplog/platform/postgres/sql.js";
import { type FieldError, validationError } from "@hoplog/schema/errors.js";
import { utmFields } from "@hoplog/schema/links/utm.js";
import { hasUtm, noUtmRules, utmProblem, type UtmRules } from "@hoplog/schema/links/utmRules.js";
import { z } from "zod";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import { destinationsOf, type LinkUrls } from "./options/urls.ts";

// Reads a workspace's rules for campaign parameters, and applies them to links.

/** The allowed values as stored in the table. */
export const storedAllowed = z.partialRecord(z.enum(utmFields), z.array(z.string()));

interface RulesRow {
  readonly lowerCase: boolean;
  readonly allowed: unknown;
}

export async function utmRulesOf({ reads }: Reads, ownerId: string): Promise<UtmRules> {
  return utmRulesIn((statement) => readRows<RulesRow>(reads, statement), ownerId);
}

/** Reads a workspace's rules with the given function. */
export async function utmRulesIn(run: (statement: Sql) => Promise<RulesRow[]>, ownerId: string): Promise<UtmRules> {
  const [row] = await run(sql`SELECT lower_case AS "lowerCase", allowed FROM utm_rules WHERE owner_id = ${ownerId}`);
  return row ? { lowerCase: row.lowerCase, allowed: storedAllowed.parse(row.allowed) } : noUtmRules;
}

/**
 * Reads the campaign rules that apply to the given links. Needs no query if no destination has a campaign parameter.
 */
export async function utmRulesFor(services: Reads, ownerId: string, all: readonly LinkUrls[]): Promise<UtmRules> {
  const hasUtmParameters = all.some((leading) => destinationsOf(leading).some(({ url }) => hasUtm(url)));
  return hasUtmParameters ? utmRulesOf(services, ownerId) : noUtmRules;
}

/** Throws VALIDATION_ERROR if a link, or a change of one, would violate the rules. */
export function refuseUtm(rules: UtmRules, leading: LinkUrls): void {
  const problems = destinationsOf(leading).flatMap(({ field, url }): FieldError[] => {
    const message = utmProblem(rules, url);
    return message === null ? [] : [{ field, message }];
  });
  if (problems.length > 0) throw validationError(problems);
}
