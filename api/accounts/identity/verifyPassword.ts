import { sql } from "@hoplog/platform/postgres/sql.js";
import { validationError } from "@hoplog/schema/errors.js";
import { authorizeAccount } from "../../kernel/access/authorize.ts";
import type { Actor } from "../../kernel/calls/actor.ts";
import type { PasswordHashing } from "../../kernel/calls/capabilities.ts";
import type { Database, Transaction } from "../../kernel/database/orm.ts";
import { rowsOf } from "../../kernel/database/statements.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import { CredentialRow } from "./rows.ts";

/** A password that was the current one when verified. */
export interface VerifiedPassword {
  /**
   * Must be called in the unit of work that the password was verified for. Throws VALIDATION_ERROR if the password was
   * replaced since, and blocks changes until the transaction ends, because work authorized by the old password must not
   * survive a reset.
   */
  requireCurrent(tx: Transaction): Promise<void>;
}

export const wrongCurrentPassword = "Current password is incorrect";

/** Verifies the current password. Throws RATE_LIMIT_ERROR, or VALIDATION_ERROR on `field` for a wrong password. */
export async function verifyPassword(
  services: Database & PasswordHashing & LimitsOf<"password">,
  actor: Actor,
  field: string,
  password: string,
  wrong: string,
): Promise<VerifiedPassword> {
  const userId = authorizeAccount(actor, "account:read");
  const attempt = await services.limits.password(actor.address, userId);
  const credential = await services.orm.em.fork().findOne(CredentialRow, { userId });
  const matches = await services.passwords.matches(credential?.passwordHash ?? null, password);
  if (!matches) throw validationError([{ field, message: wrong }]);
  await attempt.succeeded();
  return {
    async requireCurrent(tx) {
      const present = credential !== null && (await isCurrentPassword(tx, credential));
      if (!present) throw validationError([{ field, message: wrong }]);
    },
  };
}

/** Returns whether a verified password is still the current one. It cannot change before the transaction ends. */
export async function isCurrentPassword(
  tx: Transaction,
  { userId, passwordHash }: { readonly userId: string; readonly passwordHash: string },
): Promise<boolean> {
  const [present] = await rowsOf<{ hash: string }>(
    tx,
    sql`SELECT password_hash AS hash FROM credential WHERE user_id = ${userId} FOR UPDATE`,
  );
  return present?.hash === passwordHash;
}
