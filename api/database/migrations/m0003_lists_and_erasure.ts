import { migration } from "./migration.ts";

/**
 * Indexes for the lists' orders and search, and erasure: the only way in which stored events change. Its functions run
 * with the migrating role's rights and touch nothing but streams that have ended.
 */
export const listsAndErasure = migration("0003_lists_and_erasure", [
  // One index over the three texts that a search looks at. Without pg_trgm a search reads the account's own links.
  `
      DO $$ BEGIN
        CREATE EXTENSION IF NOT EXISTS pg_trgm;
        CREATE INDEX link_search ON link USING gin ((name || E'\\n' || code || E'\\n' || original_url) gin_trgm_ops);
      EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
        RAISE WARNING 'pg_trgm is not available: searches in large accounts will be slow';
      END $$`,
  `CREATE INDEX link_by_name ON link (owner_id, lower(name), id)`,
  `CREATE INDEX link_by_state ON link (owner_id, is_active, created_at DESC, id DESC)`,
  `DROP INDEX link_by_group`,
  `
      CREATE INDEX link_by_group ON link (group_id, created_at DESC, id DESC) WHERE group_id IS NOT NULL`,
  `
      CREATE INDEX event_by_owner ON event ((data ->> 'ownerId')) WHERE type IN ('LinkCreated', 'GroupCreated')`,

  // A claim without an owner belongs to an erased account: the code stays taken for ever.
  `ALTER TABLE code_claim ALTER COLUMN owner_id DROP NOT NULL`,
  `CREATE INDEX code_claim_by_owner ON code_claim (owner_id) WHERE owner_id IS NOT NULL`,

  `
      CREATE TABLE erasure (
        kind text NOT NULL CHECK (kind IN ('link', 'account')),
        id uuid NOT NULL,
        owner_id uuid NOT NULL,
        requested_at timestamptz(3) NOT NULL,
        passes integer NOT NULL DEFAULT 0,
        done_at timestamptz(3),
        PRIMARY KEY (kind, id)
      )`,
  `CREATE INDEX erasure_open ON erasure (requested_at) WHERE done_at IS NULL`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON erasure TO hoplog_app`,

  // Codes stay: the log must go on telling that they were used.
  `
      CREATE FUNCTION erase_links(links uuid[]) RETURNS void
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
      BEGIN
        IF EXISTS (SELECT FROM unnest(links) AS link (id) WHERE NOT EXISTS (
          SELECT FROM event WHERE stream_id = link.id AND type = 'LinkDeleted')) THEN
          RAISE EXCEPTION 'only a deleted link can be erased';
        END IF;
        UPDATE event SET data = data || CASE type
          WHEN 'LinkCreated' THEN '{"name": "", "originalUrl": ""}'::jsonb
          ELSE '{"from": "", "to": ""}'::jsonb END
        WHERE stream_type = 'link' AND stream_id = ANY (links)
          AND type IN ('LinkCreated', 'LinkRenamed', 'LinkRetargeted');
      END $$`,
  // The address stays one of its own, so that a replay meets no address twice.
  `
      CREATE FUNCTION erase_account(account uuid) RETURNS void
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
      DECLARE
        address text := account || '@erased.invalid';
      BEGIN
        IF NOT EXISTS (SELECT FROM event WHERE stream_id = account AND type = 'UserDeleted') THEN
          RAISE EXCEPTION 'only a deleted account can be erased';
        END IF;
        PERFORM erase_links(array(
          SELECT stream_id FROM event WHERE type = 'LinkCreated' AND data ->> 'ownerId' = account::text));
        UPDATE event SET data = data || CASE type
          WHEN 'GroupCreated' THEN '{"name": ""}'::jsonb
          ELSE '{"from": "", "to": ""}'::jsonb END
        WHERE stream_type = 'group' AND type IN ('GroupCreated', 'GroupRenamed') AND stream_id IN (
          SELECT stream_id FROM event WHERE type = 'GroupCreated' AND data ->> 'ownerId' = account::text);
        UPDATE event SET data = data || CASE type
          WHEN 'UserEmailChanged' THEN jsonb_build_object('from', address, 'to', address)
          WHEN 'UserProfileChanged' THEN
            CASE WHEN jsonb_exists(data, 'name') THEN '{"name": {"from": "", "to": ""}}'::jsonb ELSE '{}' END ||
            CASE WHEN jsonb_exists(data, 'contactNumber') THEN '{"contactNumber": {"from": "", "to": ""}}'::jsonb
              ELSE '{}' END
          ELSE jsonb_build_object('name', '', 'email', address, 'contactNumber', '') END
        WHERE stream_id = account AND stream_type = 'user'
          AND type IN ('UserRegistered', 'UserRegisteredWithGoogle', 'UserProfileChanged', 'UserEmailChanged');
      END $$`,
  `REVOKE ALL ON FUNCTION erase_links(uuid[]) FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION erase_links(uuid[]) TO hoplog_app`,
  `REVOKE ALL ON FUNCTION erase_account(uuid) FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION erase_account(uuid) TO hoplog_app`,
]);
