import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { named, type Sql, sql } from "@hoplog/platform/postgres/sql.js";
import type { ClientBase } from "pg";
import { z } from "zod";
import { deleteRows } from "../../../clicks/clickhouse/deleteRows.ts";
import { select } from "../../../clicks/clickhouse/select.ts";
import {
  type Cursor,
  type Follower,
  hasUnsettled,
  type LogPosition,
  logStart,
} from "../../../kernel/eventstore/followEvents.ts";

/** Name of the cursor in the event log. */
const copiesName = "links";

const streams = ["link", "group", "tag"] as const;

/** Copies the current state of links and groups affected by events to ClickHouse, and deletes removed ones there. */
export function linkCopyFollower(
  clickhouse: ClickHouseClient,
): Pick<Follower, "streams" | "cursor" | "batchSize" | "handle"> {
  return {
    streams,
    cursor: cursorOfCopies(clickhouse),
    batchSize: 5000,
    async handle(client, events) {
      const idsOf = (type: "link" | "group") => [
        ...new Set(events.filter(({ streamType }) => streamType === type).map(({ streamId }) => streamId)),
      ];
      // Of several rows with the same id, ClickHouse uses the one with the highest version.
      const version = events.at(-1)?.transactionId ?? "0";
      await copy(client, clickhouse, "link_groups", "group_id", groupRows, idsOf("group"), version);
      await copy(client, clickhouse, "links", "link_id", linkRows, idsOf("link"), version);
      // A new tag has no links: a link that gets the tag has an event of its own.
      const changedTags = events.filter(({ type }) => type === "TagChanged" || type === "TagDeleted");
      await copyLinksOf(client, clickhouse, [...new Set(changedTags.map(({ streamId }) => streamId))], version);
    },
  };
}

/** Returns the follower that runs in every API process. */
export function linkCopying(clickhouse: ClickHouseClient): Follower {
  // Each copy costs ClickHouse some milliseconds; copies may lag by a second.
  return { name: "hoplog analysts", timing: "each second", ...linkCopyFollower(clickhouse) };
}

const groupRows = (ids: readonly string[]) => sql`
  SELECT owner_id, id AS group_id, name, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS') AS created_at
  FROM link_group WHERE id = ANY(${ids})`;

const linkRows = (ids: readonly string[]) => sql`
  SELECT owner_id, link.id AS link_id, code, coalesce(named.name, '') AS domain, link.name, original_url, is_active,
    coalesce(group_id, '00000000-0000-0000-0000-000000000000') AS group_id,
    to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS') AS created_at,
    to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS') AS updated_at,
    tagged.ids AS tag_ids, tagged.names AS tags, coalesce(note, '') AS note, coalesce(external_id, '') AS external_id,
    archived_at IS NOT NULL AS is_archived
  FROM link CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(tag.id ORDER BY key), '{}') AS ids, coalesce(array_agg(tag.name ORDER BY key), '{}') AS names
    FROM link_tag JOIN tag ON tag.id = tag_id WHERE link_id = link.id) AS tagged
  LEFT JOIN (SELECT number, max(name) AS name FROM domain GROUP BY number) AS named ON named.number = link.domain
  WHERE link.id = ANY(${ids})`;

/** Links per insert. */
const chunk = 5000;

/**
 * Copies the links with any of the given tags. Finds them in the existing copies, because Postgres no longer stores the
 * links of a deleted tag.
 */
async function copyLinksOf(
  client: ClientBase,
  clickhouse: ClickHouseClient,
  tagIds: readonly string[],
  version: string,
): Promise<void> {
  if (tagIds.length === 0) return;
  for (let after = "", ids: string[] = []; ; after = ids.at(-1) ?? "") {
    const rows = await select(
      clickhouse,
      z.object({ id: z.uuid() }),
      `SELECT toString(link_id) AS id FROM links FINAL WHERE hasAny(tag_ids, {tags: Array(UUID)}) AND id > {after: String}
       ORDER BY id LIMIT {limit: UInt32}`,
      { tags: tagIds, after, limit: chunk },
    );
    ids = rows.map(({ id }) => id);
    await copy(client, clickhouse, "links", "link_id", linkRows, ids, version);
    if (ids.length < chunk) return;
  }
}

async function copy(
  client: ClientBase,
  clickhouse: ClickHouseClient,
  table: "links" | "link_groups",
  key: "link_id" | "group_id",
  present: (ids: readonly string[]) => Sql,
  ids: readonly string[],
  version: string,
): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await client.query<Record<string, unknown>>(named(`analysts_${table}`, present(ids)));
  const there = new Set(rows.map((row) => row[key]));
  await forget(
    clickhouse,
    table,
    key,
    ids.filter((id) => !there.has(id)),
  );
  if (rows.length === 0) return;
  await clickhouse.insert({ table, values: rows.map((row) => ({ ...row, version })), format: "JSONEachRow" });
}

/** Deletes rows permanently, because a link's name and URL must not remain after its deletion. */
async function forget(clickhouse: ClickHouseClient, table: string, key: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const params = { table, key, ids };
  const which = "{key:Identifier} IN {ids:Array(UUID)}";
  const [found] = await select(
    clickhouse,
    z.object({ rows: z.coerce.number() }),
    `SELECT count() AS rows FROM {table:Identifier} WHERE ${which}`,
    params,
  );
  if (!found || found.rows === 0) return;
  await deleteRows(clickhouse, `DELETE FROM {table:Identifier} WHERE ${which}`, params);
}

const positionRow = z.object({ transactionId: z.string(), position: z.string() });

/** While idle, every second read checks in ClickHouse whether the copies were lost or restored. */
const idleReads = 2;

/** Creates the cursor, which is stored in ClickHouse, so that it is lost and restored with the copies. */
function cursorOfCopies(clickhouse: ClickHouseClient): Cursor {
  let known: LogPosition | null = null;
  let reads = 0;
  return {
    async read(client) {
      if (known && ++reads < idleReads && !(await hasUnsettled(client, streams, known))) return known;
      reads = 0;
      known = await readPosition(client, clickhouse);
      return known;
    },
    async write(_client, { transactionId, position }) {
      known = null;
      await clickhouse.insert({
        table: "links_position",
        values: [{ name: copiesName, transaction_id: transactionId, position }],
        format: "JSONEachRow",
      });
    },
  };
}

/**
 * Returns the stored position, or the start of the log if the position is beyond the log's end: the log was then
 * replaced, for example by a move to another PostgreSQL, and the copies are deleted.
 */
async function readPosition(client: ClientBase, clickhouse: ClickHouseClient): Promise<LogPosition> {
  const [position] = await select(
    clickhouse,
    positionRow,
    `SELECT toString(transaction_id) AS transactionId, toString(position) AS position FROM links_position FINAL
     WHERE name = {name:String}`,
    { name: copiesName },
  );
  if (!position) return logStart;
  const { rows } = await client.query<{ ahead: boolean }>(
    named(
      "analysts_ahead",
      sql`SELECT ${position.transactionId}::xid8 >= pg_snapshot_xmax(pg_current_snapshot()) AS ahead`,
    ),
  );
  if (!rows[0]?.ahead) return position;
  for (const table of ["links", "link_groups", "links_position"]) {
    await clickhouse.command({ query: "TRUNCATE TABLE {table:Identifier}", query_params: { table } });
  }
  return logStart;
}
