import { authorizeAccount, type Member } from "../../kernel/access/authorize.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";

interface SetLimit {
  readonly limit: string;
  readonly points: number;
  readonly seconds: number;
  readonly setAt: Date;
}

/** What an operator has set for the account, in place of what all accounts have. */
export async function limitsOfAccount({ reads }: Reads, member: Member): Promise<SetLimit[]> {
  const userId = authorizeAccount(member, "export");
  const sql = `SELECT name AS limit, points, seconds, set_at AS "setAt" FROM account_limit WHERE user_id = ? ORDER BY name`;
  return readRows<SetLimit>(reads, sql, [userId]);
}
