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

/**
 * Where else than to its URL a link with these options in jsonb may lead, one a line, as SQL: by its rules and splits, once it has
 * expired and once it is used up. Null for most links, which pay nothing for being searched by it.
 */
export function otherUrlsIn(options: string): string {
  return `CASE WHEN jsonb_exists_any(${options}, '{rules,split,expiredUrl,maxClicksUrl}') THEN (
    SELECT string_agg(url #>> '{}', E'\\n' ORDER BY url) FROM (
      SELECT jsonb_path_query(${options}, '$.rules[*].then.url')
      UNION SELECT jsonb_path_query(${options}, '$.rules[*].then.split.arms[*].url')
      UNION SELECT jsonb_path_query(${options}, '$.split.arms[*].url')
      UNION SELECT jsonb_path_query(${options}, '$.expiredUrl')
      UNION SELECT jsonb_path_query(${options}, '$.maxClicksUrl')) AS others (url)) END`;
}

/** Whatever follows from a link's options goes by this one statement. */
export async function writeOptions(tx: Transaction, linkId: string, options: LinkOptions): Promise<void> {
  await tx.execute(
    `UPDATE link SET options = given.options, expires_at = ${expiryIn("given.options")},
       (max_clicks, cap_number) = ROW(${capIn("given.options")}), other_urls = ${otherUrlsIn("given.options")}
     FROM (SELECT ?::jsonb AS options) AS given WHERE id = ?`,
    [JSON.stringify(options), linkId],
    "run",
  );
}
