import { migration } from "./migration.ts";

/** The SQL console: queries that a workspace has saved, and those that run just now. */
export const sqlConsole = migration("0017_sql_console", [
  `
      CREATE TABLE saved_query (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        name text NOT NULL,
        text text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        UNIQUE (owner_id, name)
      )`,
  // The places in which queries run, one of each workspace at a time. Whoever runs one renews it; nothing of it outlives a crash.
  `
      CREATE UNLOGGED TABLE sql_run (
        place integer PRIMARY KEY,
        owner_id uuid NOT NULL UNIQUE,
        query_id uuid NOT NULL UNIQUE,
        expires_at timestamptz(3) NOT NULL
      )`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON saved_query, sql_run TO hoplog_app`,
]);
