import { migration } from "./migration.ts";

/**
 * How far the visits of an import are, which come once its links are made. The key of its source is kept until they have come.
 * Imports of before have none.
 */
export const importedVisits = migration("0033_imported_visits", [
  `
      ALTER TABLE link_import
        ADD COLUMN visits_state text NOT NULL DEFAULT 'none'
          CHECK (visits_state IN ('none', 'running', 'done', 'failed', 'cancelled')),
        -- Links that have some, those of them that have got theirs, and how many visits those are.
        ADD COLUMN visits_links integer NOT NULL DEFAULT 0,
        ADD COLUMN visits_done integer NOT NULL DEFAULT 0,
        ADD COLUMN visits_brought bigint NOT NULL DEFAULT 0,
        -- The position up to which links have theirs, and how far the one behind it is.
        ADD COLUMN visits_to integer NOT NULL DEFAULT 0,
        ADD COLUMN visits_page jsonb,
        -- Why the source isn't asked any more: the others come as numbers alone.
        ADD COLUMN visits_problem text`,
  `ALTER TABLE link_import DROP CONSTRAINT link_import_check1`,
  `
      ALTER TABLE link_import ADD CONSTRAINT link_import_secret CHECK (
        secret IS NULL OR state IN ('reading', 'ready', 'running') OR visits_state = 'running')`,
  `CREATE INDEX link_import_visits ON link_import (worked_at) WHERE visits_state = 'running'`,
]);
