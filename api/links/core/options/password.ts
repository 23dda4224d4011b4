import { Semaphore } from "async-mutex";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type { Ids, PasswordHashing } from "../../../kernel/calls/capabilities.ts";
import type { Transaction } from "../../../kernel/database/orm.ts";
import { execute } from "../../../kernel/database/statements.ts";

/**
 * A hashed password that is not stored yet. Events contain only its id; the hash is stored only in the table of
 * secrets.
 */
export interface HashedPassword {
  readonly passwordId: string;
  readonly passwordHash: string;
}

/**
 * Limits concurrent hashing of link passwords, so that logins don't wait: a hash takes 19 MiB and one core for about 40
 * ms.
 */
const hashing = new Semaphore(2);

/**
 * Hashes a password. Call it before the transaction starts, so that no transaction stays open while the password is
 * hashed. The id is new even if the password is the same.
 */
export async function hashLinkPassword(
  { newId, passwords }: Ids & PasswordHashing,
  password: string,
): Promise<HashedPassword> {
  const passwordHash = await hashing.runExclusive(() => passwords.hash(password));
  return { passwordId: newId(), passwordHash };
}

/**
 * Replaces a link's stored password hash; null only deletes it. Call it in the unit of work whose events contain the
 * password's id.
 */
export async function storePassword(
  tx: Transaction,
  linkId: string,
  password: HashedPassword | null,
  at: Date,
): Promise<void> {
  await execute(tx, sql`DELETE FROM link_password WHERE link_id = ${linkId}`);
  if (!password) return;
  await execute(
    tx,
    sql`INSERT INTO link_password (id, link_id, hash, created_at)
      VALUES (${password.passwordId}, ${linkId}, ${password.passwordHash}, ${at})`,
  );
}
