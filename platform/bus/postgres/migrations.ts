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
];
