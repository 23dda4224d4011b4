import type { Pool } from "@hoplog/platform/postgres/pool.js";
import { uuidArray } from "@hoplog/platform/postgres/uuidArray.js";
import { type CompiledRules, compileRules } from "@hoplog/platform/visitor/workspaceRules.js";
import { createBoundedCache } from "@hoplog/platform/cache/boundedCache.js";
import { named, sql } from "@hoplog/platform/postgres/sql.js";
import { storedWorkspaceRules } from "@hoplog/schema/bots/storedWorkspaceRules.js";
import { uuidBytes } from "@hoplog/schema/uuid.js";
import { idsOf, type LinkIds } from "../batch/ids.ts";
import { idKey } from "../batch/ids.ts";

/** The rules of the workspaces that have some, by the key of their id (`idKey`). */
export type RulesOf = ReadonlyMap<string, CompiledRules>;

export const noRules: RulesOf = new Map();

export interface RuleStore {
  /** Those of the links' owners as they were at a version: the same however often it is asked. */
  at(version: number, links: readonly LinkIds[]): Promise<RulesOf>;
  /** Removes what was replaced, and which no delivery that is open could need again. */
  forgetOld(): Promise<void>;
}

interface Row {
  readonly ownerId: string;
  readonly version: string;
  readonly rules: unknown;
}

const remembered = 10_000;

/** Rules are added under a new version, and never changed: what a delivery is judged by is fixed by its version. */
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
      // Whoever read the version just before a newer one was there has opened its delivery within the hour.
      await pool.query(
        `DELETE FROM bot_rules AS old USING bot_rules AS newer
         WHERE newer.owner_id = old.owner_id AND newer.version > old.version AND newer.created_at < now() - interval '1 hour'
           AND NOT EXISTS (SELECT FROM click_delivery
             WHERE counted_at IS NULL AND rules_version >= old.version AND rules_version < newer.version)`,
      );
    },
  };
}

/** The api makes the tables; before its first start no workspace has rules. */
export async function rulesExist(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>("SELECT to_regclass('bot_rules') IS NOT NULL AS found");
  return rows[0]?.found ?? false;
}
