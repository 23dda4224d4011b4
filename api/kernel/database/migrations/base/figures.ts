const preset = (table: string): string => `
      CREATE TABLE ${table} (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        name text NOT NULL,
        text text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        UNIQUE (owner_id, name)
      )`;

/** Presets, notes, shared pages, bot rules, retention of clicks and conversions. */
export const figures = `
      -- Saved views of the list of links, templates and rules of campaign parameters, and designs of QR codes.
      ${preset("link_view").trimStart()};
      ${preset("utm_template").trimStart()};
      ${preset("qr_design").trimStart()};
      CREATE TABLE utm_rules (
        owner_id uuid PRIMARY KEY,
        lower_case boolean NOT NULL,
        -- Allowed values of each parameter.
        allowed jsonb NOT NULL,
        updated_at timestamptz(3) NOT NULL
      );
      GRANT SELECT, INSERT, UPDATE, DELETE ON link_view, utm_template, qr_design, utm_rules TO hoplog_app;

      -- Notes at moments of charts. No projection: changes are in the audit.
      CREATE TABLE note (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        link_id uuid,
        at timestamptz(3) NOT NULL,
        text text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL
      );
      CREATE INDEX note_by_owner ON note (owner_id, at);
      CREATE INDEX note_by_link ON note (link_id) WHERE link_id IS NOT NULL;
      GRANT SELECT, INSERT, UPDATE, DELETE ON note TO hoplog_app;

      -- Pages of figures at a secret address, of which a hash is stored.
      CREATE TABLE share (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        name text NOT NULL,
        target text NOT NULL CHECK (target IN ('account', 'group', 'link')),
        target_id uuid CHECK ((target = 'account') = (target_id IS NULL)),
        figures text[] NOT NULL,
        dimensions text[] NOT NULL,
        time_zone text NOT NULL,
        from_at timestamptz(3),
        expires_at timestamptz(3),
        password_id uuid,
        password_hash text CHECK ((password_id IS NULL) = (password_hash IS NULL)),
        origins text[] NOT NULL,
        token_hash text NOT NULL UNIQUE,
        revision integer NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL
      );
      CREATE INDEX share_by_owner ON share (owner_id, created_at);
      CREATE INDEX share_by_target ON share (target_id) WHERE target_id IS NOT NULL;
      -- Sent to every api, which ends the page's open streams.
      CREATE FUNCTION share_notify() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_notify('hoplog_shares', OLD.id::text); RETURN NULL; END $$;
      CREATE TRIGGER share_notify AFTER UPDATE OR DELETE ON share FOR EACH ROW EXECUTE FUNCTION share_notify();
      GRANT SELECT, INSERT, UPDATE, DELETE ON share TO hoplog_app;

      -- Workspaces' own bot rules. Each change is a row with a new version, so that ingest can classify a delivery again as
      -- before; ingest deletes versions that no delivery needs.
      CREATE TABLE bot_rules_clock (
        -- One row, from the first rules on: a backup is restored into empty tables. A change locks it until the commit, so
        -- a reader of a version sees all versions up to it.
        one boolean PRIMARY KEY DEFAULT true CHECK (one),
        version bigint NOT NULL
      );
      CREATE TABLE bot_rules (
        owner_id uuid NOT NULL,
        version bigint NOT NULL,
        rules jsonb NOT NULL,
        created_at timestamptz(3) NOT NULL,
        PRIMARY KEY (owner_id, version)
      );
      -- Months whose clicks were reclassified. A month that is not whole is finished by the next run, whatever its months.
      CREATE TABLE rejudged_month (
        month integer PRIMARY KEY,
        built_in_rules integer NOT NULL,
        is_whole boolean NOT NULL,
        at timestamptz(3) NOT NULL DEFAULT now()
      );
      GRANT SELECT, INSERT, UPDATE, DELETE ON bot_rules TO hoplog_app;
      GRANT SELECT, INSERT, UPDATE ON bot_rules_clock TO hoplog_app;
      GRANT SELECT ON rejudged_month TO hoplog_app;

      -- How long workspaces keep single clicks.
      CREATE TABLE click_retention (
        owner_id uuid PRIMARY KEY,
        -- Null: single clicks are kept.
        days integer CHECK (days BETWEEN 30 AND 3650),
        -- Replace days at waiting_from.
        waiting_days integer CHECK (waiting_days BETWEEN 30 AND 3650),
        waiting_from timestamptz(3),
        set_by uuid,
        set_at timestamptz(3) NOT NULL,
        -- Clicks before this day are deleted; only ever increases. Done up to done_before.
        cut_before date,
        done_before date,
        done_at timestamptz(3),
        -- Since when an unwritten export has held the deletion back.
        held_since timestamptz(3),
        CHECK ((waiting_days IS NULL) = (waiting_from IS NULL)),
        CHECK (done_before IS NULL OR done_before <= cut_before)
      );
      GRANT SELECT, INSERT, UPDATE, DELETE ON click_retention TO hoplog_app;

      -- Leads and sales that owners report for clicks.
      CREATE TABLE conversion (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        link_id uuid NOT NULL,
        click_id uuid NOT NULL,
        -- To the second.
        clicked_at timestamptz(0) NOT NULL,
        type text NOT NULL,
        name text NOT NULL,
        -- The caller's own ID.
        event_id text,
        -- In minor units.
        amount bigint,
        currency text,
        at timestamptz(3) NOT NULL,
        created_at timestamptz(3) NOT NULL,
        -- Whether the click was found; null until the conversion is in ClickHouse.
        matched boolean,
        -- Withdrawn: the row is deleted once ClickHouse has been told.
        deleted_at timestamptz(3),
        tries integer NOT NULL DEFAULT 0,
        -- Null: nothing is to be written to ClickHouse.
        next_try_at timestamptz(3)
      );
      CREATE UNIQUE INDEX conversion_event ON conversion (owner_id, event_id) WHERE deleted_at IS NULL;
      CREATE INDEX conversion_listed ON conversion (owner_id, created_at DESC, id DESC);
      CREATE INDEX conversion_of_link ON conversion (link_id);
      CREATE INDEX conversion_due ON conversion (next_try_at) WHERE next_try_at IS NOT NULL;
      GRANT SELECT, INSERT, UPDATE, DELETE ON conversion TO hoplog_app`;
