import { migration } from "./migration.ts";

/** The blocklist, how far links have been compared with it, and what the checker of URLs has said and is still to be asked. */
export const listings = migration("0010_listings", [
  `
      CREATE TABLE blocklist_entry (
        entry text PRIMARY KEY CHECK (length(entry) <= 2000),
        id uuid NOT NULL,
        reason text NOT NULL CHECK (length(reason) <= 500),
        added_at timestamptz(3) NOT NULL
      )`,
  // Those of the file, as it was when it could last be read.
  `
      CREATE TABLE blocklist_file_entry (
        entry text PRIMARY KEY CHECK (length(entry) <= 2000),
        reason text NOT NULL CHECK (length(reason) <= 500)
      )`,
  // One row, which says of what revision of the list the links have been marked: up to marked_until, or all of them where
  // that is null.
  `
      CREATE TABLE blocklist_state (
        one boolean PRIMARY KEY DEFAULT true CHECK (one),
        revision bigint NOT NULL DEFAULT 0,
        file_hash text,
        marked_revision bigint NOT NULL DEFAULT -1,
        marked_until uuid,
        clicked_links_at timestamptz(3)
      )`,
  // Of a URL its SHA-256; threat is null for one that the checker has nothing against.
  `
      CREATE TABLE url_verdict (
        url_hash bytea PRIMARY KEY CHECK (length(url_hash) = 32),
        threat text CHECK (length(threat) <= 500),
        checked_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL
      )`,
  `CREATE INDEX url_verdict_by_expiry ON url_verdict (expires_at)`,
  // Links whose URLs the checker is to be asked about (stage 'ask'), or has been (stage 'mark').
  `
      CREATE TABLE link_check (
        link_id uuid PRIMARY KEY,
        stage text NOT NULL CHECK (stage IN ('ask', 'mark')),
        is_new boolean NOT NULL,
        due_at timestamptz(3) NOT NULL,
        since timestamptz(3) NOT NULL,
        failures integer NOT NULL DEFAULT 0
      )`,
  `CREATE INDEX link_check_due ON link_check (stage, is_new, due_at)`,
  // Owners are told of these links next.
  `
      CREATE TABLE listing_notice (
        link_id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        at timestamptz(3) NOT NULL
      )`,
  `CREATE INDEX listing_notice_by_owner ON listing_notice (owner_id)`,
  `
      GRANT SELECT, INSERT, UPDATE, DELETE
        ON blocklist_entry, blocklist_file_entry, blocklist_state, url_verdict, link_check, listing_notice TO hoplog_app`,
  // Those that may have to be unlisted, which are few among many.
  `CREATE INDEX link_listed ON link (id) WHERE listed_url IS NOT NULL`,
]);
