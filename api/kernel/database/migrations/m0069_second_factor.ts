import { migration } from "./migration.ts";

/** Authenticator apps, recovery codes, and sign-ins that wait for a code. */
export const secondFactor = migration("0069_second_factor", [
  `CREATE TABLE totp (
     user_id uuid PRIMARY KEY,
     -- The secret, encrypted with a key derived from TOKEN_SECRET.
     sealed bytea NOT NULL,
     created_at timestamptz(3) NOT NULL,
     -- Null until the first code proves that an app has the secret.
     confirmed_at timestamptz(3),
     -- The step of the last code: no code works twice.
     last_step bigint NOT NULL DEFAULT 0
   )`,
  `CREATE TABLE recovery_code (
     user_id uuid NOT NULL,
     hash text NOT NULL,
     PRIMARY KEY (user_id, hash)
   )`,
  `CREATE TABLE login_challenge (
     hash text PRIMARY KEY,
     user_id uuid NOT NULL,
     -- What was proven before.
     method text NOT NULL CHECK (method IN ('password', 'google')),
     expires_at timestamptz(3) NOT NULL,
     attempts smallint NOT NULL DEFAULT 0
   )`,
  "CREATE INDEX login_challenge_by_user ON login_challenge (user_id)",
  `CREATE TABLE totp_removal (
     user_id uuid PRIMARY KEY,
     requested_at timestamptz(3) NOT NULL,
     -- Expected until an email to the owner was accepted; then set to 72 hours later.
     due_at timestamptz(3) NOT NULL,
     -- When the email was accepted. Without that, the removal never takes place.
     notified_at timestamptz(3)
   )`,
  "GRANT SELECT, INSERT, UPDATE, DELETE ON totp, recovery_code, login_challenge, totp_removal TO hoplog_app",
]);
