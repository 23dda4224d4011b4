import { migration } from "./migration.ts";

/**
 * When the last part of an import's file came: what can't be read of it is removed an hour later. And what rows of the parts before
 * have taken, so that the dry run of the others can say it.
 */
export const importParts = migration("0045_import_parts", [
  `ALTER TABLE link_import ADD COLUMN part_at timestamptz(3), ADD COLUMN new_tags text[] NOT NULL DEFAULT '{}'`,
  `ALTER TABLE link_import_row ADD COLUMN code_key text, ADD COLUMN external_id text`,
  `CREATE INDEX link_import_row_code ON link_import_row (import_id, code_key) WHERE code_key IS NOT NULL`,
  `CREATE INDEX link_import_row_external_id ON link_import_row (import_id, external_id) WHERE external_id IS NOT NULL`,
]);
