/** The blocklist, and results of the URL checker. */
export const listings = `
      CREATE TABLE blocklist_entry (
        entry text PRIMARY KEY CHECK (length(entry) <= 2000),
        id uuid NOT NULL,
        reason text NOT NULL CHECK (length(reason) <= 500),
        added_at timestamptz(3) NOT NULL
      );
      -- Entries of the file when it was last read.
      CREATE TABLE blocklist_file_entry (
        entry text PRIMARY KEY CHECK (length(entry) <= 2000),
        reason text NOT NULL CHECK (length(reason) <= 500)
      );
      -- One row: the revision of the list that links were compared with, up to marked_until; null for all links.
      CREATE TABLE blocklist_state (
        one boolean PRIMARY KEY DEFAULT true CHECK (one),
        revision bigint NOT NULL DEFAULT 0,
        file_hash text,
        marked_revision bigint NOT NULL DEFAULT -1,
        marked_until uuid,
        clicked_links_at timestamptz(3)
      );
      CREATE TABLE url_verdict (
        -- SHA-256 of the URL.
        url_hash bytea PRIMARY KEY CHECK (length(url_hash) = 32),
        -- Null if the checker found none.
        threat text CHECK (length(threat) <= 500),
        checked_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL
      );
      CREATE INDEX url_verdict_by_expiry ON url_verdict (expires_at);
      -- Links whose URLs are to be checked (stage 'ask') or have been (stage 'mark').
      CREATE TABLE link_check (
        link_id uuid PRIMARY KEY,
        stage text NOT NULL CHECK (stage IN ('ask', 'mark')),
        is_new boolean NOT NULL,
        due_at timestamptz(3) NOT NULL,
        since timestamptz(3) NOT NULL,
        failures integer NOT NULL DEFAULT 0
      );
      CREATE INDEX link_check_due ON link_check (stage, is_new, due_at);
      -- Links whose owners get a mail next.
      CREATE TABLE listing_notice (
        link_id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        at timestamptz(3) NOT NULL
      );
      CREATE INDEX listing_notice_by_owner ON listing_notice (owner_id);
      GRANT SELECT, INSERT, UPDATE, DELETE
        ON blocklist_entry, blocklist_file_entry, blocklist_state, url_verdict, link_check, listing_notice TO hoplog_app`;
