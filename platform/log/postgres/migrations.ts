import { bases } from "../../postgres/bases.ts";
import type { Migration } from "../../postgres/migrate.ts";

const base: Migration = {
  ...bases.log,
  sql: `
      CREATE TABLE log_record (
        topic text NOT NULL,
        xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
        position bigint GENERATED ALWAYS AS IDENTITY,
        key text,
        value bytea,
        recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        -- Size of the decompressed value; null for values that are stored as they were appended.
        full_size integer,
        PRIMARY KEY (topic, xid, position)
      );
      -- Values are batches that compress badly and are read whole.
      ALTER TABLE log_record ALTER COLUMN value SET STORAGE EXTERNAL;
      CREATE INDEX log_record_key ON log_record (topic, key, xid, position) WHERE key IS NOT NULL;
      CREATE INDEX log_record_tombstone ON log_record (topic, recorded_at) WHERE value IS NULL;

      CREATE TABLE log_consumer (
        topic text NOT NULL,
        consumer text NOT NULL,
        xid xid8 NOT NULL DEFAULT '0',
        position bigint NOT NULL DEFAULT 0,
        committed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (topic, consumer)
      );

      -- What every consumer of a topic had read at a time: retention is counted from there.
      CREATE TABLE log_retention_mark (
        topic text NOT NULL,
        xid xid8 NOT NULL,
        position bigint NOT NULL,
        marked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (topic, xid, position)
      );

      -- Up to where a topic has been compacted.
      CREATE TABLE log_compaction (
        topic text PRIMARY KEY,
        xid xid8 NOT NULL,
        position bigint NOT NULL
      );`,
};

/** Migrations of the event log's tables, in the order of application. */
export const logMigrations: readonly Migration[] = [
  base,
  {
    name: "0003_links_v1",
    sql: `
      -- Nothing reads the topic any more.
      DELETE FROM log_record WHERE topic = 'links.v1';
      DELETE FROM log_consumer WHERE topic = 'links.v1';
      DELETE FROM log_retention_mark WHERE topic = 'links.v1';
      DELETE FROM log_compaction WHERE topic = 'links.v1';`,
  },
];
