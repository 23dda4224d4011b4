import { sql } from "@hoplog/platform/postgres/sql.js";
import { conversionLimits, type ConversionType } from "@hoplog/schema/conversions/conversion.js";
import { conflictError, HoplogError, notFoundError, validationError } from "@hoplog/schema/errors.js";
import { authorize, authorizeOwn } from "../../kernel/access/authorize.ts";
import { type Actor, originOf } from "../../kernel/calls/actor.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import type { Conversion } from "./conversion.ts";
import { type ConversionInput, type NewConversion, parseConversion } from "./input.ts";
import { getConversion } from "./queries.ts";
import type { Clock, Ids, Logs } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import type { LinksById } from "../../links/core/linksById.ts";

export interface ConversionOffer {
  /** Notifies the worker of a conversion to write to ClickHouse or to delete from it. */
  readonly conversionChanged: () => void;
}

/** External dependencies of conversions. */
export type ConversionServices = Reads &
  Events &
  ClickHouse &
  LinksById &
  Clock &
  Ids &
  Logs &
  LimitsOf<"conversion"> &
  ConversionOffer;

export interface CreatedConversion {
  readonly conversion: Conversion;
  /** Whether the conversion is new; false if its `eventId` already existed. */
  readonly created: boolean;
}

function noLink(): HoplogError {
  return validationError([{ field: "clickId", message: "The click belongs to no link of this workspace" }]);
}

/**
 * Stores a lead or sale of a click. The click itself is looked up later, because it may not be counted yet. Throws
 * VALIDATION_ERROR (also for a click of another workspace's link), AUTHORIZATION_ERROR, RATE_LIMIT_ERROR, and
 * CONFLICT_ERROR on `eventId` if the event was reported with another click, type, amount or currency.
 */
export async function createConversion(
  services: ConversionServices,
  actor: Actor,
  input: ConversionInput,
): Promise<CreatedConversion> {
  const ownerId = authorizeOwn(actor, "conversions:write");
  await services.limits.conversion(actor.userId);
  const given = parseConversion(input, services.now());
  await requireOwnLink(services, actor, given.click.linkId);
  const id = services.newId();
  const made = await services.eventStore.unitOfWork(async (tx) => {
    // Locks the link until the conversion exists, because deleting a link deletes its conversions.
    const links = await rowsOf<object>(tx, sql`SELECT FROM link WHERE id = ${given.click.linkId} FOR KEY SHARE`);
    if (links.length === 0) throw noLink();
    if (!(await insert(tx, id, ownerId, given, services.now()))) {
      return { id: await sameReported(tx, ownerId, given), created: false };
    }
    await audit(services, tx, actor, "CreateConversion", id);
    return { id, created: true };
  });
  if (made.created) services.conversionChanged();
  const conversion = await getConversion(services, actor, made.id, "conversions:write");
  return { conversion, created: made.created };
}

/**
 * Throws VALIDATION_ERROR on the click id for an unknown or foreign link, because for callers the link is part of the
 * click id.
 */
async function requireOwnLink(services: ConversionServices, actor: Actor, linkId: string): Promise<void> {
  const workspaceId = (await services.linkById(linkId))?.ownerId ?? null;
  try {
    authorize(actor, "conversions:write", { type: "link", workspaceId });
  } catch (error) {
    throw error instanceof HoplogError && error.type === "NOT_FOUND_ERROR" ? noLink() : error;
  }
}

/** Deletes a conversion and removes it from all figures. Throws NOT_FOUND_ERROR, AUTHORIZATION_ERROR. */
export async function deleteConversion(services: ConversionServices, actor: Actor, id: string): Promise<void> {
  await getConversion(services, actor, id, "conversions:write");
  const now = services.now();
  await services.eventStore.unitOfWork(async (tx) => {
    await execute(
      tx,
      sql`UPDATE conversion SET deleted_at = ${now}, next_try_at = ${now}, tries = 0 WHERE id = ${id} AND deleted_at IS NULL`,
    );
    await audit(services, tx, actor, "DeleteConversion", id);
  });
  services.conversionChanged();
}

/**
 * Sets the total refund of a sale in minor units: the rest is its revenue, and it stays a sale. Throws
 * VALIDATION_ERROR, NOT_FOUND_ERROR, AUTHORIZATION_ERROR, RATE_LIMIT_ERROR.
 */
export async function refundConversion(
  services: ConversionServices,
  actor: Actor,
  id: string,
  refunded: number,
): Promise<Conversion> {
  await getConversion(services, actor, id, "conversions:write");
  await services.limits.conversion(actor.userId);
  const now = services.now();
  await services.eventStore.unitOfWork(async (tx) => {
    const [row] = await rowsOf<Sold>(
      tx,
      sql`SELECT type, amount::float8, refunded::float8, refunds FROM conversion WHERE id = ${id}
        AND deleted_at IS NULL FOR UPDATE`,
    );
    if (!row) throw notFoundError("Conversion");
    const problem = problemOfRefund(row, refunded);
    if (problem !== null) throw validationError([{ field: "refunded", message: problem }]);
    if (row.refunded === refunded) return;
    await execute(
      tx,
      sql`UPDATE conversion SET refunded = ${refunded}, refunds = refunds + 1, next_try_at = ${now}, tries = 0 WHERE id = ${id}`,
    );
    await audit(services, tx, actor, "RefundConversion", id);
  });
  services.conversionChanged();
  return getConversion(services, actor, id, "conversions:write");
}

interface Sold {
  readonly type: ConversionType;
  readonly amount: number | null;
  readonly refunded: number;
  readonly refunds: number;
}

function problemOfRefund({ type, amount, refunded: before, refunds }: Sold, refunded: number): string | null {
  if (type !== "sale" || amount === null) return "Only a sale can be refunded";
  if (!Number.isSafeInteger(refunded) || refunded < 0 || refunded > amount) {
    return `Must be a whole number of minor units, from 0 to ${amount}, the amount of the sale`;
  }
  if (refunded !== before && refunds >= conversionLimits.refundsMax) {
    return `The refund of a sale can be changed at most ${conversionLimits.refundsMax} times`;
  }
  return null;
}

/** Inserts the conversion. Returns false if its `eventId` exists. */
async function insert(
  tx: Transaction,
  id: string,
  ownerId: string,
  { click, type, name, eventId, amount, currency, at }: NewConversion,
  now: Date,
): Promise<boolean> {
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`INSERT INTO conversion (id, owner_id, link_id, click_id, clicked_at, type, name, event_id, amount, currency, at,
      created_at, next_try_at)
     VALUES (${id}, ${ownerId}, ${click.linkId}, ${click.clickId}, ${click.clickedAt}, ${type}, ${name}, ${eventId}, ${amount},
       ${currency}, ${at}, ${now}, ${now})
     ON CONFLICT (owner_id, event_id) WHERE deleted_at IS NULL DO NOTHING RETURNING id`,
  );
  return rows.length > 0;
}

/**
 * Returns the id of the conversion with the same `eventId` if its click, type, amount and currency are equal. Throws
 * otherwise, so that another amount is not dropped silently.
 */
async function sameReported(
  tx: Transaction,
  ownerId: string,
  { eventId, click, type, amount, currency }: NewConversion,
): Promise<string> {
  const [row] = await rowsOf<{ id: string; same: boolean }>(
    tx,
    sql`SELECT id, (click_id, type, amount, currency) IS NOT DISTINCT
      FROM (${click.clickId}::uuid, ${type}::text, ${amount}::bigint, ${currency}::text) AS same
     FROM conversion WHERE owner_id = ${ownerId} AND event_id = ${eventId} AND deleted_at IS NULL`,
  );
  if (!row) throw new Error("the conversion was deleted while its repeated report was being processed");
  if (!row.same)
    throw conflictError(
      "eventId",
      "This eventId was already reported with another click, type, amount or currency. Use a new eventId.",
    );
  return row.id;
}

async function audit(
  services: ConversionServices,
  tx: Transaction,
  actor: Actor,
  action: string,
  id: string,
): Promise<void> {
  await services.eventStore.audit(tx, originOf(services, actor), { action, resource: { type: "conversion", id } });
}
