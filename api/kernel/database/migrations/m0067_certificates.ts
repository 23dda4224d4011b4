import { migration } from "./migration.ts";

/**
 * Certificates of hosts, and the data that a CA needs to issue them. Private keys are encrypted with CERTIFICATE_KEY.
 */
export const certificates = migration("0067_certificates", [
  `CREATE TABLE acme_account (
     directory text PRIMARY KEY,
     key bytea NOT NULL,
     -- The CA's name for the account; null until it has one.
     url text,
     -- No request is made before, since the CA said so or could not be reached.
     paused_until timestamptz(3),
     pause_reason text,
     failures integer NOT NULL DEFAULT 0
   )`,
  `CREATE TABLE host_certificate (
     host text PRIMARY KEY,
     -- The CA that is asked.
     directory text NOT NULL,
     -- Chain and key; null before the first certificate and after the last.
     sealed bytea,
     not_before timestamptz(3),
     not_after timestamptz(3),
     order_url text,
     order_key bytea,
     failures integer NOT NULL DEFAULT 0,
     error text,
     next_at timestamptz(3) NOT NULL,
     is_withdrawn boolean NOT NULL DEFAULT false,
     -- Counts changes of what redirectors need to know.
     revision integer NOT NULL DEFAULT 0,
     -- The log that has this revision.
     published_in text,
     CHECK ((sealed IS NULL) = (not_after IS NULL) AND (sealed IS NULL) = (not_before IS NULL)),
     CHECK ((order_url IS NULL) = (order_key IS NULL))
   )`,
  "CREATE INDEX host_certificate_due ON host_certificate (next_at)",
  `CREATE TABLE acme_challenge (
     token text PRIMARY KEY,
     host text NOT NULL,
     key_authorization text NOT NULL
   )`,
  "GRANT SELECT, INSERT, UPDATE, DELETE ON acme_account, host_certificate, acme_challenge TO hoplog_app",
]);
