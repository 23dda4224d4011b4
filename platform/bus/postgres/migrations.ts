import type { Migration } from "../../postgres/migrate.ts";

export const busMigrations: readonly Migration[] = [
  {
    name: "0001_bus",
    sql: `
      -- Payloads too long for NOTIFY, for as long as it takes to fetch them. Nothing here needs to survive a crash.
      CREATE UNLOGGED TABLE bus_message (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        payload bytea NOT NULL,
        sent_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );`,
  },
  {
    name: "0002_bus_uncompressed",
    sql: `
      -- Ids don't compress, and Postgres' own compression takes longer than everything else that a message passes through.
      ALTER TABLE bus_message ALTER COLUMN payload SET STORAGE EXTERNAL;`,
  },
];
