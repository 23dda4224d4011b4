import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import type { LinkEvent } from "@hoplog/schema/events/link.js";
import { linkTextNames } from "@hoplog/schema/links/texts.js";
import { defaultDomain } from "@hoplog/schema/topics/links/key.js";
import type { Transaction } from "../../kernel/database/orm.ts";
import { columnNamed } from "../../kernel/database/reads.ts";
import { rowsOf } from "../../kernel/database/statements.ts";
import { capIn, expiryIn, otherUrlsIn } from "./options/columns.ts";
import type { StreamInsert } from "../../kernel/eventstore/newStreams.ts";

export type LinkCreated = Extract<LinkEvent, { type: "LinkCreated" }>;

const texts = linkTextNames.map((name) => ({ name, column: columnNamed(name) }));
const textColumns = texts.map(({ column }) => column).join(", ");

/**
 * The only SQL that inserts links, one or many: `given` contains their `LinkCreated` events. A link whose code belongs
 * to another account or link is not inserted. `given` must not contain a code twice. Claims are made in the order of
 * domains and codes, so that two of these statements can't deadlock on them. If the group or a tag has been deleted,
 * the link is inserted without it. The secret is the hash of the link's password; a replay has none, and leaves stored
 * hashes unchanged.
 */
export const insertLinks: StreamInsert = {
  rows: raw(`new_link AS MATERIALIZED (
      SELECT id, (data ->> 'ownerId')::uuid AS owner_id, data ->> 'name' AS name,
        coalesce((data ->> 'domain')::integer, ${defaultDomain}) AS domain, data ->> 'code' AS code,
        data ->> 'originalUrl' AS original_url, (data ->> 'groupId')::uuid AS group_id, (data ->> 'at')::timestamptz AS at,
        coalesce(data -> 'options', '{}') AS options, ${texts.map(({ name, column }) => `data ->> '${name}' AS ${column}`).join(", ")},
        data -> 'tagIds' AS tag_ids, secret, data -> 'imported' AS imported,
        coalesce((data ->> 'isActive')::boolean, true) AS is_active, (data -> 'isArchived') IS NOT NULL AS is_archived
      FROM given),
    claimed AS (
      INSERT INTO code_claim AS held (domain, code, owner_id, link_id)
      SELECT domain, code, owner_id, id FROM new_link ORDER BY domain, code
      ON CONFLICT (domain, code) DO UPDATE SET link_id = excluded.link_id
        WHERE held.owner_id = excluded.owner_id AND (held.link_id IS NULL OR held.link_id = excluded.link_id)
      RETURNING link_id AS id),
    kept_group AS (
      SELECT id AS kept_id FROM link_group WHERE id IN (SELECT group_id FROM new_link WHERE group_id IS NOT NULL) FOR SHARE),
    made AS (
      INSERT INTO link (id, owner_id, name, domain, code, original_url, group_id, is_active, revision, created_at, updated_at,
        ${textColumns}, archived_at, options, expires_at, max_clicks, cap_number, other_urls)
      SELECT id, owner_id, name, domain, code, original_url, kept_id, is_active, 1,
        coalesce((imported ->> 'createdAt')::timestamptz, at), at,
        ${textColumns}, CASE WHEN is_archived THEN at END, options, ${expiryIn("options")}, ${capIn("options")}, ${otherUrlsIn("original_url", "options")}
      FROM claimed JOIN new_link USING (id) LEFT JOIN kept_group ON kept_id = group_id
      RETURNING id),
    wanted_tag AS MATERIALIZED (
      SELECT id AS link_id, owner_id, tag_id::uuid AS tag_id
      FROM new_link CROSS JOIN LATERAL jsonb_array_elements_text(tag_ids) AS tag_id WHERE tag_ids IS NOT NULL),
    kept_tag AS (SELECT id FROM tag WHERE id IN (SELECT tag_id FROM wanted_tag) FOR KEY SHARE),
    tagged AS (
      INSERT INTO link_tag (link_id, tag_id, owner_id)
      SELECT link_id, tag_id, owner_id FROM wanted_tag JOIN made ON made.id = link_id JOIN kept_tag ON kept_tag.id = tag_id),
    remembered AS (
      INSERT INTO imported_link (owner_id, source, key, link_id, import_id)
      SELECT owner_id, imported ->> 'source', imported ->> 'key', id, (imported ->> 'importId')::uuid
      FROM made JOIN new_link USING (id) WHERE imported IS NOT NULL),
    hashed AS (
      INSERT INTO link_password (id, link_id, hash, created_at)
      SELECT (options ->> 'passwordId')::uuid, id, secret, at
      FROM made JOIN new_link USING (id) WHERE secret IS NOT NULL)`),
};

/** Inserts a link from its event, as a replay does. Returns false if its code is taken. */
export async function insertLink(tx: Transaction, { data }: LinkCreated): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`WITH given AS (SELECT (data ->> 'linkId')::uuid AS id, data, NULL::text AS secret
      FROM (SELECT ${JSON.stringify(data)}::jsonb AS data) AS event), ${insertLinks.rows}
     SELECT id FROM made`,
  );
  return rows.length > 0;
}
