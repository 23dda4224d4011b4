import { migration } from "./migration.ts";

/**
 * Exports write conversions too, where their owner wants them: files of their own, in a table of their own, which the release
 * before doesn't look at.
 */
export const conversionExports = migration("0040_conversion_exports", [
  `
      ALTER TABLE click_export
        ADD COLUMN conversions boolean NOT NULL DEFAULT false,
        ADD COLUMN conversions_planned_until timestamptz(3),
        ADD COLUMN conversions_rechecked_at timestamptz(3)`,
  `
      CREATE TABLE conversion_export_file (
        export_id uuid NOT NULL REFERENCES click_export ON DELETE CASCADE,
        start_at timestamptz(3) NOT NULL,
        -- As in click_export_file.
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
        -- A checksum of what was reported, just before it was written.
        counted bigint,
        PRIMARY KEY (export_id, start_at)
      )`,
  `CREATE INDEX conversion_export_file_due ON conversion_export_file (due_at) WHERE due_at IS NOT NULL`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON conversion_export_file TO hoplog_app`,
]);
