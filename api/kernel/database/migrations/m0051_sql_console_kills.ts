import { migration } from "./migration.ts";

/** Time when a query of the SQL console was cancelled. The query counts as running until ClickHouse has ended it. */
export const sqlConsoleKills = migration("0051_sql_console_kills", [
  "ALTER TABLE sql_run ADD COLUMN killed_at timestamptz(3)",
]);
