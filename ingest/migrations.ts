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
];
