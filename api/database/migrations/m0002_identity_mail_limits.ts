import { migration } from "./migration.ts";

/** Mailed links, Google identities, mail that is waiting to be sent, and the counters of the rate limits. */
export const identityMailLimits = migration("0002_identity_mail_limits", [
  `
      CREATE TABLE mailed_token (
        hash text PRIMARY KEY,
        user_id uuid NOT NULL,
        purpose text NOT NULL,
        email text NOT NULL,
        expires_at timestamptz(3) NOT NULL
      )`,
  `CREATE INDEX mailed_token_by_user ON mailed_token (user_id)`,
  `
      CREATE TABLE email_change (
        user_id uuid PRIMARY KEY,
        email text NOT NULL,
        expires_at timestamptz(3) NOT NULL
      )`,
  `
      CREATE TABLE google_identity (
        issuer text NOT NULL,
        subject text NOT NULL,
        user_id uuid NOT NULL,
        PRIMARY KEY (issuer, subject)
      )`,
  `CREATE INDEX google_identity_by_user ON google_identity (user_id)`,
  `CREATE INDEX session_by_revocation ON session (revoked_at) WHERE revoked_at IS NOT NULL`,
  `
      CREATE TABLE mail_outbox (
        id uuid PRIMARY KEY,
        kind text NOT NULL,
        data jsonb NOT NULL,
        failures integer NOT NULL DEFAULT 0,
        next_try_at timestamptz(3) NOT NULL,
        give_up_at timestamptz(3) NOT NULL
      )`,
  `CREATE INDEX mail_outbox_by_next_try ON mail_outbox (next_try_at)`,
  `
      CREATE TABLE mailbox (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        sender text NOT NULL,
        recipient text NOT NULL,
        subject text NOT NULL,
        html text NOT NULL,
        text text NOT NULL,
        at timestamptz(3) NOT NULL
      )`,
  // In the form that rate-limiter-flexible reads and writes; unlogged, since a crash may forget who knocked.
  `
      CREATE UNLOGGED TABLE rate_limit (
        key varchar(255) PRIMARY KEY,
        points integer NOT NULL DEFAULT 0,
        expire bigint
      )`,
  `
      GRANT SELECT, INSERT, UPDATE, DELETE
        ON mailed_token, email_change, google_identity, mail_outbox, mailbox, rate_limit TO hoplog_app`,
]);
