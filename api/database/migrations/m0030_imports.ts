import { migration } from "./migration.ts";

/**
 * Imports of links, the parts of their files until those are read, and their rows. `imported_link` is a read table: it says of
 * which link of a source a link was made, in the statement that makes the link, so that nothing is imported twice.
 */
export const imports = migration("0030_imports", [
  `
      CREATE TABLE link_import (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        source text NOT NULL,
        file_name text,
        -- Where links go whose domain isn't one of the workspace's; null: where its new links go.
        domain text,
        state text NOT NULL CHECK (state IN ('reading', 'ready', 'running', 'done', 'cancelled', 'failed')),
        -- Who gave it, and from where: until it is over.
        origin jsonb,
        -- How many parts the file has; null: more may come.
        parts integer,
        next_part integer NOT NULL DEFAULT 1,
        -- How far its reading is, and the beginning of a record whose end is in the next part.
        reading jsonb,
        rest bytea NOT NULL DEFAULT '',
        -- Of an import by key: where its source is asked, how far that is, and the key, encrypted, until all is read.
        address text,
        cursor text,
        secret bytea,
        waits_until timestamptz(3),
        total integer NOT NULL DEFAULT 0,
        to_make integer NOT NULL DEFAULT 0,
        existing integer NOT NULL DEFAULT 0,
        refused integer NOT NULL DEFAULT 0,
        losses jsonb NOT NULL DEFAULT '{}',
        -- The position up to which rows were made or have failed.
        made_to integer NOT NULL DEFAULT 0,
        done integer NOT NULL DEFAULT 0,
        failed integer NOT NULL DEFAULT 0,
        problem text,
        failures integer NOT NULL DEFAULT 0,
        created_at timestamptz(3) NOT NULL,
        worked_at timestamptz(3),
        ended_at timestamptz(3),
        CHECK ((origin IS NULL) = (ended_at IS NOT NULL)),
        CHECK (secret IS NULL OR state = 'reading')
      )`,
  `CREATE INDEX link_import_of_owner ON link_import (owner_id, created_at DESC)`,
  `CREATE INDEX link_import_open ON link_import (worked_at) WHERE ended_at IS NULL`,
  `
      CREATE TABLE link_import_part (
        import_id uuid NOT NULL REFERENCES link_import ON DELETE CASCADE,
        number integer NOT NULL CHECK (number > 0),
        content bytea NOT NULL,
        PRIMARY KEY (import_id, number)
      )`,
  `
      CREATE TABLE link_import_row (
        import_id uuid NOT NULL REFERENCES link_import ON DELETE CASCADE,
        position integer NOT NULL,
        -- In the file.
        row integer NOT NULL,
        -- Stands for the link in its source; null for one that stands in the file before, or is broken.
        key text,
        name text NOT NULL,
        original_url text NOT NULL,
        short_url text,
        verdict text NOT NULL CHECK (verdict IN ('make', 'exists', 'refused')),
        -- What is made.
        link jsonb,
        losses jsonb NOT NULL DEFAULT '[]',
        error_type text,
        error_message text,
        PRIMARY KEY (import_id, position)
      )`,
  `CREATE UNIQUE INDEX link_import_row_key ON link_import_row (import_id, key) WHERE key IS NOT NULL`,
  `
      CREATE TABLE imported_link (
        owner_id uuid NOT NULL,
        source text NOT NULL,
        key text NOT NULL,
        link_id uuid NOT NULL REFERENCES link (id) ON DELETE CASCADE,
        import_id uuid NOT NULL,
        PRIMARY KEY (owner_id, source, key)
      )`,
  `CREATE INDEX imported_link_by_link ON imported_link (link_id)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON link_import, link_import_part, link_import_row, imported_link TO hoplog_app`,
]);
