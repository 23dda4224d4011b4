import { type Sql, sql } from "@hoplog/platform/postgres/sql.js";
import type { ExportCadence } from "./period.ts";

/** A destination with the worker's fields. */
export interface ExportRow {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly pathStyle: boolean;
  readonly accessKeyId: string;
  readonly secret: Buffer;
  readonly cadence: ExportCadence;
  readonly bots: boolean;
  /** Whether conversions are exported too. */
  readonly conversions: boolean;
  readonly startAt: Date;
  readonly enabled: boolean;
  readonly createdAt: Date;
  readonly plannedUntil: Date | null;
  readonly recheckedAt: Date | null;
  readonly conversionsPlannedUntil: Date | null;
  readonly conversionsRecheckedAt: Date | null;
  /** Number of consecutive failures of the destination's files. */
  readonly failures: number;
  readonly error: string | null;
  readonly failingSince: Date | null;
}

/**
 * Returns the fields of an export that its ETag covers: everything that can be changed, including the encrypted secret.
 */
export function exportSettings(
  row: Pick<ExportRow, "name" | "enabled" | "conversions" | "accessKeyId" | "secret">,
): object {
  const { name, enabled, conversions, accessKeyId, secret } = row;
  return { name, enabled, conversions, accessKeyId, secret: secret.toString("hex") };
}

export const exportColumns = sql`e.id, e.owner_id AS "ownerId", e.name, e.endpoint, e.region, e.bucket, e.prefix,
  e.path_style AS "pathStyle", e.access_key_id AS "accessKeyId", e.secret, e.cadence, e.bots, e.conversions,
    e.start_at AS "startAt",
  e.enabled, e.created_at AS "createdAt", e.planned_until AS "plannedUntil", e.rechecked_at AS "recheckedAt",
  e.conversions_planned_until AS "conversionsPlannedUntil", e.conversions_rechecked_at AS "conversionsRecheckedAt", e.failures,
  e.error, e.failing_since AS "failingSince"`;

/**
 * Returns SQL for the instant before which a workspace's single clicks were deleted. Files of deleted clicks are not
 * written any more; existing ones remain.
 */
export function cutOfExport(owner: Sql): Sql {
  return sql`coalesce((SELECT cut_before::timestamp AT TIME ZONE 'UTC' FROM click_retention
    WHERE owner_id = ${owner}), '-infinity')`;
}
