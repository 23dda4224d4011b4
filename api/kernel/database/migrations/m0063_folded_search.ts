import { migration } from "./migration.ts";

/**
 * Makes searches ignore case and accents. `folded` in schema/folded.ts is the same function; it requires a UTF-8
 * database. Plain ASCII text takes a fast path. The body is a single expression, so that PostgreSQL inlines it.
 */
export const foldedSearch = migration("0063_folded_search", [
  `CREATE FUNCTION folded(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
     RETURN CASE WHEN octet_length(given) = char_length(given) THEN lower(given COLLATE pg_c_utf8)
       ELSE normalize(
         replace(replace(replace(replace(
           translate(
             lower(regexp_replace(normalize(given, NFKD) COLLATE pg_c_utf8, '[\\u0300-\\u036f]', '', 'g')),
             'øđðłħŧıς', 'oddlhtiσ'),
           'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
         NFC) END`,
  `DROP INDEX IF EXISTS link_search, link_note_search, link_other_urls_search`,
  `DO $$ BEGIN
     CREATE EXTENSION IF NOT EXISTS pg_trgm;
     CREATE INDEX link_search ON link USING gin (folded(name || E'\\n' || code || E'\\n' || original_url) gin_trgm_ops);
     CREATE INDEX link_note_search ON link USING gin (folded(note) gin_trgm_ops) WHERE note IS NOT NULL;
     CREATE INDEX link_other_urls_search ON link USING gin (folded(other_urls) gin_trgm_ops) WHERE other_urls IS NOT NULL;
   EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
     RAISE WARNING 'pg_trgm is not available: searches in large accounts will be slow';
   END $$`,
]);
