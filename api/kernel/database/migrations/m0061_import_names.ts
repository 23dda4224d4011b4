import { migration } from "./migration.ts";

/** Adds names to imports: ids of links are unique within a name. Null for imports of versions up to 1.0.0-rc.1. */
export const importNames = migration("0061_import_names", ["ALTER TABLE link_import ADD COLUMN name text"]);
