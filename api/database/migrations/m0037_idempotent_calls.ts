import { migration } from "./migration.ts";

/** Calls that were sent with an Idempotency-Key, for a day. */
export const idempotentCalls = migration("0037_idempotent_calls", [
  `
      CREATE TABLE idempotent_call (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        user_id uuid NOT NULL,
        -- SHA-256 of the key, and of method, address and body.
        key_hash bytea NOT NULL,
        request_hash bytea NOT NULL,
        -- Counts up each time that the call is begun anew: what a former attempt would still commit is refused.
        attempt integer NOT NULL,
        -- Until then the attempt is taken to be under way.
        begun_until timestamptz(3) NOT NULL,
        -- Set in the transaction of the command, with what it made.
        done_at timestamptz(3),
        made uuid[] NOT NULL DEFAULT '{}',
        -- Compressed and sealed: it may hold a secret that is shown once.
        status integer,
        answer bytea,
        created_at timestamptz(3) NOT NULL,
        UNIQUE (owner_id, user_id, key_hash)
      )`,
  `CREATE INDEX idempotent_call_age ON idempotent_call (created_at)`,
  `CREATE INDEX idempotent_call_made ON idempotent_call USING gin (made)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON idempotent_call TO hoplog_app`,
]);
