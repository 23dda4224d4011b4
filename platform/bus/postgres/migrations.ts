import { bases } from "../../postgres/bases.ts";
import type { Migration } from "../../postgres/migrate.ts";

const base: Migration = {
  ...bases.bus,
  sql: `
      -- Payloads too long for NOTIFY, until they are fetched. Nothing here needs to survive a crash.
      CREATE UNLOGGED TABLE bus_message (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        payload bytea NOT NULL,
        sent_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      -- IDs don't compress, and Postgres' compression takes longer than the rest of a message's way.
      ALTER TABLE bus_message ALTER COLUMN payload SET STORAGE EXTERNAL;`,
};

/** Migrations of the bus's table, in the order of application. */
export const busMigrations: readonly Migration[] = [base];
