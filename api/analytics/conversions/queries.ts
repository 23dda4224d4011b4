import { sql } from "@hoplog/platform/postgres/sql.js";
import { notFoundError } from "@hoplog/schema/errors.js";
import type { ConversionType } from "@hoplog/schema/conversions/conversion.js";
import { authorize, authorizeOwn, type Member } from "../../kernel/access/authorize.ts";
import type { TimeRange } from "../../clicks/counts/range.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import { type Conversion, conversionColumns, conversionOf, type ConversionRow } from "./conversion.ts";

export interface ConversionsQuestion {
  /** Selects conversions of this link only; null for those of all links. */
  readonly linkId: string | null;
  readonly type: ConversionType | null;
  /** Selects by the conversion's own time. */
  readonly range: TimeRange;
}

interface Page {
  readonly limit: number;
  readonly start: { readonly after: { readonly at: Date; readonly id: string } } | { readonly offset: number };
}

const matching = (
  ownerId: string,
  { linkId, type, range }: ConversionsQuestion,
) => sql`owner_id = ${ownerId} AND deleted_at IS NULL
  AND (${linkId}::uuid IS NULL OR link_id = ${linkId}::uuid) AND (${type}::text IS NULL OR type = ${type})
  AND at >= coalesce(${range.from}::timestamptz, '-infinity') AND at < coalesce(${range.to}::timestamptz, 'infinity')`;

/** Returns matching conversions, latest report first. */
export async function listConversions(
  { reads }: Reads,
  member: Member,
  question: ConversionsQuestion,
  { limit, start }: Page,
): Promise<Conversion[]> {
  const ownerId = authorizeOwn(member, "conversions:read");
  const { at, id } = "after" in start ? start.after : { at: null, id: null };
  const rows = await readRows<ConversionRow>(
    reads,
    sql`SELECT ${conversionColumns} FROM conversion WHERE ${matching(ownerId, question)}
       AND (${at}::timestamptz IS NULL OR (created_at, id) < (${at}::timestamptz, ${id}::uuid))
     ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${"offset" in start ? start.offset : 0}`,
  );
  return rows.map(conversionOf);
}

export async function countConversions(
  { reads }: Reads,
  member: Member,
  question: ConversionsQuestion,
): Promise<number> {
  const ownerId = authorizeOwn(member, "conversions:read");
  const rows = await readRows<{ count: number }>(
    reads,
    sql`SELECT count(*)::int AS count FROM conversion WHERE ${matching(ownerId, question)}`,
  );
  return rows[0]?.count ?? 0;
}

/** Finds a conversion. Throws NOT_FOUND_ERROR, also for a conversion of another workspace, and AUTHORIZATION_ERROR. */
export async function getConversion(
  { reads }: Reads,
  member: Member,
  id: string,
  permission: "conversions:read" | "conversions:write",
): Promise<Conversion> {
  const [row] = await readRows<ConversionRow>(
    reads,
    sql`SELECT ${conversionColumns} FROM conversion WHERE id = ${id} AND deleted_at IS NULL`,
  );
  authorize(member, permission, { type: "conversion", workspaceId: row?.ownerId ?? null });
  if (!row) throw notFoundError("Conversion");
  return conversionOf(row);
}
