import { migration } from "./migration.ts";

/** Which number of a date such as 03/04/2024 is the day in an import's file; null: not chosen. */
export const importDates = migration("0062_import_dates", [
  "ALTER TABLE link_import ADD COLUMN date_order text CHECK (date_order IN ('dayFirst', 'monthFirst'))",
]);
