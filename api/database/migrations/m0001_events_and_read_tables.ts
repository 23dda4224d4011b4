import { migration } from "./migration.ts";

/**
 * The event log and the first read tables. The application works under the role hoplog_app, which may add events
 * but never change or remove one.
 */
export const eventsAndReadTables = migration("0001_events_and_read_tables", [
  `
      DO $$ BEGIN CREATE ROLE hoplog_app NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`,
  `DO $$ BEGIN EXECUTE format('GRANT hoplog_app TO %I', current_user); END $$`,
  `
      CREATE TABLE event (
        position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
        stream_type text NOT NULL,
        stream_id uuid NOT NULL,
        stream_version integer NOT NULL,
        type text NOT NULL,
        schema_version integer NOT NULL,
        data jsonb NOT NULL,
        meta jsonb NOT NULL,
        recorded_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT event_stream_version UNIQUE (stream_id, stream_version)
      )`,
  `CREATE INDEX event_by_transaction ON event (transaction_id, position)`,
  `
      CREATE FUNCTION event_notify() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_notify('hoplog_events', ''); RETURN NULL; END $$`,
  `
      CREATE TRIGGER event_notify AFTER INSERT ON event FOR EACH STATEMENT EXECUTE FUNCTION event_notify()`,
  `
      CREATE TABLE user_account (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        email text NOT NULL,
        contact_number text NOT NULL,
        email_verified boolean NOT NULL,
        is_google_user boolean NOT NULL,
        created_at timestamptz(3) NOT NULL,
        last_login timestamptz(3)
      )`,
  `CREATE UNIQUE INDEX user_account_email ON user_account (lower(email))`,
  `
      CREATE TABLE credential (
        user_id uuid PRIMARY KEY,
        password_hash text NOT NULL,
        changed_at timestamptz(3) NOT NULL
      )`,
  `
      CREATE TABLE session (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL,
        created_at timestamptz(3) NOT NULL,
        revoked_at timestamptz(3),
        revoked_because text
      )`,
  `CREATE INDEX session_by_user ON session (user_id)`,
  `
      CREATE TABLE refresh_token (
        hash text PRIMARY KEY,
        session_id uuid NOT NULL REFERENCES session (id) ON DELETE CASCADE,
        issued_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        used_at timestamptz(3)
      )`,
  `CREATE INDEX refresh_token_by_session ON refresh_token (session_id)`,
  `
      CREATE TABLE link_group (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        name text NOT NULL,
        created_at timestamptz(3) NOT NULL
      )`,
  `CREATE INDEX link_group_by_owner ON link_group (owner_id, created_at DESC, id DESC)`,
  `
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
        CONSTRAINT link_code UNIQUE (code)
      )`,
  `CREATE INDEX link_by_owner ON link (owner_id, created_at DESC, id DESC)`,
  `CREATE INDEX link_by_group ON link (group_id) WHERE group_id IS NOT NULL`,
  `
      CREATE TABLE code_claim (
        code text PRIMARY KEY,
        owner_id uuid NOT NULL,
        link_id uuid
      )`,
  `CREATE INDEX code_claim_by_link ON code_claim (link_id) WHERE link_id IS NOT NULL`,
  `
      CREATE VIEW redirect_target AS
        SELECT code, id AS link_id, owner_id, revision, original_url AS url, is_active AS active FROM link`,
  `
      CREATE TABLE relay_checkpoint (
        name text PRIMARY KEY,
        transaction_id xid8 NOT NULL,
        position bigint NOT NULL
      )`,
  `
      GRANT SELECT, INSERT, UPDATE, DELETE, TRUNCATE
        ON user_account, credential, session, refresh_token, link_group, link, code_claim, relay_checkpoint TO hoplog_app`,
  `GRANT SELECT ON redirect_target TO hoplog_app`,
  `GRANT SELECT, INSERT ON event TO hoplog_app`,
]);
