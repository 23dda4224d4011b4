import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import type { LinkOptions } from "@hoplog/schema/links/options/options.js";
import type { Transaction } from "../../../kernel/database/orm.ts";
import { execute } from "../../../kernel/database/statements.ts";

/** Returns SQL for the expiry in options; `options` is an SQL expression of type jsonb. */
export function expiryIn(options: string): string {
  return `(${options} ->> 'expiresAt')::timestamptz`;
}

/**
 * Returns SQL for the cap columns derived from options (an SQL expression): the maximum number of visits, and the cap's
 * number.
 */
export function capIn(options: string): string {
  return `(${options} ->> 'maxClicks')::integer, (${options} ->> 'capNumber')::integer`;
}

/**
 * Returns SQL for additional searchable URLs of a link, one per line: the URLs of its options (rules, splits, after
 * expiry or after the cap), and decoded forms of percent-encoded and punycode URLs. Null for most links, which then
 * cost nothing to search.
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

/** Writes the options and all columns derived from them in one statement. */
export async function writeOptions(tx: Transaction, linkId: string, options: LinkOptions): Promise<void> {
  await execute(
    tx,
    sql`UPDATE link SET options = given.options, expires_at = ${raw(expiryIn("given.options"))},
       (max_clicks, cap_number) = ROW(${raw(capIn("given.options"))}),
         other_urls = ${raw(otherUrlsIn("original_url", "given.options"))}
     FROM (SELECT ${JSON.stringify(options)}::jsonb AS options) AS given WHERE id = ${linkId}`,
  );
}

/** Writes a link's destination, and the column derived from it. */
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
