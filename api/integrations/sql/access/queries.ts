import { authorizeAccount, type Member } from "../../../kernel/access/authorize.ts";
import type { Database } from "../../../kernel/database/orm.ts";
import { SqlAccessRow } from "../../../accounts/identity/rows.ts";
import type { Available } from "./services.ts";
import { sqlUserOf } from "./usersFile.ts";

/** An account's SQL access. */
export interface SqlAccess {
  /** Whether the installation offers SQL access. */
  readonly available: boolean;
  /** Time of the grant; null without access. */
  readonly grantedAt: Date | null;
  readonly user: string;
  readonly httpUrl: string | null;
  readonly nativeAddress: string | null;
  readonly database: string | null;
}

export async function findSqlAccess(services: Database & Available, member: Member): Promise<SqlAccess> {
  return accessOf(services, authorizeAccount(member, "sql:read"));
}

/** Reads an account's access for commands that have already authorized the caller. */
export async function accessOf({ orm, sqlAccess }: Database & Available, userId: string): Promise<SqlAccess> {
  const row = await orm.em.fork().findOne(SqlAccessRow, { userId });
  return {
    available: sqlAccess !== null,
    grantedAt: (sqlAccess && row?.grantedAt) ?? null,
    user: sqlUserOf(userId),
    httpUrl: sqlAccess?.httpUrl ?? null,
    nativeAddress: sqlAccess?.nativeAddress ?? null,
    database: sqlAccess?.database ?? null,
  };
}
