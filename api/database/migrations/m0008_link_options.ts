import { migration } from "./migration.ts";

/** What a link has besides its URL; its plan follows from that. */
export const linkOptions = migration("0008_link_options", [
  `ALTER TABLE link ADD COLUMN options jsonb NOT NULL DEFAULT '{}', ADD COLUMN expires_at timestamptz(3)`,
  // Lists of inactive links hold those that are switched off and those that have expired.
  `CREATE INDEX link_by_expiry ON link (owner_id, expires_at) WHERE expires_at IS NOT NULL`,

  // As in 0007, with the texts and URLs of options.
  `
      CREATE OR REPLACE FUNCTION erase_links(links uuid[]) RETURNS void
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
      BEGIN
        IF EXISTS (SELECT FROM unnest(links) AS link (id) WHERE NOT EXISTS (
          SELECT FROM event WHERE stream_id = link.id AND type = 'LinkDeleted')) THEN
          RAISE EXCEPTION 'only a deleted link can be erased';
        END IF;
        UPDATE event SET data = data - 'options' || CASE type
          WHEN 'LinkCreated' THEN '{"name": "", "originalUrl": ""}'::jsonb
          WHEN 'LinkOptionsChanged' THEN '{"from": {}, "to": {}}'::jsonb
          WHEN 'LinkBanned' THEN '{"reason": ""}'::jsonb
          ELSE '{"from": "", "to": ""}'::jsonb END
        WHERE stream_type = 'link' AND stream_id = ANY (links)
          AND type IN ('LinkCreated', 'LinkRenamed', 'LinkRetargeted', 'LinkOptionsChanged', 'LinkBanned');
      END $$`,
]);
