import { migration } from "./migration.ts";

/**
 * By which visits of a workspace are judged besides the built-in rules. Each change is a row under a new version, so that ingest
 * can judge a delivery again as it did before; it removes what nothing needs any more.
 */
export const botRules = migration("0020_bot_rules", [
  `
      CREATE TABLE bot_rules_clock (
        -- One row, from the first rules on: a backup is restored into empty tables. Whoever changes rules holds the row until the commit: who reads a version has all that are not above it.
        one boolean PRIMARY KEY DEFAULT true CHECK (one),
        version bigint NOT NULL
      )`,
  `
      CREATE TABLE bot_rules (
        owner_id uuid NOT NULL,
        version bigint NOT NULL,
        rules jsonb NOT NULL,
        created_at timestamptz(3) NOT NULL,
        PRIMARY KEY (owner_id, version)
      )`,
  `
      -- Months whose clicks were judged again. One that is being put in place is finished by the next run, whatever that is asked for.
      CREATE TABLE rejudged_month (
        month integer PRIMARY KEY,
        built_in_rules integer NOT NULL,
        is_whole boolean NOT NULL,
        at timestamptz(3) NOT NULL DEFAULT now()
      )`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON bot_rules TO hoplog_app`,
  `GRANT SELECT, INSERT, UPDATE ON bot_rules_clock TO hoplog_app`,
  `GRANT SELECT ON rejudged_month TO hoplog_app`,
]);
