import { migration } from "./migration.ts";

/**
 * Tables whose trigger deletes an outlet's row when the resource itself is deleted, with the outlet's kind and the
 * audited action that creates it.
 */
const followedTables = [
  ["webhook", "webhook", "CreateWebhook"],
  ["click_export", "export", "CreateClickExport"],
  ["report", "report", "CreateReport"],
  ["alarm", "alarm", "CreateAlarm"],
  ["share", "sharedPage", "CreateShare"],
  ["api_key", "apiKey", "CreateApiKey"],
] as const;

/**
 * Copies the creators of existing outlets from the audit log, because an attacker may have created an outlet shortly
 * before the upgrade.
 */
function recordFormer(kind: string, things: string, action: string): string {
  return `
      INSERT INTO outlet (kind, id, owner_id, user_id, credential_kind, credential_id, credential_at, created_at)
      SELECT DISTINCT ON (thing.id) '${kind}', thing.id, thing.owner_id, coalesce(audit.user_id, thing.owner_id),
        audit.credential_kind, audit.credential_id, audit.at, thing.created_at
      FROM (${things}) AS thing JOIN audit ON audit.resource_id = thing.id AND audit.action = '${action}'
      WHERE audit.credential_kind IN ('session', 'apiKey') AND audit.credential_id IS NOT NULL
      ORDER BY thing.id, audit.id DESC`;
}

/**
 * The creator of each outlet, the session or API key that created it, and whether it is paused. Outlets without a row
 * were created before this migration and are no longer in the audit log, so their origin is unknown.
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
  // Notifies open streams of keys and shared pages, and the job that writes ClickHouse's users, when an outlet is
  // paused or resumed.
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
  ...followedTables.map(([table, kind, action]) =>
    recordFormer(kind, `SELECT id, owner_id, created_at FROM ${table}`, action),
  ),
  recordFormer(
    "sqlAccess",
    "SELECT user_id AS id, user_id AS owner_id, granted_at AS created_at FROM sql_access",
    "GrantSqlAccess",
  ),
  recordFormer(
    "domainTarget",
    `SELECT id, owner_id, added_at AS created_at FROM domain
     WHERE state <> 'removed' AND jsonb_exists_any(settings, '{rootUrl,unknownUrl,expiredUrl}'::text[])`,
    "ChangeDomain",
  ),
]);
