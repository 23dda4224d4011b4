import type { LinkOptions } from "@hoplog/schema/links/options/options.js";
import { planVersion } from "@hoplog/schema/links/options/plan.js";
import type { Transaction } from "../../database/orm.ts";

/**
 * The plan of options in jsonb, as SQL. Postgres writes jsonb in one way, so a replay makes the same bytes, whichever way
 * an event was written.
 */
export function planOf(options: string): string {
  const version = `decode('${planVersion.toString(16).padStart(2, "0")}', 'hex')`;
  return `CASE WHEN ${options} <> '{}' THEN ${version} || convert_to(${options}::text, 'UTF8') END`;
}

/** When links with these options in jsonb expire, as SQL. */
export function expiryIn(options: string): string {
  return `(${options} ->> 'expiresAt')::timestamptz`;
}

/** Whatever follows from a link's options goes by this one statement. */
export async function writeOptions(tx: Transaction, linkId: string, options: LinkOptions): Promise<void> {
  await tx.execute(
    `UPDATE link SET options = given.options, plan = ${planOf("given.options")}, expires_at = ${expiryIn("given.options")}
     FROM (SELECT ?::jsonb AS options) AS given WHERE id = ?`,
    [JSON.stringify(options), linkId],
    "run",
  );
}
