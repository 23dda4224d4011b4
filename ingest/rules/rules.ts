import type { Pool } from "@hoplog/platform/postgres/pool.js";
import { uuidArray } from "@hoplog/platform/postgres/uuidArray.js";
import { type CompiledRules, compileRules } from "@hoplog/platform/visitor/workspaceRules.js";
import { createBoundedCache } from "@hoplog/platform/cache/boundedCache.js";
import { named, sql } from "@hoplog/platform/postgres/sql.js";
import { storedWorkspaceRules } from "@hoplog/schema/bots/storedWorkspaceRules.js";
import { uuidBytes } from "@hoplog/schema/uuid.js";
import { idsOf, type LinkIds } from "../batch/ids.ts";
import { idKey } from "../batch/ids.ts";

/** Rules by workspace (`idKey` of its id), for workspaces that have rules. */
export type RulesOf = ReadonlyMap<string, CompiledRules>;

export const noRules: RulesOf = new Map();

export interface RuleStore {
  /** Returns the rules of the links' owners at a version; the result for a version never changes. */
  at(version: number, links: readonly LinkIds[]): Promise<RulesOf>;
  /** Deletes replaced rules that no open delivery can need. */
  forgetOld(): Promise<void>;
}

interface Row {
  readonly ownerId: string;
  readonly version: string;
  readonly rules: unknown;
}

const remembered = 10_000;

/**
 * Creates a store. Rules are added under a new version and never changed, so a delivery's version fixes its
 * classification.
 */
export function createRuleStore(pool: Pool): RuleStore {
  const compiled = createBoundedCache<string, CompiledRules>(remembered);
  return {
    async at(version, links) {
      if (version === 0 || links.length === 0) return noRules;
      const { rows } = await pool.query<Row>(
        named(
          "rules_of_workspaces",
          sql`SELECT DISTINCT ON (owner_id) owner_id AS "ownerId", version, rules FROM bot_rules
          WHERE owner_id = ANY (${uuidArray(idsOf(links).owners)}::uuid[]) AND version <= ${version}
            ORDER BY owner_id, version DESC`,
        ),
      );
      return new Map(
        rows.map(({ ownerId, version: own, rules }) => [
          idKey(uuidBytes(ownerId)),
          compiled.get(`${ownerId} ${own}`, () => compileRules(storedWorkspaceRules.parse(rules))),
        ]),
      );
    },
    async forgetOld() {
      if (!(await rulesExist(pool))) return;
      // Deletes rules an hour after newer ones were added: by then, a process that read the old version just before has
      // opened its delivery.
      await pool.query(
        `DELETE FROM bot_rules AS old USING bot_rules AS newer
         WHERE newer.owner_id = old.owner_id AND newer.version > old.version AND newer.created_at < now() - interval '1 hour'
           AND NOT EXISTS (SELECT FROM click_delivery
             WHERE counted_at IS NULL AND rules_version >= old.version AND rules_version < newer.version)`,
      );
    },
  };
}

/** Returns whether the table exists. The api creates it; before the api's first start, no workspace has rules. */
export async function rulesExist(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>("SELECT to_regclass('bot_rules') IS NOT NULL AS found");
  return rows[0]?.found ?? false;
}
