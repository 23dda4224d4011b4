import { migration } from "./migration.ts";

/** When the last part of an import's file came: what can't be read of it is removed an hour later. */
export const importParts = migration("0045_import_parts", [
  `ALTER TABLE link_import ADD COLUMN part_at timestamptz(3)`,
]);
