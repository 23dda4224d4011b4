import { sql } from "@hoplog/platform/postgres/sql.js";
import type { Clock, Randomness } from "../../kernel/calls/capabilities.ts";
import type { Database, Transaction } from "../../kernel/database/orm.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import { digest } from "./sessions.ts";

/** Purpose of a mailed token; those with `cancelled` and `made` only record why a cancel link has ended. */
export type TokenPurpose =
  | "reset password"
  | "confirm email"
  | "confirm session"
  | "cancel email change"
  | "email change cancelled"
  | "email change made"
  | "keep second factor"
  /** This token is not mailed: the page receives it in the provider's redirect and exchanges it for a session. */
  | "google sign-in";

export interface MailedToken {
  readonly userId: string;
  /** The email address to which the token was sent. */
  readonly email: string;
}

/** Creates the secret of a mailed link, unless one is given. Only its hash is stored. */
export async function issueMailedToken(
  services: Database & Randomness,
  purpose: TokenPurpose,
  { userId, email }: MailedToken,
  expiresAt: Date,
  token: string = Buffer.from(services.random(32)).toString("base64url"),
): Promise<string> {
  await execute(
    services.orm.em.fork(),
    sql`INSERT INTO mailed_token (hash, user_id, purpose, email, expires_at)
      VALUES (${digest(token)}, ${userId}, ${purpose}, ${email}, ${expiresAt})`,
  );
  return token;
}

/** Finds a token; null if it is unknown, used or expired. The row stays locked until the transaction ends. */
export async function findMailedToken(
  services: Clock,
  tx: Transaction,
  purpose: TokenPurpose,
  token: string,
): Promise<MailedToken | null> {
  const [found] = await rowsOf<MailedToken>(
    tx,
    sql`SELECT user_id AS "userId", email FROM mailed_token
     WHERE hash = ${digest(token)} AND purpose = ${purpose} AND expires_at > ${services.now()} FOR UPDATE`,
  );
  return found ?? null;
}

/** Consumes all of the user's tokens for a purpose. */
export async function spendMailedTokens(tx: Transaction, userId: string, purpose: TokenPurpose): Promise<void> {
  await execute(tx, sql`DELETE FROM mailed_token WHERE user_id = ${userId} AND purpose = ${purpose}`);
}

/** Changes the purpose of the user's tokens, so that their links can show why they have ended. */
export async function renameMailedTokens(
  tx: Transaction,
  userId: string,
  from: TokenPurpose,
  to: TokenPurpose,
): Promise<void> {
  await execute(tx, sql`UPDATE mailed_token SET purpose = ${to} WHERE user_id = ${userId} AND purpose = ${from}`);
}
