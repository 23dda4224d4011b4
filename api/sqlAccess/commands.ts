import { createHash } from "node:crypto";
import { notFoundError } from "@hoplog/schema/errors.js";
import { execute } from "../eventstore/execute.ts";
import { unitOfWork } from "../eventstore/unitOfWork.ts";
import { users } from "../identity/aggregate.ts";
import { type Actor, metaOf, type Services } from "../services.ts";
import { findSqlAccess, type SqlAccess } from "./queries.ts";
import { SqlCredentialRow } from "./rows.ts";

/** Too much to be guessed, so that one round of SHA-256, which is what ClickHouse takes, is enough. */
const passwordBytes = 24;

/**
 * Lets the account into ClickHouse, or gives it a new password; it works when ClickHouse has read its users anew, within
 * seconds. The password is told this once. Throws RATE_LIMIT_ERROR, or NOT_FOUND_ERROR where nobody is let in.
 */
export async function grantSqlAccess(
  services: Services,
  actor: Actor,
): Promise<{ access: SqlAccess; password: string }> {
  requireAvailable(services);
  await services.limits.sqlAccess(actor.userId);
  const userId = actor.userId;
  const password = Buffer.from(services.random(passwordBytes)).toString("base64url");
  const passwordSha256 = createHash("sha256").update(password).digest("hex");
  await unitOfWork(services.orm, async (tx) => {
    const at = services.now().toISOString();
    await execute(tx, users, userId, { type: "GrantSqlAccess", userId, at }, metaOf(actor));
    await tx.upsert(SqlCredentialRow, { userId, passwordSha256 });
  });
  return { access: await findSqlAccess(services, userId), password };
}

/** Does nothing where there is no access. Throws RATE_LIMIT_ERROR, or NOT_FOUND_ERROR where nobody is let in. */
export async function revokeSqlAccess(services: Services, actor: Actor): Promise<SqlAccess> {
  requireAvailable(services);
  await services.limits.sqlAccess(actor.userId);
  const userId = actor.userId;
  await unitOfWork(services.orm, async (tx) => {
    const at = services.now().toISOString();
    await execute(tx, users, userId, { type: "RevokeSqlAccess", userId, at }, metaOf(actor));
    await tx.nativeDelete(SqlCredentialRow, { userId });
  });
  return findSqlAccess(services, userId);
}

function requireAvailable({ sqlAccess }: Services): void {
  if (!sqlAccess) throw notFoundError("SQL access");
}
