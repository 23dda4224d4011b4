import { migration } from "./migration.ts";

/** Which accounts may query ClickHouse themselves. Whoever writes ClickHouse's users file is told of every change. */
export const sqlAccess = migration("0004_sql_access", [
  `
      CREATE TABLE sql_access (
        user_id uuid PRIMARY KEY,
        granted_at timestamptz(3) NOT NULL
      )`,
  `
      CREATE TABLE sql_credential (
        user_id uuid PRIMARY KEY,
        password_sha256 text NOT NULL
      )`,
  `
      CREATE FUNCTION sql_users_notify() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_notify('hoplog_sql_users', ''); RETURN NULL; END $$`,
  `
      CREATE TRIGGER sql_users_notify AFTER INSERT OR UPDATE OR DELETE ON sql_credential
        FOR EACH STATEMENT EXECUTE FUNCTION sql_users_notify()`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON sql_access, sql_credential TO hoplog_app`,
]);
