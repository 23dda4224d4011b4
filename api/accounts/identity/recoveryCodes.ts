import { sql } from "@hoplog/platform/postgres/sql.js";
import { secondFactorLimits } from "@hoplog/schema/secondFactor.js";
import type { Randomness } from "../../kernel/calls/capabilities.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { execute, rowsOf } from "../../kernel/database/statements.ts";
import { digest } from "./sessions.ts";

/** Excludes characters that look alike. All 32 are equally likely, because 256 is a multiple of 32. */
const alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/** Number of characters, which have 60 random bits. */
const codeLength = 12;

/** The hash includes the user's id, because two users may have the same code. */
const hashOf = (userId: string, code: string) => digest(`${userId} ${code.replaceAll(/[\s-]/g, "").toUpperCase()}`);

/** Replaces the user's recovery codes, each of which works once. Only hashes are stored. */
export async function renewRecoveryCodes(services: Randomness, tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: secondFactorLimits.recoveryCodes }, () => {
    const text = Array.from(services.random(codeLength), (byte) => alphabet[byte % alphabet.length]).join("");
    return [text.slice(0, 4), text.slice(4, 8), text.slice(8)].join("-");
  });
  await execute(tx, sql`DELETE FROM recovery_code WHERE user_id = ${userId}`);
  const hashes = JSON.stringify(codes.map((code) => hashOf(userId, code)));
  await execute(
    tx,
    sql`INSERT INTO recovery_code (user_id, hash) SELECT ${userId}, jsonb_array_elements_text(${hashes}::jsonb)`,
  );
  return codes;
}

/** Consumes a recovery code; false for a wrong or used one. */
export async function spendRecoveryCode(tx: Transaction, userId: string, code: string): Promise<boolean> {
  const spent = await rowsOf(
    tx,
    sql`DELETE FROM recovery_code WHERE user_id = ${userId} AND hash = ${hashOf(userId, code)} RETURNING hash`,
  );
  return spent.length > 0;
}
