import { migration } from "./migration.ts";

/** API keys that a page has created for a command line, which has not fetched their secret yet. */
export const keyHandovers = migration("0052_key_handovers", [
  `
      CREATE TABLE key_handover (
        api_key_id uuid PRIMARY KEY REFERENCES api_key ON DELETE CASCADE,
        -- SHA-256 of the code that the page passes on, in hex.
        hash text NOT NULL UNIQUE,
        -- SHA-256 of the verifier that never left the command line, in base64url.
        challenge text NOT NULL,
        expires_at timestamptz(3) NOT NULL
      )`,
  `CREATE INDEX key_handover_expiry ON key_handover (expires_at)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON key_handover TO hoplog_app`,
]);
