import type { UserEvent } from "@hoplog/schema/events/user.js";
import type { Transaction } from "../database/orm.ts";
import { SqlAccessRow } from "./rows.ts";

export type SqlAccessEvent = Extract<UserEvent, { type: `SqlAccess${string}` }>;

export async function projectSqlAccess(tx: Transaction, { type, data }: SqlAccessEvent): Promise<void> {
  if (type === "SqlAccessRevoked") return endSqlAccess(tx, data.userId);
  await tx.upsert(SqlAccessRow, { userId: data.userId, grantedAt: new Date(data.at) });
}

export async function endSqlAccess(tx: Transaction, userId: string): Promise<void> {
  await tx.nativeDelete(SqlAccessRow, { userId });
}
