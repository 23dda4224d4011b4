import { migration } from "./migration.ts";

/** Deletes the outlet's row with the thing itself, whichever way that is deleted. */
const followedTables = [
  ["webhook", "webhook"],
  ["click_export", "export"],
  ["report", "report"],
  ["alarm", "alarm"],
  ["share", "sharedPage"],
  ["api_key", "apiKey"],
] as const;

/**
 * Who created each outlet and by which session or API key, and whether it is paused. Outlets without a row were created before
 * this migration: their origin is unknown.
 */
export const outlets = migration("0049_outlets", [
  `
      CREATE TABLE outlet (
        kind text NOT NULL CHECK (kind IN
          ('webhook', 'export', 'report', 'alarm', 'sharedPage', 'apiKey', 'sqlAccess', 'domainTarget')),
        id uuid NOT NULL,
        owner_id uuid NOT NULL,
        user_id uuid NOT NULL,
        -- The session or API key that created it, changed where it sends to, or resumed it last, and when.
        credential_kind text NOT NULL CHECK (credential_kind IN ('session', 'apiKey')),
        credential_id uuid NOT NULL,
        credential_at timestamptz(3) NOT NULL,
        created_at timestamptz(3) NOT NULL,
        paused_at timestamptz(3),
        -- Of a paused domain target: the settings that were taken out of its domain and come back when it is resumed.
        held jsonb,
        PRIMARY KEY (kind, id)
      )`,
  `CREATE INDEX outlet_to_hold ON outlet (id) WHERE kind = 'domainTarget' AND paused_at IS NOT NULL AND held IS NULL`,
  `CREATE INDEX outlet_by_owner ON outlet (owner_id)`,
  `CREATE INDEX outlet_by_user ON outlet (user_id)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON outlet TO hoplog_app`,
  `
      CREATE FUNCTION outlet_forget() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN DELETE FROM outlet WHERE kind = TG_ARGV[0] AND id = OLD.id; RETURN NULL; END $$`,
  ...followedTables.map(
    ([table, kind]) =>
      `CREATE TRIGGER outlet_forget AFTER DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION outlet_forget('${kind}')`,
  ),
  // Whatever holds an outlet open must learn that it is paused or resumed: streams of keys and shared pages, ClickHouse's users.
  `
      CREATE FUNCTION outlet_notify() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF NEW.kind = 'apiKey' THEN PERFORM pg_notify('hoplog_sessions_revoked', 'suspended ' || NEW.id);
          ELSIF NEW.kind = 'sharedPage' THEN PERFORM pg_notify('hoplog_shares', NEW.id::text);
          ELSIF NEW.kind = 'sqlAccess' THEN PERFORM pg_notify('hoplog_sql_users', '');
          END IF;
          RETURN NULL;
        END $$`,
  `CREATE TRIGGER outlet_notify AFTER UPDATE OF paused_at ON outlet FOR EACH ROW
     WHEN (OLD.paused_at IS DISTINCT FROM NEW.paused_at) EXECUTE FUNCTION outlet_notify()`,
  `ALTER TABLE session ADD COLUMN confirmed_at timestamptz(3)`,
]);
