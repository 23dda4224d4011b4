import { Semaphore } from "async-mutex";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type { Ids, PasswordHashing } from "../../../kernel/calls/capabilities.ts";
import type { Transaction } from "../../../kernel/database/orm.ts";
import { execute } from "../../../kernel/database/statements.ts";

/** A hashed password that is no link's yet. Its id is what events name; the hash goes into the table of secrets alone. */
export interface HashedPassword {
  readonly passwordId: string;
  readonly passwordHash: string;
}

/** Each takes 19 MiB and a core for some 40 ms: people who log in must not wait for links. */
const hashing = new Semaphore(2);

/** Before a transaction begins, which would wait for it. The id is a new one also for a password that stays the same. */
export async function hashLinkPassword(
  { newId, passwords }: Ids & PasswordHashing,
  password: string,
): Promise<HashedPassword> {
  const passwordHash = await hashing.runExclusive(() => passwords.hash(password));
  return { passwordId: newId(), passwordHash };
}

/** Part of the unit of work whose events name the password, or say that there is none; earlier ones are gone then. */
export async function keepPassword(
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
