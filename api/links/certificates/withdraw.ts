import type { Transaction } from "../../kernel/database/orm.ts";
import { isServedSql } from "../domains/isServedSql.ts";

/** Deletes keys and certificates of a workspace's domains at once; redirectors lose them when that is published. */
export async function withdrawCertificatesOf(tx: Transaction, ownerId: string): Promise<void> {
  await tx.execute(
    `UPDATE host_certificate SET is_withdrawn = true, sealed = NULL, not_before = NULL, not_after = NULL, order_url = NULL,
       order_key = NULL, error = NULL, revision = revision + 1, published_in = NULL
     WHERE NOT is_withdrawn AND host IN (SELECT name FROM domain WHERE owner_id = ? AND ${isServedSql})`,
    [ownerId],
    "run",
  );
}
