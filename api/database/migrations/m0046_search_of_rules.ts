import { migration } from "./migration.ts";

/**
 * Links are found by the URLs of their rules and splits too. A link that has none has nothing in the column or in its index; those
 * that have some are written once. As `otherUrlsIn` has it.
 */
export const searchOfRules = migration("0046_search_of_rules", [
  `ALTER TABLE link ADD COLUMN other_urls text`,
  `
      UPDATE link SET other_urls = (
        SELECT string_agg(url #>> '{}', E'\\n' ORDER BY url) FROM (
          SELECT jsonb_path_query(options, '$.rules[*].then.url')
          UNION SELECT jsonb_path_query(options, '$.rules[*].then.split.arms[*].url')
          UNION SELECT jsonb_path_query(options, '$.split.arms[*].url')
          UNION SELECT jsonb_path_query(options, '$.expiredUrl')
          UNION SELECT jsonb_path_query(options, '$.maxClicksUrl')) AS others (url))
      WHERE jsonb_exists_any(options, '{rules,split,expiredUrl,maxClicksUrl}')`,
  `CREATE INDEX link_other_urls_search ON link USING gin (other_urls gin_trgm_ops) WHERE other_urls IS NOT NULL`,
  `ANALYZE link (other_urls)`,
]);
