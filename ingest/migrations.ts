import type { Migration } from "@hoplog/platform/postgres/migrate.js";

export const ingestMigrations: readonly Migration[] = [
  {
    name: "0001_ingest",
    sql: `
      CREATE TABLE visitor_salt (
        day date PRIMARY KEY,
        salt bytea NOT NULL
      );

      -- Records that can't be read, whole, until a person has looked at them.
      CREATE TABLE dead_letter (
        topic text NOT NULL,
        digest bytea NOT NULL,
        value bytea NOT NULL,
        reason text NOT NULL,
        recorded_at timestamptz NOT NULL,
        buried_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (topic, digest)
      );`,
  },
  {
    name: "0002_visitors_by_owner",
    sql: `
      -- Whether the links' owner goes into the day's hashes; not on days whose salt the release before has made.
      ALTER TABLE visitor_salt ADD COLUMN by_owner boolean NOT NULL DEFAULT false;

      -- From this day on it does: the one after this release first ran here.
      CREATE TABLE visitor_by_owner (since date NOT NULL);
      INSERT INTO visitor_by_owner SELECT (now() AT TIME ZONE 'UTC')::date + 1;

      -- An ingest of the release before that still runs would hash such a day's visitors in another way: its insert
      -- fails, and it waits until it is replaced. One at a time, or it might see the other's salt too late.
      CREATE FUNCTION guard_visitor_salt() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock(hashtext('visitor_salt'));
        IF NOT NEW.by_owner AND EXISTS (SELECT FROM visitor_salt WHERE day = NEW.day AND by_owner) THEN
          RAISE EXCEPTION 'visitors of this day are told apart by account: this ingest is too old for it';
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER guard BEFORE INSERT ON visitor_salt FOR EACH ROW EXECUTE FUNCTION guard_visitor_salt();`,
  },
];
