/** The application's role, the event log and its readers, and calls with an Idempotency-Key. */
export const events = `
      -- The application works under this role, which adds events and never changes or deletes one.
      DO $$ BEGIN CREATE ROLE hoplog_app NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
      DO $$ BEGIN EXECUTE format('GRANT hoplog_app TO %I', current_user); END $$;

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
      );
      CREATE INDEX event_by_transaction ON event (transaction_id, position);
      CREATE INDEX event_by_owner ON event ((data ->> 'ownerId')) WHERE type IN ('LinkCreated', 'GroupCreated');
      -- Links that an API key has created; all others were created by hand.
      CREATE INDEX event_link_made_by_key ON event ((meta ->> 'apiKeyId'), stream_id)
      WHERE stream_version = 1 AND stream_type = 'link' AND meta ->> 'apiKeyId' IS NOT NULL;
      GRANT SELECT, INSERT ON event TO hoplog_app;

      CREATE FUNCTION event_notify() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_notify('hoplog_events', ''); RETURN NULL; END $$;
      CREATE TRIGGER event_notify AFTER INSERT ON event FOR EACH STATEMENT EXECUTE FUNCTION event_notify();

      -- Position of each reader of the event log.
      CREATE TABLE relay_checkpoint (
        name text PRIMARY KEY,
        transaction_id xid8 NOT NULL,
        position bigint NOT NULL
      );
      GRANT SELECT, INSERT, UPDATE, DELETE, TRUNCATE ON relay_checkpoint TO hoplog_app;

      -- Up to which code all codes have been published to the topics of links.
      CREATE TABLE links_publication (
        log text PRIMARY KEY,
        request uuid NOT NULL,
        topics text[] NOT NULL,
        after_domain integer NOT NULL DEFAULT 0,
        after_code text NOT NULL DEFAULT '',
        codes bigint NOT NULL DEFAULT 0,
        requested_at timestamptz NOT NULL DEFAULT now(),
        done_at timestamptz
      );
      GRANT SELECT, INSERT, UPDATE, DELETE ON links_publication TO hoplog_app;

      -- Calls that were sent with an Idempotency-Key, for a day.
      CREATE TABLE idempotent_call (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        user_id uuid NOT NULL,
        -- SHA-256 of the key, and of method, address and body.
        key_hash bytea NOT NULL,
        request_hash bytea NOT NULL,
        -- Incremented each time the call begins anew: the commit of an earlier attempt is refused.
        attempt integer NOT NULL,
        -- The attempt counts as running until then.
        begun_until timestamptz(3) NOT NULL,
        -- Set in the transaction of the command, with the IDs that it created.
        done_at timestamptz(3),
        made uuid[] NOT NULL DEFAULT '{}',
        -- Compressed and sealed: the answer may hold a secret that is shown once.
        status integer,
        answer bytea,
        created_at timestamptz(3) NOT NULL,
        -- The answer's header: not every body has it.
        etag text,
        UNIQUE (owner_id, user_id, key_hash)
      );
      CREATE INDEX idempotent_call_age ON idempotent_call (created_at);
      CREATE INDEX idempotent_call_made ON idempotent_call USING gin (made);
      GRANT SELECT, INSERT, UPDATE, DELETE ON idempotent_call TO hoplog_app`;
