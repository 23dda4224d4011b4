import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import type { CommandOrigin } from "../../kernel/eventstore/audit.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import { forgetOutlet } from "../outlets/record.ts";
import { users } from "./decide.ts";
import { notifyOwner } from "./accountMails.ts";
import { SqlCredentialRow } from "./rows.ts";

/**
 * Takes an account's SQL access away and notifies the owner, in the unit of work. Does nothing where there is no
 * access; needs no permission, so it works where nobody is let in any more.
 */
export async function removeSqlAccess(
  services: Events & Ids & Clock,
  tx: Transaction,
  userId: string,
  origin: CommandOrigin,
): Promise<void> {
  const at = services.now().toISOString();
  const events = await services.eventStore.execute(tx, users, userId, { type: "RevokeSqlAccess", userId, at }, origin);
  await tx.nativeDelete(SqlCredentialRow, { userId });
  await forgetOutlet(tx, "sqlAccess", userId);
  if (events.length > 0) await notifyOwner(services, tx, userId, "sql-access-revoked");
}
