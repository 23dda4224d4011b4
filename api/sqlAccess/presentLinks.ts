import type { ClickHouseClient } from "@clickhouse/client";
import type { StepResult } from "@hoplog/platform/postgres/exclusiveWork.js";
import type { ClientBase } from "pg";
import { z } from "zod";
import { select } from "../clickhouse/select.ts";

/** Where in the event log the copies in ClickHouse are; kept there, so that it is lost and restored with them. */
const positionName = "links";
const batchSize = 5000;
const start = { transactionId: "0", position: "0" };

type Place = typeof start;

interface TouchedRow {
  readonly transaction_id: string;
  readonly position: string;
  readonly stream_type: "link" | "group";
  readonly stream_id: string;
}

/**
 * Copies the links and groups that the next events touched to ClickHouse, as they are now; those that are gone are
 * deleted there. May be repeated: the row read last is the one that counts. Runs on the connection that holds the lock
 * of this work.
 */
export async function copyPresentLinks(client: ClientBase, clickhouse: ClickHouseClient): Promise<StepResult> {
  const from = await readPlace(client, clickhouse);
  const { rows } = await client.query<TouchedRow>({
    name: "analysts_events",
    text: `SELECT transaction_id::text, position::text, stream_type, stream_id FROM event
           WHERE (transaction_id, position) > ($1::xid8, $2::bigint) AND stream_type IN ('link', 'group')
             AND transaction_id < pg_snapshot_xmin(pg_current_snapshot())
           ORDER BY event.transaction_id, event.position LIMIT $3`,
    values: [from.transactionId, from.position, batchSize],
  });
  const last = rows.at(-1);
  if (!last) return "idle";
  const idsOf = (type: TouchedRow["stream_type"]) => [
    ...new Set(rows.filter((row) => row.stream_type === type).map((row) => row.stream_id)),
  ];
  await copy(client, clickhouse, "link_groups", "group_id", presentGroups, idsOf("group"), last);
  await copy(client, clickhouse, "links", "link_id", presentLinks, idsOf("link"), last);
  await clickhouse.insert({
    table: "links_position",
    values: [{ name: positionName, transaction_id: last.transaction_id, position: last.position }],
    format: "JSONEachRow",
  });
  return rows.length === batchSize ? "worked" : "idle";
}

const presentGroups = `
  SELECT owner_id, id AS group_id, name, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS') AS created_at
  FROM link_group WHERE id = ANY($1)`;

const presentLinks = `
  SELECT owner_id, id AS link_id, code, name, original_url, is_active,
    coalesce(group_id, '00000000-0000-0000-0000-000000000000') AS group_id,
    to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS') AS created_at,
    to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS') AS updated_at
  FROM link WHERE id = ANY($1)`;

async function copy(
  client: ClientBase,
  clickhouse: ClickHouseClient,
  table: "links" | "link_groups",
  key: "link_id" | "group_id",
  present: string,
  ids: readonly string[],
  { transaction_id: version }: TouchedRow,
): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await client.query<Record<string, unknown>>({
    name: `analysts_${table}`,
    text: present,
    values: [ids],
  });
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

/** Deletes rows for good: a link's name and address must not outlive it. */
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
  await clickhouse.command({
    query: `DELETE FROM {table:Identifier} WHERE ${which}`,
    query_params: params,
    clickhouse_settings: { lightweight_deletes_sync: "2", max_execution_time: 0 },
  });
}

const placeRow = z.object({ transactionId: z.string(), position: z.string() });

/** The beginning where the copies are ahead of the log: then it is another log, as after a move to another Postgres. */
async function readPlace(client: ClientBase, clickhouse: ClickHouseClient): Promise<Place> {
  const [place] = await select(
    clickhouse,
    placeRow,
    `SELECT toString(transaction_id) AS transactionId, toString(position) AS position FROM links_position FINAL
     WHERE name = {name:String}`,
    { name: positionName },
  );
  if (!place) return start;
  const { rows } = await client.query<{ ahead: boolean }>({
    name: "analysts_ahead",
    text: "SELECT $1::xid8 >= pg_snapshot_xmax(pg_current_snapshot()) AS ahead",
    values: [place.transactionId],
  });
  if (!rows[0]?.ahead) return place;
  for (const table of ["links", "link_groups", "links_position"]) {
    await clickhouse.command({ query: "TRUNCATE TABLE {table:Identifier}", query_params: { table } });
  }
  return start;
}
