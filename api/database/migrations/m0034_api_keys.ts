import { migration } from "./migration.ts";

/** API keys, by the hash of their secret. */
export const apiKeys = migration("0034_api_keys", [
  `
      CREATE TABLE api_key (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        user_id uuid NOT NULL,
        name text NOT NULL,
        hash text NOT NULL UNIQUE,
        prefix text NOT NULL,
        scopes text[] NOT NULL,
        -- The links that it reaches; null for all.
        domain integer,
        group_id uuid,
        tag_id uuid,
        networks text[] NOT NULL,
        requests_per_minute integer CHECK (requests_per_minute > 0),
        expires_at timestamptz(3),
        created_at timestamptz(3) NOT NULL,
        last_used_at timestamptz(3),
        revoked_at timestamptz(3)
      )`,
  `CREATE INDEX api_key_owner ON api_key (owner_id)`,
  `CREATE INDEX api_key_user ON api_key (user_id)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON api_key TO hoplog_app`,
]);
