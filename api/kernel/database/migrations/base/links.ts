/** Links, their codes, groups, tags and passwords, and the views that redirectors replicate. */
export const links = `
      CREATE TABLE link_group (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        name text NOT NULL,
        created_at timestamptz(3) NOT NULL
      );
      CREATE INDEX link_group_by_owner ON link_group (owner_id, created_at DESC, id DESC);

      CREATE TABLE link (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        name text NOT NULL,
        code text NOT NULL,
        original_url text NOT NULL,
        group_id uuid,
        is_active boolean NOT NULL,
        revision integer NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        -- Number of the domain that the code belongs to; 0 for the default one.
        domain integer NOT NULL DEFAULT 0 CHECK (domain >= 0),
        plan bytea,
        ban_reason text,
        options jsonb NOT NULL DEFAULT '{}',
        expires_at timestamptz(3),
        -- Set if the link may lead to a listed URL.
        listed_url text,
        listing_reason text,
        listing_source text,
        max_clicks integer,
        cap_number integer,
        note text,
        external_id text,
        archived_at timestamptz(3),
        -- URLs of rules and splits, one per line; null for none. The function otherUrlsIn builds the same text.
        other_urls text,
        CONSTRAINT link_code UNIQUE (domain, code),
        CONSTRAINT link_check
          CHECK ((listed_url IS NULL) = (listing_reason IS NULL) AND (listed_url IS NULL) = (listing_source IS NULL)),
        CONSTRAINT link_check1 CHECK ((max_clicks IS NULL) = (cap_number IS NULL))
      );
      -- Orders of lists.
      CREATE INDEX link_by_owner ON link (owner_id, created_at DESC, id DESC);
      CREATE INDEX link_by_group ON link (group_id, created_at DESC, id DESC) WHERE group_id IS NOT NULL;
      CREATE INDEX link_by_name ON link (owner_id, lower(name), id);
      CREATE INDEX link_by_update ON link (owner_id, updated_at, id);
      CREATE INDEX link_by_note ON link (owner_id, lower(left(note, 100)), id) WHERE note IS NOT NULL;
      -- Lists of inactive links hold those that are switched off, expired or used up.
      CREATE INDEX link_by_state ON link (owner_id, is_active, created_at DESC, id DESC);
      CREATE INDEX link_by_expiry ON link (owner_id, expires_at) WHERE expires_at IS NOT NULL;
      CREATE INDEX link_by_cap ON link (owner_id) WHERE max_clicks IS NOT NULL;
      -- Other lists leave archived links out; few accounts have many.
      CREATE INDEX link_archived ON link (owner_id, created_at DESC, id DESC) WHERE archived_at IS NOT NULL;
      -- Links that may have to be unlisted: few among many.
      CREATE INDEX link_listed ON link (id) WHERE listed_url IS NOT NULL;
      CREATE INDEX link_by_domain ON link (domain) WHERE domain > 0;
      CREATE UNIQUE INDEX link_external_id ON link (owner_id, external_id) WHERE external_id IS NOT NULL;
      -- A hash: destinations have up to 2,048 characters.
      CREATE INDEX link_by_destination ON link (owner_id, hashtextextended(original_url, 0));
      -- Searched texts. Without pg_trgm a search reads the account's own links.
      DO $$ BEGIN
        CREATE EXTENSION IF NOT EXISTS pg_trgm;
        CREATE INDEX link_search ON link USING gin ((name || E'\\n' || code || E'\\n' || original_url) gin_trgm_ops);
        CREATE INDEX link_note_search ON link USING gin (note gin_trgm_ops) WHERE note IS NOT NULL;
        CREATE INDEX link_other_urls_search ON link USING gin (other_urls gin_trgm_ops) WHERE other_urls IS NOT NULL;
      EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
        RAISE WARNING 'pg_trgm is not available: searches in large accounts will be slow';
      END $$;

      -- Codes stay taken after their link is deleted. A claim without an owner belongs to an erased account.
      CREATE TABLE code_claim (
        code text NOT NULL,
        owner_id uuid,
        link_id uuid,
        domain integer NOT NULL DEFAULT 0 CHECK (domain >= 0),
        PRIMARY KEY (domain, code)
      );
      CREATE INDEX code_claim_by_link ON code_claim (link_id) WHERE link_id IS NOT NULL;
      CREATE INDEX code_claim_by_owner ON code_claim (owner_id) WHERE owner_id IS NOT NULL;
      GRANT SELECT, INSERT, UPDATE, DELETE, TRUNCATE ON link_group, link, code_claim TO hoplog_app;

      CREATE TABLE tag (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        name text NOT NULL,
        -- The name without case.
        key text NOT NULL,
        colour text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        CONSTRAINT tag_name UNIQUE (owner_id, key)
      );
      CREATE TABLE link_tag (
        link_id uuid NOT NULL REFERENCES link (id) ON DELETE CASCADE,
        tag_id uuid NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
        owner_id uuid NOT NULL,
        PRIMARY KEY (link_id, tag_id)
      );
      CREATE INDEX link_tag_by_tag ON link_tag (tag_id, link_id);
      CREATE TABLE link_favourite (
        user_id uuid NOT NULL,
        link_id uuid NOT NULL REFERENCES link (id) ON DELETE CASCADE,
        PRIMARY KEY (user_id, link_id)
      );
      CREATE INDEX link_favourite_by_link ON link_favourite (link_id);
      GRANT SELECT, INSERT, UPDATE, DELETE ON tag, link_tag, link_favourite TO hoplog_app;

      -- The hash of a password is in no event: a link's options name it by this ID.
      CREATE TABLE link_password (
        id uuid PRIMARY KEY,
        link_id uuid NOT NULL,
        hash text NOT NULL,
        created_at timestamptz(3) NOT NULL
      );
      CREATE INDEX link_password_by_link ON link_password (link_id);
      GRANT SELECT, INSERT, UPDATE, DELETE ON link_password TO hoplog_app;

      -- What a redirect does. Its plan is the link's options with the password's hash in place of its ID, and whether the
      -- link is listed. A banned link is inactive. An empty hash matches no password: its row is missing.
      CREATE VIEW link_target AS
        SELECT domain, code, link_id, owner_id, revision, url,
          CASE WHEN is_off THEN 'inactive' WHEN plan = '{}' THEN 'active' ELSE 'planned' END AS state,
          CASE WHEN plan = '{}' THEN ''::bytea ELSE '\\x01'::bytea || convert_to(plan::text, 'UTF8') END AS plan
        FROM (
          SELECT domain, code, id AS link_id, owner_id, revision, original_url AS url,
            NOT is_active OR ban_reason IS NOT NULL OR EXISTS (SELECT FROM account_ban WHERE user_id = owner_id) AS is_off,
            options - 'passwordId'
              || CASE WHEN jsonb_exists(options, 'passwordId') THEN jsonb_build_object('passwordHash', coalesce(
                   (SELECT hash FROM link_password WHERE link_password.id = (options ->> 'passwordId')::uuid), ''))
                 ELSE '{}' END
              || CASE WHEN listed_url IS NOT NULL THEN '{"isListed": true}'::jsonb ELSE '{}' END AS plan
          FROM link) AS target;
      -- Links of the default domain; a link with a plan is inactive here.
      CREATE VIEW redirect_target AS
        SELECT code, link_id, owner_id, revision, url, state = 'active' AS active FROM link_target WHERE domain = 0;
      GRANT SELECT ON link_target, redirect_target TO hoplog_app`;
