import { migration } from "./migration.ts";

/**
 * A code belongs to a domain, of which 0 is the default one, and a link may have a plan by which a redirect decides. How
 * far all codes have been published to the topics of links.
 */
export const linkDomains = migration("0006_link_domains", [
  `ALTER TABLE link ADD COLUMN domain integer NOT NULL DEFAULT 0 CHECK (domain >= 0)`,
  `ALTER TABLE link ADD COLUMN plan bytea`,
  `ALTER TABLE link DROP CONSTRAINT link_code, ADD CONSTRAINT link_code UNIQUE (domain, code)`,
  `ALTER TABLE code_claim ADD COLUMN domain integer NOT NULL DEFAULT 0 CHECK (domain >= 0)`,
  `ALTER TABLE code_claim DROP CONSTRAINT code_claim_pkey, ADD PRIMARY KEY (domain, code)`,
  // The api of the release before claims codes by it, beside this one and on the way back. It goes with the second domain.
  `CREATE UNIQUE INDEX code_claim_code ON code_claim (code)`,
  `
      CREATE VIEW link_target AS
        SELECT domain, code, id AS link_id, owner_id, revision, original_url AS url,
          CASE WHEN NOT is_active THEN 'inactive' WHEN plan IS NULL THEN 'active' ELSE 'planned' END AS state,
          coalesce(plan, '') AS plan
        FROM link`,
  // For redirectors of the release before: to them a link with a plan is switched off.
  `
      CREATE OR REPLACE VIEW redirect_target AS
        SELECT code, link_id, owner_id, revision, url, state = 'active' AS active FROM link_target WHERE domain = 0`,
  `
      CREATE TABLE links_publication (
        log text PRIMARY KEY,
        request uuid NOT NULL,
        topics text[] NOT NULL,
        after_domain integer NOT NULL DEFAULT 0,
        after_code text NOT NULL DEFAULT '',
        codes bigint NOT NULL DEFAULT 0,
        requested_at timestamptz NOT NULL DEFAULT now(),
        done_at timestamptz
      )`,
  `GRANT SELECT ON link_target TO hoplog_app`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON links_publication TO hoplog_app`,
]);
