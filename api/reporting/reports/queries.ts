import { sql } from "@hoplog/platform/postgres/sql.js";
import { notFoundError } from "@hoplog/schema/errors.js";
import { authorize, authorizeOwn, type Member } from "../../kernel/access/authorize.ts";
import type { Permission } from "../../kernel/access/permissions.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import type { Cadence } from "./period.ts";

export interface Report {
  readonly id: string;
  readonly ownerId: string;
  readonly email: string;
  readonly cadence: Cadence;
  readonly tz: string;
  readonly createdAt: Date;
  /** Time of the confirmation; null until the address is confirmed. */
  readonly confirmedAt: Date | null;
  /** First day of the next period to send. */
  readonly nextDay: string | null;
  readonly dueAt: Date | null;
}

export const reportColumns = sql`id, owner_id AS "ownerId", email, cadence, tz, created_at AS "createdAt",
  confirmed_at AS "confirmedAt", next_day::text AS "nextDay", due_at AS "dueAt"`;

/** Returns the fields of a report that its ETag covers. */
export function reportSettings({ email, cadence, tz }: Pick<Report, "email" | "cadence" | "tz">): object {
  return { email, cadence, tz };
}

/** Returns the workspace's reports, oldest first. */
export async function listReports({ reads }: Reads, member: Member): Promise<Report[]> {
  const ownerId = authorizeOwn(member, "reports:read");
  return readRows<Report>(reads, sql`SELECT ${reportColumns} FROM report WHERE owner_id = ${ownerId} ORDER BY id`);
}

/** Finds a report. Throws NOT_FOUND_ERROR, also for a report of another workspace, and AUTHORIZATION_ERROR. */
export async function findReport(
  { reads }: Reads,
  member: Member,
  id: string,
  permission: Permission,
): Promise<Report> {
  const [report] = await readRows<Report>(reads, sql`SELECT ${reportColumns} FROM report WHERE id = ${id}`);
  authorize(member, permission, { type: "report", workspaceId: report?.ownerId ?? null });
  if (!report) throw notFoundError("Report");
  return report;
}
