import { migration } from "./migration.ts";

/** Position of the day in dates such as 03/04/2024 of an import's file; null if not chosen. */
export const importDates = migration("0062_import_dates", [
  "ALTER TABLE link_import ADD COLUMN date_order text CHECK (date_order IN ('dayFirst', 'monthFirst'))",
]);
