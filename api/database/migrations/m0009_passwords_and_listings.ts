import { migration } from "./migration.ts";

/**
 * Passwords of links, and links that may lead to a listed URL. The hash of a password is no part of any event: a link's
 * options name it by an id. A redirect's plan is put together here, in the view: options, the hash in place of its id, and
 * whether the link is listed. `link.plan` is kept for the api of the release before, and read by nobody else.
 */
export const passwordsAndListings = migration("0009_passwords_and_listings", [
  `
      CREATE TABLE link_password (
        id uuid PRIMARY KEY,
        link_id uuid NOT NULL,
        hash text NOT NULL,
        created_at timestamptz(3) NOT NULL
      )`,
  `CREATE INDEX link_password_by_link ON link_password (link_id)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON link_password TO hoplog_app`,
  `
      ALTER TABLE link ADD COLUMN listed_url text, ADD COLUMN listing_reason text, ADD COLUMN listing_source text,
        ADD CHECK ((listed_url IS NULL) = (listing_reason IS NULL) AND (listed_url IS NULL) = (listing_source IS NULL))`,
  // A password whose hash is missing is nobody's: an empty hash matches nothing.
  `
      CREATE OR REPLACE VIEW link_target AS
        SELECT domain, code, link_id, owner_id, revision, url,
          CASE WHEN is_off THEN 'inactive' WHEN plan = '{}' THEN 'active' ELSE 'planned' END AS state,
          CASE WHEN plan = '{}' THEN ''::bytea ELSE '\\x01'::bytea || convert_to(plan::text, 'UTF8') END AS plan
        FROM (
          SELECT domain, code, id AS link_id, owner_id, revision, original_url AS url,
            NOT is_active OR ban_reason IS NOT NULL OR EXISTS (SELECT FROM account_ban WHERE user_id = owner_id) AS is_off,
            options - 'passwordId'
              || CASE WHEN jsonb_exists(options, 'passwordId') THEN jsonb_build_object('passwordHash', coalesce(
                   (SELECT hash FROM link_password WHERE link_password.id = (options ->> 'passwordId')::uuid), ''))
                 ELSE '{}' END
              || CASE WHEN listed_url IS NOT NULL THEN '{"isListed": true}'::jsonb ELSE '{}' END AS plan
          FROM link) AS target`,

  // As in 0008, with what is listed.
  `
      CREATE OR REPLACE FUNCTION erase_links(links uuid[]) RETURNS void
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
      BEGIN
        IF EXISTS (SELECT FROM unnest(links) AS link (id) WHERE NOT EXISTS (
          SELECT FROM event WHERE stream_id = link.id AND type = 'LinkDeleted')) THEN
          RAISE EXCEPTION 'only a deleted link can be erased';
        END IF;
        DELETE FROM link_password WHERE link_id = ANY (links);
        UPDATE event SET data = data - 'options' || CASE type
          WHEN 'LinkCreated' THEN '{"name": "", "originalUrl": ""}'::jsonb
          WHEN 'LinkOptionsChanged' THEN '{"from": {}, "to": {}}'::jsonb
          WHEN 'LinkBanned' THEN '{"reason": ""}'::jsonb
          WHEN 'LinkListed' THEN '{"url": "", "reason": ""}'::jsonb
          ELSE '{"from": "", "to": ""}'::jsonb END
        WHERE stream_type = 'link' AND stream_id = ANY (links)
          AND type IN ('LinkCreated', 'LinkRenamed', 'LinkRetargeted', 'LinkOptionsChanged', 'LinkBanned', 'LinkListed');
      END $$`,
]);
