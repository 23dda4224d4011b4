import { z } from "zod";
import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { authorizeOwn, type Member } from "../../kernel/access/authorize.ts";
import type { Clock } from "../../kernel/calls/capabilities.ts";
import { clicksSince } from "../../clicks/cuts/mark.ts";
import { sinceCut } from "../../clicks/cuts/conditions.ts";
import { type ClickHouse, oneThread, select } from "../../clicks/clickhouse/select.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import { checkedDays, cutDayOf, type Policy } from "./change.ts";

/** A workspace's click retention, and the progress of the deletion. */
export interface ClickRetention extends Policy {
  readonly setAt: Date | null;
  /** First UTC day with single clicks; null if none were deleted. */
  readonly clicksSince: string | null;
  /** Time since when an export delays the deletion because it has not written older clicks yet. */
  readonly heldSince: Date | null;
}

/** Returns the fields of a retention that its ETag covers. */
export function retentionSettings({ days, waiting }: Policy): object {
  return { days, waiting: waiting && { days: waiting.days, from: waiting.from } };
}

/** Times in milliseconds since the epoch, the same from the ORM and the pool. */
export interface RetentionRow {
  readonly days: number | null;
  readonly waitingDays: number | null;
  readonly waitingMs: number | null;
  readonly setMs: number;
  readonly heldMs: number | null;
}

const ms = (column: string) => raw(`(extract(epoch FROM ${column}) * 1000)::float8`);

/** Selects the retention of a workspace as {@link RetentionRow}. */
export const retentionOf = (
  ownerId: string,
) => sql`SELECT days, waiting_days AS "waitingDays", ${ms("waiting_from")} AS "waitingMs", ${ms("set_at")} AS "setMs",
  ${ms("held_since")} AS "heldMs" FROM click_retention WHERE owner_id = ${ownerId}`;

export function policyOf(row: RetentionRow | undefined): Policy {
  const { days = null, waitingDays = null, waitingMs = null } = row ?? {};
  const waiting = waitingDays !== null && waitingMs !== null ? { days: waitingDays, from: new Date(waitingMs) } : null;
  return { days, waiting };
}

/** Returns the retention of the member's workspace. Throws AUTHORIZATION_ERROR. */
export async function readRetention(
  { reads, clickhouse }: Reads & ClickHouse,
  member: Member,
): Promise<ClickRetention> {
  const ownerId = authorizeOwn(member, "clickRetention:read");
  const [[row], since] = await Promise.all([
    readRows<RetentionRow>(reads, retentionOf(ownerId)),
    clicksSince(clickhouse, ownerId),
  ]);
  const at = (moment: number | null | undefined) => (typeof moment === "number" ? new Date(moment) : null);
  return { ...policyOf(row), setAt: at(row?.setMs), clicksSince: since, heldSince: at(row?.heldMs) };
}

/** Effect of a retention if it applied now. */
export interface RetentionPreview {
  /** Single clicks before this UTC day would be deleted. */
  readonly before: string;
  readonly clicks: number;
}

const row = z.object({ clicks: z.coerce.number() });

/** Previews a retention without changing anything. Throws VALIDATION_ERROR, AUTHORIZATION_ERROR. */
export async function previewRetention(
  { clickhouse, now }: ClickHouse & Clock,
  member: Member,
  input: number,
): Promise<RetentionPreview> {
  const owner = authorizeOwn(member, "clickRetention:read");
  const days = checkedDays(input) ?? input;
  const before = cutDayOf(now(), days);
  const rows = await select(
    clickhouse,
    row,
    `SELECT sum(q.people + q.bots) AS clicks FROM owner_quarter AS q
     WHERE owner_id = {owner: UUID} AND quarter < toDateTime({before: Date}, 'UTC') AND ${sinceCut("quarter")}`,
    { owner, before },
    oneThread,
  );
  return { before, clicks: Math.max(0, rows[0]?.clicks ?? 0) };
}
