/** Bulk changes of links, and imports. */
export const jobs = `
      CREATE TABLE link_job (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        -- The job that this one undoes.
        undoes uuid REFERENCES link_job ON DELETE CASCADE,
        change jsonb NOT NULL,
        -- Actor and address, until the job has ended.
        origin jsonb,
        total integer NOT NULL CHECK (total > 0),
        done integer NOT NULL DEFAULT 0,
        unchanged integer NOT NULL DEFAULT 0,
        failed integer NOT NULL DEFAULT 0,
        created_at timestamptz(3) NOT NULL,
        worked_at timestamptz(3),
        ended_at timestamptz(3),
        is_cancelled boolean NOT NULL DEFAULT false,
        CHECK ((origin IS NULL) = (ended_at IS NOT NULL))
      );
      CREATE INDEX link_job_of_owner ON link_job (owner_id, created_at DESC);
      CREATE INDEX link_job_open ON link_job (worked_at) WHERE ended_at IS NULL;
      CREATE INDEX link_job_undoes ON link_job (undoes) WHERE undoes IS NOT NULL;
      -- The outcome is stored in the transaction that changes the link, so that no link is changed twice.
      CREATE TABLE link_job_link (
        job_id uuid NOT NULL REFERENCES link_job ON DELETE CASCADE,
        position integer NOT NULL,
        link_id uuid NOT NULL,
        -- Null: not yet.
        outcome text CHECK (outcome IN ('done', 'unchanged', 'failed')),
        error_type text,
        error_message text,
        PRIMARY KEY (job_id, position),
        UNIQUE (job_id, link_id),
        CHECK ((error_type IS NULL) = (outcome IS DISTINCT FROM 'failed'))
      );
      CREATE INDEX link_job_link_failed ON link_job_link (link_id) WHERE error_message IS NOT NULL;
      GRANT SELECT, INSERT, UPDATE, DELETE ON link_job, link_job_link TO hoplog_app;

      CREATE TABLE link_import (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        source text NOT NULL,
        file_name text,
        -- Domain for links whose own one is not the workspace's; null: the default for new links.
        domain text,
        state text NOT NULL CHECK (state IN ('reading', 'ready', 'running', 'done', 'cancelled', 'failed')),
        -- Actor and address, until the import has ended.
        origin jsonb,
        -- Number of the file's parts; null: more may follow.
        parts integer,
        next_part integer NOT NULL DEFAULT 1,
        -- State of the reader, and the beginning of a record that ends in the next part.
        reading jsonb,
        rest bytea NOT NULL DEFAULT '',
        -- Of an import by key: the source's address, its cursor, and the encrypted key.
        address text,
        cursor text,
        secret bytea,
        waits_until timestamptz(3),
        total integer NOT NULL DEFAULT 0,
        to_make integer NOT NULL DEFAULT 0,
        existing integer NOT NULL DEFAULT 0,
        refused integer NOT NULL DEFAULT 0,
        losses jsonb NOT NULL DEFAULT '{}',
        -- Position up to which rows were created or have failed.
        made_to integer NOT NULL DEFAULT 0,
        done integer NOT NULL DEFAULT 0,
        failed integer NOT NULL DEFAULT 0,
        problem text,
        failures integer NOT NULL DEFAULT 0,
        created_at timestamptz(3) NOT NULL,
        worked_at timestamptz(3),
        ended_at timestamptz(3),
        -- Visits are imported after the links.
        visits_state text NOT NULL DEFAULT 'none'
          CHECK (visits_state IN ('none', 'running', 'done', 'failed', 'cancelled')),
        -- Links with visits, those whose visits are imported, and the number of these visits.
        visits_links integer NOT NULL DEFAULT 0,
        visits_done integer NOT NULL DEFAULT 0,
        visits_brought bigint NOT NULL DEFAULT 0,
        -- Position up to which links have their visits, and the source's page of the next link.
        visits_to integer NOT NULL DEFAULT 0,
        visits_page jsonb,
        -- Set if the source is not asked any more: the remaining links get only a number of visits.
        visits_problem text,
        -- When the last part was uploaded: parts that can't be read are deleted an hour later.
        part_at timestamptz(3),
        -- Tags that rows of earlier parts create.
        new_tags text[] NOT NULL DEFAULT '{}',
        CHECK ((origin IS NULL) = (ended_at IS NOT NULL)),
        CONSTRAINT link_import_secret CHECK (
        secret IS NULL OR state IN ('reading', 'ready', 'running') OR visits_state = 'running')
      );
      CREATE INDEX link_import_of_owner ON link_import (owner_id, created_at DESC);
      CREATE INDEX link_import_open ON link_import (worked_at) WHERE ended_at IS NULL;
      CREATE INDEX link_import_visits ON link_import (worked_at) WHERE visits_state = 'running';
      -- Parts of a file, until they are read.
      CREATE TABLE link_import_part (
        import_id uuid NOT NULL REFERENCES link_import ON DELETE CASCADE,
        number integer NOT NULL CHECK (number > 0),
        content bytea NOT NULL,
        PRIMARY KEY (import_id, number)
      );
      CREATE TABLE link_import_row (
        import_id uuid NOT NULL REFERENCES link_import ON DELETE CASCADE,
        position integer NOT NULL,
        -- Number of the row in the file.
        row integer NOT NULL,
        -- Identifies the link in its source; null for repeated and broken rows.
        key text,
        name text NOT NULL,
        original_url text NOT NULL,
        short_url text,
        verdict text NOT NULL CHECK (verdict IN ('make', 'exists', 'refused')),
        -- The link to create.
        link jsonb,
        losses jsonb NOT NULL DEFAULT '[]',
        error_type text,
        error_message text,
        -- Taken by this row, for the dry run of later parts.
        code_key text,
        external_id text,
        PRIMARY KEY (import_id, position)
      );
      CREATE UNIQUE INDEX link_import_row_key ON link_import_row (import_id, key) WHERE key IS NOT NULL;
      CREATE INDEX link_import_row_code ON link_import_row (import_id, code_key) WHERE code_key IS NOT NULL;
      CREATE INDEX link_import_row_external_id ON link_import_row (import_id, external_id) WHERE external_id IS NOT NULL;
      -- A read table: the source's link that a link was created from, written with the link, so that none is imported twice.
      CREATE TABLE imported_link (
        owner_id uuid NOT NULL,
        source text NOT NULL,
        key text NOT NULL,
        link_id uuid NOT NULL REFERENCES link (id) ON DELETE CASCADE,
        import_id uuid NOT NULL,
        PRIMARY KEY (owner_id, source, key)
      );
      CREATE INDEX imported_link_by_link ON imported_link (link_id);
      GRANT SELECT, INSERT, UPDATE, DELETE ON link_import, link_import_part, link_import_row, imported_link TO hoplog_app`;
