import type { Clock, Ids } from "../calls/capabilities.ts";
import type { Transaction } from "../database/orm.ts";
import type { CommandOrigin } from "../eventstore/audit.ts";
import type { Events } from "../eventstore/eventStore.ts";
import { users } from "./aggregate.ts";
import { tellOwner } from "./letters.ts";
import { SqlCredentialRow } from "./sqlAccessRows.ts";

/**
 * Takes an account's SQL access away and tells the owner, within the unit of work. Does nothing where there is no
 * access; asks for nothing, so it works where nobody is let in any more.
 */
export async function endSqlAccessOf(
  services: Events & Ids & Clock,
  tx: Transaction,
  userId: string,
  origin: CommandOrigin,
): Promise<void> {
  const at = services.now().toISOString();
  const events = await services.eventStore.execute(tx, users, userId, { type: "RevokeSqlAccess", userId, at }, origin);
  await tx.nativeDelete(SqlCredentialRow, { userId });
  if (events.length > 0) await tellOwner(services, tx, userId, "sql-access-revoked");
}
