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
  {
    name: "0003_deliveries",
    sql: `
      -- Which records of the log are one insert: kept before it is written, so that it can be written again as it was.
      CREATE TABLE click_delivery (
        id uuid PRIMARY KEY,
        log text NOT NULL,
        partition integer NOT NULL,
        -- Offsets of its first and its last record, as the log writes them.
        first text NOT NULL,
        last text NOT NULL,
        -- Of the first record: a topic that was made anew has other records at the same offsets.
        digest bytea NOT NULL,
        opened_at timestamptz NOT NULL DEFAULT now(),
        -- When all of it was in ClickHouse.
        counted_at timestamptz,
        UNIQUE (log, partition, first)
      );
      CREATE INDEX click_delivery_open ON click_delivery (opened_at) WHERE counted_at IS NULL;
      CREATE INDEX click_delivery_counted ON click_delivery (counted_at) WHERE counted_at IS NOT NULL;

      -- In which delivery a batch is counted; a copy of it in another one is not.
      CREATE TABLE counted_batch (
        id uuid PRIMARY KEY,
        delivery uuid NOT NULL,
        -- 'all', or the half that was not in ClickHouse yet: 'clicks' or 'misses'.
        part text NOT NULL
      );
      CREATE INDEX counted_batch_delivery ON counted_batch (delivery);

      -- The release before wrote each batch under its own id. What the log took before this time is written so, too.
      CREATE TABLE deliveries_since (at timestamptz NOT NULL, one boolean PRIMARY KEY DEFAULT true CHECK (one));

      -- An ingest of the release before that still runs keeps no deliveries, and would count again what one of this release
      -- has begun: it fails here, before it reads from the log, and waits until it is replaced. With Kafka, or before the
      -- first start, there is no such table.
      CREATE FUNCTION guard_log_consumer() RETURNS trigger LANGUAGE plpgsql AS $guard$
      BEGIN
        IF current_setting('application_name') = 'hoplog consumer ingest' THEN
          RAISE EXCEPTION 'clicks are counted by a newer release: this ingest is too old for it';
        END IF;
        RETURN NEW;
      END $guard$;
      DO $do$ BEGIN
        IF to_regclass('log_consumer') IS NOT NULL THEN
          CREATE TRIGGER guard BEFORE INSERT ON log_consumer FOR EACH ROW EXECUTE FUNCTION guard_log_consumer();
        END IF;
      END $do$;`,
  },
  {
    name: "0004_rules_of_deliveries",
    sql: `
      -- By which version of the workspaces' rules its clicks are judged, also when it is written again. Those that were opened
      -- before are judged without.
      ALTER TABLE click_delivery ADD COLUMN rules_version bigint NOT NULL DEFAULT 0;`,
  },
];
