import { sql } from "@hoplog/platform/postgres/sql.js";
import type { ConversionType } from "@hoplog/schema/conversions/conversion.js";
import { encodeHopId } from "@hoplog/schema/conversions/hopId.js";
import { uuidBytes } from "@hoplog/schema/uuid.js";

/** A conversion as stored in PostgreSQL. */
export interface ConversionRow {
  readonly id: string;
  readonly ownerId: string;
  readonly linkId: string;
  readonly clickId: string;
  readonly clickedAt: Date;
  readonly type: ConversionType;
  readonly name: string;
  readonly eventId: string | null;
  /** Amount in minor units, as a decimal string. */
  readonly amount: string | null;
  readonly currency: string | null;
  /** Refunded part of the amount in minor units, as a decimal string. */
  readonly refunded: string;
  /** Number of changes of the refund. */
  readonly refunds: number;
  readonly at: Date;
  readonly createdAt: Date;
  readonly matched: boolean | null;
}

export const conversionColumns = sql`id, owner_id AS "ownerId", link_id AS "linkId", click_id AS "clickId",
  clicked_at AS "clickedAt",
  type, name, event_id AS "eventId", amount::text, currency, refunded::text, refunds, at, created_at AS "createdAt", matched`;

/** A lead or sale in API responses. */
export interface Conversion extends Omit<ConversionRow, "ownerId" | "amount" | "refunded" | "refunds"> {
  readonly amount: number | null;
  readonly refunded: number;
}

/** Converts a row for API responses, with `clickId` as a `hop_id`. */
export function conversionOf({ clickId, linkId, amount, refunded, ...row }: ConversionRow): Conversion {
  const { ownerId: _ownerId, refunds: _refunds, ...shown } = row;
  const click = { clickId: uuidBytes(clickId), linkId: uuidBytes(linkId), at: row.clickedAt.getTime() };
  return {
    ...shown,
    linkId,
    clickId: encodeHopId(click),
    amount: amount === null ? null : Number(amount),
    refunded: Number(refunded),
  };
}
