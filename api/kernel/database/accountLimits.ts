import { readRows, type Reads } from "./reads.ts";

interface StoredLimit {
  readonly userId: string;
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

/** What operators have set for accounts. */
export async function readAccountLimits({ reads }: Reads): Promise<StoredLimit[]> {
  return readRows<StoredLimit>(reads, `SELECT user_id AS "userId", name, points, seconds FROM account_limit`, []);
}
