import { bases } from "@hoplog/platform/postgres/bases.js";
import type { Migration } from "@hoplog/platform/postgres/migrate.js";

const base: Migration = {
  ...bases.ingest,
  sql: `
      CREATE TABLE visitor_salt (
        day date PRIMARY KEY,
        salt bytea NOT NULL,
        -- Whether the owner of the link is part of the day's hashes.
        by_owner boolean NOT NULL DEFAULT false
      );

      -- From this day on, the owner is part of them.
      CREATE TABLE visitor_by_owner (since date NOT NULL);
      INSERT INTO visitor_by_owner SELECT (now() AT TIME ZONE 'UTC')::date + 1;

      -- Rejects salts of such days without the owner. One insert at a time, or it might see another's salt too late.
      CREATE FUNCTION guard_visitor_salt() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock(hashtext('visitor_salt'));
        IF NOT NEW.by_owner AND EXISTS (SELECT FROM visitor_salt WHERE day = NEW.day AND by_owner) THEN
          RAISE EXCEPTION 'visitors of this day are told apart by account: this ingest is too old for it';
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER guard BEFORE INSERT ON visitor_salt FOR EACH ROW EXECUTE FUNCTION guard_visitor_salt();

      -- Whole records that can't be read, until an operator has looked at them.
      CREATE TABLE dead_letter (
        topic text NOT NULL,
        digest bytea NOT NULL,
        value bytea NOT NULL,
        reason text NOT NULL,
        recorded_at timestamptz NOT NULL,
        buried_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (topic, digest)
      );

      -- Records of the log that are one insert: stored before the insert, so that a retry inserts the same rows.
      CREATE TABLE click_delivery (
        id uuid PRIMARY KEY,
        log text NOT NULL,
        partition integer NOT NULL,
        -- Offsets of its first and its last record, as the log writes them.
        first text NOT NULL,
        last text NOT NULL,
        -- Hash of the first record: a topic that was deleted and created again has other records at the same offsets.
        digest bytea NOT NULL,
        opened_at timestamptz NOT NULL DEFAULT now(),
        -- When all of it was in ClickHouse.
        counted_at timestamptz,
        -- Version of the workspaces' bot rules that classify its clicks, also in a retry; 0 for none.
        rules_version bigint NOT NULL DEFAULT 0,
        UNIQUE (log, partition, first)
      );
      CREATE INDEX click_delivery_open ON click_delivery (opened_at) WHERE counted_at IS NULL;
      CREATE INDEX click_delivery_counted ON click_delivery (counted_at) WHERE counted_at IS NOT NULL;

      -- The delivery in which a batch is counted; a copy of the batch in another delivery is not.
      CREATE TABLE counted_batch (
        id uuid PRIMARY KEY,
        delivery uuid NOT NULL,
        -- 'all', or the half that was not in ClickHouse yet: 'clicks' or 'misses'.
        part text NOT NULL
      );
      CREATE INDEX counted_batch_delivery ON counted_batch (delivery);

      -- Batches that the log took before this time were inserted under their own IDs.
      CREATE TABLE deliveries_since (at timestamptz NOT NULL, one boolean PRIMARY KEY DEFAULT true CHECK (one));`,
};

/** Migrations of ingest's tables, in the order of application. */
export const ingestMigrations: readonly Migration[] = [
  base,
  {
    name: "0005_drop_guard_of_log",
    sql: `
      -- It rejected an ingest that stores no deliveries; no version that can run on this data is one.
      DROP FUNCTION IF EXISTS guard_log_consumer() CASCADE;`,
  },
  {
    name: "0006_owner_in_all_hashes",
    sql: `
      -- The owner of the link is part of every day's hashes, deliveries count whole batches, and each has its own ID.
      DROP TRIGGER guard ON visitor_salt;
      DROP FUNCTION guard_visitor_salt();
      DROP TABLE visitor_by_owner, deliveries_since;
      ALTER TABLE visitor_salt DROP COLUMN by_owner;
      ALTER TABLE counted_batch DROP COLUMN part;`,
  },
];
