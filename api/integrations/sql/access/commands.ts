import { createHash } from "node:crypto";
import { notFoundError } from "@hoplog/schema/errors.js";
import { authorizeAccount } from "../../../kernel/access/authorize.ts";
import { originOf, type Actor } from "../../../kernel/calls/actor.ts";
import type { Transaction } from "../../../kernel/database/orm.ts";
import { users } from "../../../accounts/identity/decide.ts";
import { verifyPassword } from "../../../accounts/identity/verifyPassword.ts";
import { removeSqlAccess } from "../../../accounts/identity/revokeAccess.ts";
import { parsePassword } from "../../../accounts/identity/input.ts";
import { notifyOwner } from "../../../accounts/identity/accountMails.ts";
import { SqlAccessRow, SqlCredentialRow } from "../../../accounts/identity/rows.ts";
import { recordOutlet } from "../../../accounts/outlets/record.ts";
import { accessOf, type SqlAccess } from "./queries.ts";
import type { Available, SqlAccessServices } from "./services.ts";

/** Length of passwords: with this length a single round of SHA-256, which ClickHouse requires, is sufficient. */
const passwordBytes = 24;

/**
 * Grants SQL access to the account, or sets a new password, which takes effect within seconds, when ClickHouse reloads
 * its users. Returns the password, only this once, and notifies the owner by email. Throws RATE_LIMIT_ERROR,
 * VALIDATION_ERROR on `password` for a wrong account password, or NOT_FOUND_ERROR if SQL access is off.
 */
export async function grantSqlAccess(
  services: SqlAccessServices,
  actor: Actor,
  accountPassword: string,
): Promise<{ access: SqlAccess; password: string }> {
  const userId = authorizeAccount(actor, "sql:write");
  requireAvailable(services);
  const given = await verifyPassword(
    services,
    actor,
    "password",
    parsePassword(accountPassword),
    "Password is incorrect",
  );
  await services.limits.sqlAccess(userId);
  const password = Buffer.from(services.random(passwordBytes)).toString("base64url");
  const passwordSha256 = createHash("sha256").update(password).digest("hex");
  await services.eventStore.unitOfWork(async (tx) => {
    await given.requireCurrent(tx);
    const renewed = await hasSqlAccess(tx, userId);
    const at = services.now().toISOString();
    await services.eventStore.execute(
      tx,
      users,
      userId,
      { type: "GrantSqlAccess", userId, at },
      originOf(services, actor),
    );
    await recordOutlet(services, tx, actor, { kind: "sqlAccess", id: userId, ownerId: userId });
    await tx.upsert(SqlCredentialRow, { userId, passwordSha256 });
    await notifyOwner(services, tx, userId, renewed ? "sql-access-renewed" : "sql-access-granted");
  });
  return { access: await accessOf(services, userId), password };
}

async function hasSqlAccess(tx: Transaction, userId: string): Promise<boolean> {
  return (await tx.count(SqlAccessRow, { userId })) > 0;
}

/**
 * Revokes SQL access; does nothing without access. Throws RATE_LIMIT_ERROR, or NOT_FOUND_ERROR if SQL access is off.
 */
export async function revokeSqlAccess(services: SqlAccessServices, actor: Actor): Promise<SqlAccess> {
  const userId = authorizeAccount(actor, "sql:write");
  requireAvailable(services);
  await services.limits.sqlAccess(userId);
  await services.eventStore.unitOfWork((tx) => removeSqlAccess(services, tx, userId, originOf(services, actor)));
  return accessOf(services, userId);
}

function requireAvailable({ sqlAccess }: Available): void {
  if (!sqlAccess) throw notFoundError("SQL access");
}
