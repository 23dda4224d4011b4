import { migration } from "./migration.ts";

/**
 * Where workspaces have their clicks exported to, and one row for each file: what was written, and what is to be. A row that is
 * due is taken by a lease, which whoever writes the file renews; `upload_id` is of an upload in parts that has begun.
 */
export const clickExports = migration("0019_click_exports", [
  `
      CREATE TABLE click_export (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        name text NOT NULL,
        endpoint text NOT NULL,
        region text NOT NULL,
        bucket text NOT NULL,
        prefix text NOT NULL,
        path_style boolean NOT NULL,
        access_key_id text NOT NULL,
        -- Encrypted with a key that is derived from TOKEN_SECRET.
        secret bytea NOT NULL,
        cadence text NOT NULL CHECK (cadence IN ('hourly', 'daily')),
        bots boolean NOT NULL,
        start_at timestamptz(3) NOT NULL,
        enabled boolean NOT NULL,
        created_at timestamptz(3) NOT NULL,
        -- Periods that begin before this have rows; null until the first are planned.
        planned_until timestamptz(3),
        rechecked_at timestamptz(3),
        served_at timestamptz(3),
        failures integer NOT NULL DEFAULT 0,
        error text,
        failing_since timestamptz(3),
        told_at timestamptz(3),
        retry_at timestamptz(3),
        UNIQUE (owner_id, endpoint, bucket, prefix)
      )`,
  `
      CREATE TABLE click_export_file (
        export_id uuid NOT NULL REFERENCES click_export ON DELETE CASCADE,
        start_at timestamptz(3) NOT NULL,
        -- When it is to be written, for the first time or again; null: nothing is to be done.
        due_at timestamptz(3),
        lease_id uuid,
        lease_until timestamptz(3),
        upload_id text,
        attempts integer NOT NULL DEFAULT 0,
        failures integer NOT NULL DEFAULT 0,
        error text,
        written_at timestamptz(3),
        has_object boolean NOT NULL DEFAULT false,
        rows bigint,
        bytes bigint,
        -- The sums of its clicks just before it was written.
        counted bigint,
        PRIMARY KEY (export_id, start_at)
      )`,
  `CREATE INDEX click_export_file_due ON click_export_file (due_at) WHERE due_at IS NOT NULL`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON click_export, click_export_file TO hoplog_app`,
]);
