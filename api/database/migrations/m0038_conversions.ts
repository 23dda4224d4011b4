import { migration } from "./migration.ts";

/** Leads and sales that owners report of clicks. */
export const conversions = migration("0038_conversions", [
  `
      CREATE TABLE conversion (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        link_id uuid NOT NULL,
        click_id uuid NOT NULL,
        -- Its second.
        clicked_at timestamptz(0) NOT NULL,
        type text NOT NULL,
        name text NOT NULL,
        -- The caller's own id.
        event_id text,
        -- In minor units.
        amount bigint,
        currency text,
        at timestamptz(3) NOT NULL,
        created_at timestamptz(3) NOT NULL,
        -- Whether its click was found: null until it is in ClickHouse.
        matched boolean,
        -- Taken back: its row goes once ClickHouse knows.
        deleted_at timestamptz(3),
        tries integer NOT NULL DEFAULT 0,
        -- Null: nothing is to be written to ClickHouse.
        next_try_at timestamptz(3)
      )`,
  `CREATE UNIQUE INDEX conversion_event ON conversion (owner_id, event_id) WHERE deleted_at IS NULL`,
  `CREATE INDEX conversion_listed ON conversion (owner_id, created_at DESC, id DESC)`,
  `CREATE INDEX conversion_of_link ON conversion (link_id)`,
  `CREATE INDEX conversion_due ON conversion (next_try_at) WHERE next_try_at IS NOT NULL`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON conversion TO hoplog_app`,
]);
