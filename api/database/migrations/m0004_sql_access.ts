import { Migration } from "@mikro-orm/migrations";

/** Which accounts may query ClickHouse themselves. Whoever writes ClickHouse's users file is told of every change. */
export class M0004SqlAccess extends Migration {
  override name = "0004_sql_access";

  override up(): void {
    this.addSql(`
      CREATE TABLE sql_access (
        user_id uuid PRIMARY KEY,
        granted_at timestamptz(3) NOT NULL
      )`);
    this.addSql(`
      CREATE TABLE sql_credential (
        user_id uuid PRIMARY KEY,
        password_sha256 text NOT NULL
      )`);
    this.addSql(`
      CREATE FUNCTION sql_users_notify() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_notify('hoplog_sql_users', ''); RETURN NULL; END $$`);
    this.addSql(`
      CREATE TRIGGER sql_users_notify AFTER INSERT OR UPDATE OR DELETE ON sql_credential
        FOR EACH STATEMENT EXECUTE FUNCTION sql_users_notify()`);
    this.addSql(`GRANT SELECT, INSERT, UPDATE, DELETE ON sql_access, sql_credential TO hoplog_app`);
  }

  override down(): void {
    this.addSql(`DROP TABLE sql_access, sql_credential`);
    this.addSql(`DROP FUNCTION sql_users_notify`);
  }
}
