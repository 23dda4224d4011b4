import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { jsonRows } from "../../../clicks/tables/clickHouseSnapshot.ts";
import { reclassifiableClicks } from "./cutDays.ts";
import { type ClickClass, clickClass, changesAmong, type Classify } from "./classifier.ts";
import { ofMonth, run, workTables } from "./work.ts";

const nilUuid = "toUUID('00000000-0000-0000-0000-000000000000')";
const { changes, owners } = workTables;
const insertedAtOnce = 10_000;

/** Stores the owners with own classification rules, which may use the network and the referrer. */
export async function noteOwners(clickhouse: ClickHouseClient, ids: readonly string[]): Promise<void> {
  await run(clickhouse, `DROP TABLE IF EXISTS ${owners} SYNC`);
  await run(clickhouse, `CREATE TABLE ${owners} (owner_id UUID) ENGINE = MergeTree ORDER BY owner_id`);
  if (ids.length === 0) return;
  await clickhouse.insert({
    table: owners,
    values: ids.map((owner_id) => ({ owner_id })),
    format: "JSONEachRow",
  });
}

/** Reclassifies a month's clicks, once for each kind of visitor, and stores the changes in a table. */
export async function noteChanges(clickhouse: ClickHouseClient, month: number, classify: Classify): Promise<void> {
  await run(clickhouse, `DROP TABLE IF EXISTS ${changes} SYNC`);
  await run(
    clickhouse,
    `CREATE TABLE ${changes} (owner_id UUID, user_agent String, asn UInt32, referrer String, flags UInt8, was String, becomes String,
       is_change UInt8 DEFAULT 1) ENGINE = MergeTree ORDER BY (user_agent, owner_id)`,
  );
  const found = [...(await classesByAgent(clickhouse, month)), ...(await classesOfOwners(clickhouse, month))];
  const changed = changesAmong(found, classify);
  for (let at = 0; at < changed.length; at += insertedAtOnce) {
    const values = changed.slice(at, at + insertedAtOnce);
    await clickhouse.insert({ table: changes, values, format: "JSONEachRow" });
  }
}

function classesByAgent(clickhouse: ClickHouseClient, month: number): Promise<ClickClass[]> {
  return jsonRows(
    clickhouse,
    clickClass,
    `SELECT ${nilUuid} AS owner_id, user_agent, 0 AS asn, '' AS referrer, flags, bot_reason AS was FROM clicks
     WHERE ${ofMonth(month)} AND ${reclassifiableClicks} AND owner_id NOT IN ${owners} GROUP BY user_agent, flags, bot_reason`,
  );
}

function classesOfOwners(clickhouse: ClickHouseClient, month: number): Promise<ClickClass[]> {
  return jsonRows(
    clickhouse,
    clickClass,
    `SELECT owner_id, user_agent, asn, referrer, flags, bot_reason AS was FROM clicks
     WHERE ${ofMonth(month)} AND ${reclassifiableClicks} AND owner_id IN ${owners} GROUP BY owner_id, user_agent, asn, referrer, flags, bot_reason`,
  );
}

/**
 * Returns SQL for the clicks that match `where`, with the columns `is_change` and `becomes` from the stored changes.
 */
export function reclassifiedClicks(where: string): string {
  const keyed = `SELECT *, ${reclassifiableClicks} AS is_judgeable, owner_id IN ${owners} AS has_rules,
      if(has_rules, owner_id, ${nilUuid}) AS key_owner, if(has_rules, asn, 0) AS key_asn,
      if(has_rules, toString(referrer), '') AS key_referrer, toString(user_agent) AS key_agent, toString(bot_reason) AS key_was
    FROM clicks WHERE ${where}`;
  return `(${keyed}) AS c LEFT ANY JOIN ${changes} AS n ON n.owner_id = c.key_owner AND n.user_agent = c.key_agent
    AND n.asn = c.key_asn AND n.referrer = c.key_referrer AND n.flags = c.flags AND n.was = c.key_was`;
}

const effect = z.object({
  day: z.string(),
  ownerId: z.string(),
  linkId: z.string(),
  toBots: z.coerce.number(),
  toPeople: z.coerce.number(),
  otherReasons: z.coerce.number(),
});

/** Numbers of changed clicks of a link on a UTC day. */
export type Effect = z.output<typeof effect>;

/** Returns the effect of the stored changes, by day and link. */
export function effectsOf(clickhouse: ClickHouseClient, month: number): Promise<Effect[]> {
  return jsonRows(
    clickhouse,
    effect,
    `SELECT toString(toDate(c.at)) AS day, toString(c.owner_id) AS ownerId, toString(c.link_id) AS linkId,
       countIf(NOT c.is_bot AND n.becomes != '') AS toBots, countIf(c.is_bot AND n.becomes = '') AS toPeople,
       countIf(c.is_bot AND n.becomes != '') AS otherReasons
     FROM ${reclassifiedClicks(ofMonth(month))} WHERE c.is_judgeable AND n.is_change = 1
     GROUP BY day, ownerId, linkId ORDER BY day, ownerId, linkId`,
  );
}
