import type { LinkOptions } from "@hoplog/schema/links/options/options.js";
import type { Transaction } from "../../database/orm.ts";

/** When links with these options in jsonb expire, as SQL. */
export function expiryIn(options: string): string {
  return `(${options} ->> 'expiresAt')::timestamptz`;
}

/** Whatever follows from a link's options goes by this one statement. */
export async function writeOptions(tx: Transaction, linkId: string, options: LinkOptions): Promise<void> {
  await tx.execute(
    `UPDATE link SET options = given.options, expires_at = ${expiryIn("given.options")}
     FROM (SELECT ?::jsonb AS options) AS given WHERE id = ?`,
    [JSON.stringify(options), linkId],
    "run",
  );
}
