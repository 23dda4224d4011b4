import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { copiedFacts } from "@hoplog/schema/conversions/copiedFacts.js";
import { z } from "zod";
import { forClickHouse } from "../../clicks/counts/range.ts";
import { select } from "../../clicks/clickhouse/select.ts";
import type { ConversionRow } from "./conversion.ts";

const facts = copiedFacts.map(({ column }) => column).join(", ");

const clickRow = z.looseObject({ owner_id: z.string(), link_id: z.string(), click_id: z.string(), at: z.string() });
type Click = z.output<typeof clickRow>;

type UnmatchedConversion = Pick<ConversionRow, "id" | "ownerId" | "linkId" | "clickId" | "clickedAt">;

/**
 * Finds the counted clicks of conversions, by conversion id. A click's id alone proves nothing: a caller could combine
 * the click id of another workspace with a link of their own.
 */
export async function findClicks(
  clickhouse: ClickHouseClient,
  conversions: readonly UnmatchedConversion[],
): Promise<ReadonlyMap<string, Click>> {
  if (conversions.length === 0) return new Map();
  // Looks up each click by primary key, because a busy link has thousands of clicks per minute. Ids and times come from
  // PostgreSQL, so they are safe in SQL.
  const places = conversions.map(({ ownerId, linkId, clickId, clickedAt }) => {
    const second = Math.floor(clickedAt.getTime() / 1000);
    return `(owner_id = toUUID('${ownerId}') AND link_id = toUUID('${linkId}') AND at >= toDateTime64(${second}, 3, 'UTC')
      AND at < toDateTime64(${second + 1}, 3, 'UTC') AND click_id = toUUID('${clickId}'))`;
  });
  const rows = await select(
    clickhouse,
    clickRow,
    `SELECT owner_id, link_id, click_id, at, ${facts} FROM clicks WHERE ${places.join(" OR ")} LIMIT 1 BY owner_id, link_id, click_id`,
    {},
  );
  const placeOf = (ownerId: string, linkId: string, clickId: string) => `${ownerId} ${linkId} ${clickId}`;
  const found = new Map(rows.map((row) => [placeOf(row.owner_id, row.link_id, row.click_id), row]));
  return new Map(
    conversions.flatMap(({ id, ownerId, linkId, clickId }) => {
      const click = found.get(placeOf(ownerId, linkId, clickId));
      return click ? [[id, click] as const] : [];
    }),
  );
}

/** Each change of a refund adds 1 to `reported`. */
const versions = { reported: 1, takenBack: 255 } as const;

/** Writes conversions, without the click if it was not found. May be repeated. */
export async function writeConversions(
  clickhouse: ClickHouseClient,
  rows: readonly { readonly conversion: ConversionRow; readonly click: Click | null }[],
): Promise<void> {
  await insert(
    clickhouse,
    rows.map(({ conversion, click }) => ({
      ...keyOf(conversion),
      at: forClickHouse(conversion.clickedAt),
      ...click,
      version: versions.reported + conversion.refunds,
      removed: false,
      type: conversion.type,
      name: conversion.name,
      amount: revenueOf(conversion),
      refunded: Number(conversion.refunded),
      currency: conversion.currency ?? "",
      converted_at: forClickHouse(conversion.at),
      reported_at: forClickHouse(conversion.createdAt),
      matched: click !== null,
    })),
  );
}

/**
 * Writes the remaining revenue of existing sales, whose clicks may have been deleted. Returns the ids of the sales that
 * existed. May be repeated.
 */
export async function writeRefunds(
  clickhouse: ClickHouseClient,
  conversions: readonly ConversionRow[],
): Promise<ReadonlySet<string>> {
  if (conversions.length === 0) return new Set();
  const places = conversions.map(
    ({ ownerId, linkId, id }) => `(toUUID('${ownerId}'), toUUID('${linkId}'), toUUID('${id}'))`,
  );
  const present = `FROM conversions FINAL WHERE (owner_id, link_id, conversion_id) IN (${places.join(", ")}) AND NOT removed`;
  const place = "indexOf({ids: Array(UUID)}, conversion_id)";
  const params = {
    ids: conversions.map(({ id }) => id),
    amounts: conversions.map(revenueOf),
    refunded: conversions.map(({ refunded }) => Number(refunded)),
    versions: conversions.map(({ refunds }) => versions.reported + refunds),
  };
  await clickhouse.command({
    query: `INSERT INTO conversions SELECT * REPLACE (
      {amounts: Array(UInt64)}[${place}] AS amount, {refunded: Array(UInt64)}[${place}] AS refunded,
      {versions: Array(UInt8)}[${place}] AS version) ${present}`,
    query_params: params,
  });
  // Checks after writing, because the replica that is now queried may lack a sale that another one has.
  const written = await select(
    clickhouse,
    z.object({ id: z.string() }),
    `SELECT conversion_id AS id ${present} AND version = {versions: Array(UInt8)}[${place}]`,
    params,
  );
  return new Set(written.map(({ id }) => id));
}

/** Computes in numbers, which are exact because amounts are below 2^53. */
function revenueOf({ amount, refunded }: ConversionRow): number {
  return Number(amount ?? 0) - Number(refunded);
}

/** Deletes conversions. May be repeated, and may run before the conversion is written. */
export async function removeConversions(
  clickhouse: ClickHouseClient,
  conversions: readonly ConversionRow[],
): Promise<void> {
  await insert(
    clickhouse,
    conversions.map((conversion) => ({ ...keyOf(conversion), at: 0, version: versions.takenBack, removed: true })),
  );
}

function keyOf({ ownerId, linkId, id, clickId }: ConversionRow) {
  return { owner_id: ownerId, link_id: linkId, conversion_id: id, click_id: clickId };
}

async function insert(clickhouse: ClickHouseClient, values: readonly object[]): Promise<void> {
  if (values.length > 0) await clickhouse.insert({ table: "conversions", format: "JSONEachRow", values });
}
