import type { EventMeta } from "@hoplog/schema/events/envelope.js";
import type { Transaction } from "../database/orm.ts";
import { execute } from "../eventstore/execute.ts";
import { users } from "../identity/aggregate.ts";
import { tellOwner } from "../identity/letters.ts";
import type { Services } from "../services.ts";
import { SqlCredentialRow } from "./rows.ts";

/**
 * Takes an account's SQL access away and tells the owner, within the unit of work. Does nothing where there is no
 * access; asks for nothing, so it works where nobody is let in any more.
 */
export async function endSqlAccessOf(
  services: Services,
  tx: Transaction,
  userId: string,
  meta: EventMeta,
): Promise<void> {
  const at = services.now().toISOString();
  const events = await execute(tx, users, userId, { type: "RevokeSqlAccess", userId, at }, meta);
  await tx.nativeDelete(SqlCredentialRow, { userId });
  if (events.length > 0) await tellOwner(services, tx, userId, "sql-access-revoked");
}
