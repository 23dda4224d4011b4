import { join, sql } from "@hoplog/platform/postgres/sql.js";
import { authorize } from "../../kernel/access/authorize.ts";
import { rowsOf } from "../../kernel/database/statements.ts";
import type { Operator, OperatorServices } from "./operator.ts";

export interface AuditQuestion {
  /** Only entries about this account, and about actions of its user. */
  readonly userId?: string | undefined;
  readonly linkId?: string | undefined;
  readonly since?: Date | undefined;
  readonly limit: number;
}

export interface AuditEntry {
  readonly at: string;
  readonly actor: string;
  readonly userId: string | null;
  readonly action: string;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly credential: string;
  readonly via: string;
  readonly address: string | null;
  readonly commandId: string | null;
  /** Id of the request, as in its response and in the log. */
  readonly requestId: string | null;
  readonly detail: unknown;
}

/** Returns the latest matching rows, oldest first. */
export async function listAudit(
  { orm }: OperatorServices,
  by: Operator,
  { userId, linkId, since, limit }: AuditQuestion,
): Promise<AuditEntry[]> {
  authorize(by, "audit:read", { type: "installation" });
  const parts = [sql`true`];
  if (userId !== undefined) parts.push(sql`(user_id = ${userId} OR resource_id = ${userId})`);
  if (linkId !== undefined) parts.push(sql`resource_id = ${linkId}`);
  if (since !== undefined) parts.push(sql`at >= ${since}`);
  const rows = await rowsOf<AuditEntry>(
    orm.em.fork(),
    sql`SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, actor_kind AS actor, user_id AS "userId",
       action, resource_type AS "resourceType", resource_id AS "resourceId", credential_kind AS credential, via, address,
       command_id AS "commandId", request_id AS "requestId", detail
     FROM audit WHERE ${join(parts, " AND ")} ORDER BY id DESC LIMIT ${limit}`,
  );
  return rows.toReversed();
}
