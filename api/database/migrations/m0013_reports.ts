import { migration } from "./migration.ts";

/** Reports by mail. Only addresses that have confirmed get any; `due_at` is null until then. */
export const reports = migration("0013_reports", [
  `
      CREATE TABLE report (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        email text NOT NULL,
        cadence text NOT NULL CHECK (cadence IN ('weekly', 'monthly')),
        tz text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        confirmed_at timestamptz(3),
        -- First day of the period that is sent next, of the report's time zone.
        next_day date,
        due_at timestamptz(3),
        CHECK ((confirmed_at IS NULL) = (due_at IS NULL)),
        CHECK ((confirmed_at IS NULL) = (next_day IS NULL))
      )`,
  `CREATE UNIQUE INDEX report_once ON report (owner_id, lower(email), cadence)`,
  `CREATE INDEX report_due ON report (due_at)`,
  `CREATE INDEX report_unconfirmed ON report (created_at) WHERE confirmed_at IS NULL`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON report TO hoplog_app`,
]);
