import type { LinkOptions } from "@hoplog/schema/links/options/options.js";
import type { Transaction } from "../../database/orm.ts";

/** When links with these options in jsonb expire, as SQL. */
export function expiryIn(options: string): string {
  return `(${options} ->> 'expiresAt')::timestamptz`;
}

/** The columns that follow from options in jsonb, as SQL: after how many visits links are used up, and by which count. */
export function capIn(options: string): string {
  return `(${options} ->> 'maxClicks')::integer, (${options} ->> 'capNumber')::integer`;
}

/** Whatever follows from a link's options goes by this one statement. */
export async function writeOptions(tx: Transaction, linkId: string, options: LinkOptions): Promise<void> {
  await tx.execute(
    `UPDATE link SET options = given.options, expires_at = ${expiryIn("given.options")},
       (max_clicks, cap_number) = ROW(${capIn("given.options")})
     FROM (SELECT ?::jsonb AS options) AS given WHERE id = ?`,
    [JSON.stringify(options), linkId],
    "run",
  );
}
