import { migration } from "./migration.ts";

/** Columns for the session or API key of a step, and its time. */
const taken = "user_id, credential_kind, credential_id, credential_at";

/**
 * Further credentials that an outlet depends on: the sessions and keys above the key that created it, stored separately
 * because the key's row may be deleted, and those that widened it. Also the paused outlets that an email is pending
 * for.
 */
export const outletSteps = migration("0053_outlet_steps", [
  `
      CREATE TABLE outlet_step (
        kind text NOT NULL,
        id uuid NOT NULL,
        step text NOT NULL CHECK (step IN ('ancestor', 'widened')),
        user_id uuid NOT NULL,
        credential_kind text NOT NULL CHECK (credential_kind IN ('session', 'apiKey')),
        credential_id uuid NOT NULL,
        credential_at timestamptz(3) NOT NULL,
        PRIMARY KEY (kind, id, step, credential_id),
        FOREIGN KEY (kind, id) REFERENCES outlet ON DELETE CASCADE
      )`,
  `CREATE INDEX outlet_step_by_user ON outlet_step (user_id)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON outlet_step TO hoplog_app`,
  // An outlet of unknown origin gets a row when it is widened.
  ...["user_id", "credential_kind", "credential_id", "credential_at", "created_at"].map(
    (column) => `ALTER TABLE outlet ALTER COLUMN ${column} DROP NOT NULL`,
  ),
  // The audit log may still contain the creation of deleted keys.
  `
      WITH RECURSIVE created AS (
        SELECT id, ${taken} FROM outlet WHERE kind = 'apiKey'
        UNION ALL
        SELECT resource_id, coalesce(audit.user_id, workspace_id), audit.credential_kind, audit.credential_id, at FROM audit
        WHERE action = 'CreateApiKey' AND audit.credential_kind IN ('session', 'apiKey') AND audit.credential_id IS NOT NULL
          AND coalesce(audit.user_id, workspace_id) IS NOT NULL
          AND NOT EXISTS (SELECT FROM outlet WHERE outlet.kind = 'apiKey' AND outlet.id = resource_id)
      ), ancestor AS (
        SELECT outlet.kind, outlet.id AS outlet_id, created.* FROM outlet JOIN created ON created.id = outlet.credential_id
        WHERE outlet.credential_kind = 'apiKey'
        UNION
        SELECT ancestor.kind, outlet_id, created.* FROM ancestor JOIN created ON created.id = ancestor.credential_id
        WHERE ancestor.credential_kind = 'apiKey'
      )
      INSERT INTO outlet_step (kind, id, step, ${taken})
      SELECT DISTINCT ON (kind, outlet_id, credential_id) kind, outlet_id, 'ancestor', ${taken} FROM ancestor
      ORDER BY kind, outlet_id, credential_id, credential_at DESC`,
  `ALTER TABLE mail_outbox ADD COLUMN held_for uuid[]`,
]);
