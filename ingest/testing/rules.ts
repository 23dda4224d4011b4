import type { Pool } from "@hoplog/platform/postgres/pool.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type { WorkspaceRules } from "@hoplog/schema/bots/workspaceRules.js";

/** Creates the rule tables like the api's migration. */
export async function makeRuleTables(pool: Pool): Promise<void> {
  await pool.query(`
    CREATE TABLE bot_rules_clock (one boolean PRIMARY KEY DEFAULT true, version bigint NOT NULL);
    CREATE TABLE bot_rules (owner_id uuid, version bigint, rules jsonb NOT NULL, created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (owner_id, version))`);
}

/** Stores rules like the api and returns the new version. */
export async function setRules(pool: Pool, ownerId: string, rules: WorkspaceRules): Promise<number> {
  const { rows } = await pool.query<{ version: number }>(
    sql`WITH clock AS (INSERT INTO bot_rules_clock (version) VALUES (1)
       ON CONFLICT (one) DO UPDATE SET version = bot_rules_clock.version + 1 RETURNING version)
     INSERT INTO bot_rules SELECT ${ownerId}, version, ${JSON.stringify(rules)}, now() FROM clock
       RETURNING version::int AS version`,
  );
  return rows[0]?.version ?? 0;
}
