import { createHash } from "node:crypto";
import { notFoundError } from "@hoplog/schema/errors.js";
import type { Transaction } from "../database/orm.ts";
import { execute } from "../eventstore/execute.ts";
import { unitOfWork } from "../eventstore/unitOfWork.ts";
import { users } from "../identity/aggregate.ts";
import { askForPassword } from "../identity/askForPassword.ts";
import { parsePassword } from "../identity/input.ts";
import { tellOwner } from "../identity/letters.ts";
import { type Actor, metaOf, type Services } from "../services.ts";
import { endSqlAccessOf } from "./endSqlAccessOf.ts";
import { findSqlAccess, type SqlAccess } from "./queries.ts";
import { SqlAccessRow, SqlCredentialRow } from "./rows.ts";

/** Too much to be guessed, so that one round of SHA-256, which is what ClickHouse takes, is enough. */
const passwordBytes = 24;

/**
 * Lets the account into ClickHouse, or gives it a new password; it works when ClickHouse has read its users anew, within
 * seconds. Its password is told this once, and the owner is told by mail. Throws RATE_LIMIT_ERROR, VALIDATION_ERROR on
 * `password` for one that isn't the account's, or NOT_FOUND_ERROR where nobody is let in.
 */
export async function grantSqlAccess(
  services: Services,
  actor: Actor,
  accountPassword: string,
): Promise<{ access: SqlAccess; password: string }> {
  requireAvailable(services);
  const given = await askForPassword(
    services,
    actor,
    "password",
    parsePassword(accountPassword),
    "Password is incorrect",
  );
  await services.limits.sqlAccess(actor.userId);
  const userId = actor.userId;
  const password = Buffer.from(services.random(passwordBytes)).toString("base64url");
  const passwordSha256 = createHash("sha256").update(password).digest("hex");
  await unitOfWork(services.orm, async (tx) => {
    await given.requirePresent(tx);
    const renewed = await hasSqlAccess(tx, userId);
    const at = services.now().toISOString();
    await execute(tx, users, userId, { type: "GrantSqlAccess", userId, at }, metaOf(actor));
    await tx.upsert(SqlCredentialRow, { userId, passwordSha256 });
    await tellOwner(services, tx, userId, renewed ? "sql-access-renewed" : "sql-access-granted");
  });
  return { access: await findSqlAccess(services, userId), password };
}

async function hasSqlAccess(tx: Transaction, userId: string): Promise<boolean> {
  return (await tx.count(SqlAccessRow, { userId })) > 0;
}

/** Does nothing where there is no access. Throws RATE_LIMIT_ERROR, or NOT_FOUND_ERROR where nobody is let in. */
export async function revokeSqlAccess(services: Services, actor: Actor): Promise<SqlAccess> {
  requireAvailable(services);
  await services.limits.sqlAccess(actor.userId);
  const userId = actor.userId;
  await unitOfWork(services.orm, (tx) => endSqlAccessOf(services, tx, userId, metaOf(actor)));
  return findSqlAccess(services, userId);
}

function requireAvailable({ sqlAccess }: Services): void {
  if (!sqlAccess) throw notFoundError("SQL access");
}
