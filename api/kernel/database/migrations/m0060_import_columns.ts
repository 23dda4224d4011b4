import { migration } from "./migration.ts";

/** Stores the columns of imported files and the uses that users chose. */
export const importColumns = migration("0060_import_columns", [
  `ALTER TABLE link_import
     -- Names of columns in the order of the file, each with the number of rows in which it is filled.
     ADD COLUMN columns jsonb NOT NULL DEFAULT '[]',
     -- Uses that were chosen for columns, by their names.
     ADD COLUMN choices jsonb NOT NULL DEFAULT '{}'`,
]);
