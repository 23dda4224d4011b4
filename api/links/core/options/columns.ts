import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import type { LinkOptions } from "@hoplog/schema/links/options/options.js";
import type { Transaction } from "../../../kernel/database/orm.ts";
import { execute } from "../../../kernel/database/statements.ts";

/** When links with these options in jsonb expire, as SQL. */
export function expiryIn(options: string): string {
  return `(${options} ->> 'expiresAt')::timestamptz`;
}

/** The columns that follow from options in jsonb, as SQL: after how many visits links are used up, and by which count. */
export function capIn(options: string): string {
  return `(${options} ->> 'maxClicks')::integer, (${options} ->> 'capNumber')::integer`;
}

/**
 * Further URLs by which a link is searched for, one per line, as SQL: those of its options (rules, splits, for when it has expired or is
 * used up), and percent-encoded and punycode ones also as people read them. Null for most links, which pay nothing for being searched by it.
 */
export function otherUrlsIn(url: string, options: string): string {
  return `CASE WHEN ${url} ~ '%|xn--' OR jsonb_exists_any(${options}, '{rules,split,expiredUrl,maxClicksUrl}') THEN (
    WITH other AS (SELECT one #>> '{}' AS url FROM (
      SELECT jsonb_path_query(${options}, '$.rules[*].then.url')
      UNION SELECT jsonb_path_query(${options}, '$.rules[*].then.split.arms[*].url')
      UNION SELECT jsonb_path_query(${options}, '$.split.arms[*].url')
      UNION SELECT jsonb_path_query(${options}, '$.expiredUrl')
      UNION SELECT jsonb_path_query(${options}, '$.maxClicksUrl')) AS others (one))
    SELECT string_agg(url, E'\\n' ORDER BY url) FROM (
      SELECT url FROM other
      UNION SELECT readable_url(url) FROM (SELECT url FROM other UNION SELECT ${url}) AS encoded (url) WHERE url ~ '%|xn--'
    ) AS searched) END`;
}

/** Whatever follows from a link's options goes by this one statement. */
export async function writeOptions(tx: Transaction, linkId: string, options: LinkOptions): Promise<void> {
  await execute(
    tx,
    sql`UPDATE link SET options = given.options, expires_at = ${raw(expiryIn("given.options"))},
       (max_clicks, cap_number) = ROW(${raw(capIn("given.options"))}),
         other_urls = ${raw(otherUrlsIn("original_url", "given.options"))}
     FROM (SELECT ${JSON.stringify(options)}::jsonb AS options) AS given WHERE id = ${linkId}`,
  );
}

/** Writes where a link leads, and the column that follows from it. */
export async function writeUrl(
  tx: Transaction,
  linkId: string,
  url: string,
  { revision, updatedAt }: { readonly revision: number; readonly updatedAt: Date },
): Promise<void> {
  await execute(
    tx,
    sql`UPDATE link SET original_url = given.url, other_urls = ${raw(otherUrlsIn("given.url", "options"))},
      revision = ${revision}, updated_at = ${updatedAt}
     FROM (SELECT ${url}::text AS url) AS given WHERE id = ${linkId}`,
  );
}
