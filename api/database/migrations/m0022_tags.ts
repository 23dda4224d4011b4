import { migration } from "./migration.ts";

/**
 * Tags, notes, external ids, the archive and favourites of links. What hangs on a link or a tag goes with it by a foreign key,
 * so that the release before can go on deleting links.
 */
export const tags = migration("0022_tags", [
  `
      CREATE TABLE tag (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        name text NOT NULL,
        -- Of the name, without case.
        key text NOT NULL,
        colour text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        CONSTRAINT tag_name UNIQUE (owner_id, key)
      )`,
  `
      ALTER TABLE link ADD COLUMN note text, ADD COLUMN external_id text, ADD COLUMN archived_at timestamptz(3)`,
  `CREATE UNIQUE INDEX link_external_id ON link (owner_id, external_id) WHERE external_id IS NOT NULL`,
  `
      CREATE TABLE link_tag (
        link_id uuid NOT NULL REFERENCES link (id) ON DELETE CASCADE,
        tag_id uuid NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
        owner_id uuid NOT NULL,
        PRIMARY KEY (link_id, tag_id)
      )`,
  `CREATE INDEX link_tag_by_tag ON link_tag (tag_id, link_id)`,
  `
      CREATE TABLE link_favourite (
        user_id uuid NOT NULL,
        link_id uuid NOT NULL REFERENCES link (id) ON DELETE CASCADE,
        PRIMARY KEY (user_id, link_id)
      )`,
  `CREATE INDEX link_favourite_by_link ON link_favourite (link_id)`,
  // Lists leave archived links out; few accounts have many.
  `CREATE INDEX link_archived ON link (owner_id, created_at DESC, id DESC) WHERE archived_at IS NOT NULL`,
  `
      DO $$ BEGIN
        CREATE INDEX link_note_search ON link USING gin (note gin_trgm_ops) WHERE note IS NOT NULL;
      EXCEPTION WHEN undefined_object THEN
        RAISE WARNING 'pg_trgm is not available: searches in large accounts will be slow';
      END $$`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON tag, link_tag, link_favourite TO hoplog_app`,

  // As in 0012, with notes, external ids and tags.
  `
      CREATE OR REPLACE FUNCTION erase_links(links uuid[]) RETURNS void
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
      BEGIN
        IF EXISTS (SELECT FROM unnest(links) AS link (id) WHERE NOT EXISTS (
          SELECT FROM event WHERE stream_id = link.id AND type = 'LinkDeleted')) THEN
          RAISE EXCEPTION 'only a deleted link can be erased';
        END IF;
        DELETE FROM link_password WHERE link_id = ANY (links);
        DELETE FROM visit_lease WHERE link_id = ANY (links);
        DELETE FROM link_cap WHERE link_id = ANY (links);
        UPDATE event SET data = data - ARRAY['options', 'tagIds', 'note', 'externalId'] || CASE type
          WHEN 'LinkCreated' THEN '{"name": "", "originalUrl": ""}'::jsonb
          WHEN 'LinkOptionsChanged' THEN '{"from": {}, "to": {}}'::jsonb
          WHEN 'LinkTagsChanged' THEN '{"from": [], "to": []}'::jsonb
          WHEN 'LinkNoteChanged' THEN '{"from": null, "to": null}'::jsonb
          WHEN 'LinkExternalIdChanged' THEN '{"from": null, "to": null}'::jsonb
          WHEN 'LinkBanned' THEN '{"reason": ""}'::jsonb
          WHEN 'LinkListed' THEN '{"url": "", "reason": ""}'::jsonb
          ELSE '{"from": "", "to": ""}'::jsonb END
        WHERE stream_type = 'link' AND stream_id = ANY (links)
          AND type IN ('LinkCreated', 'LinkRenamed', 'LinkRetargeted', 'LinkOptionsChanged', 'LinkTagsChanged',
            'LinkNoteChanged', 'LinkExternalIdChanged', 'LinkBanned', 'LinkListed');
      END $$`,
  // As in 0011, with tags. Their names stay different, so that a replay meets none twice.
  `
      CREATE OR REPLACE FUNCTION erase_account(account uuid) RETURNS void
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
      DECLARE
        address text := account || '@erased.invalid';
      BEGIN
        IF NOT EXISTS (SELECT FROM event WHERE stream_id = account AND type = 'UserDeleted') THEN
          RAISE EXCEPTION 'only a deleted account can be erased';
        END IF;
        PERFORM erase_audit(account);
        PERFORM erase_links(array(
          SELECT stream_id FROM event WHERE type = 'LinkCreated' AND data ->> 'ownerId' = account::text));
        UPDATE event SET data = data || CASE type
          WHEN 'GroupCreated' THEN '{"name": ""}'::jsonb
          ELSE '{"from": "", "to": ""}'::jsonb END
        WHERE stream_type = 'group' AND type IN ('GroupCreated', 'GroupRenamed') AND stream_id IN (
          SELECT stream_id FROM event WHERE type = 'GroupCreated' AND data ->> 'ownerId' = account::text);
        UPDATE event SET data = data || CASE type
          WHEN 'TagCreated' THEN jsonb_build_object('name', stream_id, 'colour', 'gray')
          ELSE jsonb_build_object('from', jsonb_build_object('name', stream_id, 'colour', 'gray'),
            'to', jsonb_build_object('name', stream_id, 'colour', 'gray')) END
        WHERE stream_type = 'tag' AND type IN ('TagCreated', 'TagChanged') AND stream_id IN (
          SELECT stream_id FROM event WHERE type = 'TagCreated' AND data ->> 'ownerId' = account::text);
        UPDATE event SET data = data || CASE type
          WHEN 'DomainAdded' THEN '{"name": "", "token": ""}'::jsonb
          ELSE '{"from": {}, "to": {}}'::jsonb END
        WHERE stream_type = 'domain' AND type IN ('DomainAdded', 'DomainSettingsChanged') AND stream_id IN (
          SELECT stream_id FROM event WHERE type = 'DomainAdded' AND data ->> 'ownerId' = account::text);
        UPDATE event SET data = data || CASE type
          WHEN 'UserEmailChanged' THEN jsonb_build_object('from', address, 'to', address)
          WHEN 'UserBanned' THEN '{"reason": ""}'::jsonb
          WHEN 'UserProfileChanged' THEN
            CASE WHEN jsonb_exists(data, 'name') THEN '{"name": {"from": "", "to": ""}}'::jsonb ELSE '{}' END ||
            CASE WHEN jsonb_exists(data, 'contactNumber') THEN '{"contactNumber": {"from": "", "to": ""}}'::jsonb
              ELSE '{}' END
          ELSE jsonb_build_object('name', '', 'email', address, 'contactNumber', '') END
        WHERE stream_id = account AND stream_type = 'user' AND type IN (
          'UserRegistered', 'UserRegisteredWithGoogle', 'UserProfileChanged', 'UserEmailChanged', 'UserBanned');
      END $$`,
]);
