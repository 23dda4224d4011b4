import { migration } from "./migration.ts";

const next = "%([89ab][0-9a-f])";
/** Percent-encoded characters of one to four bytes, except ASCII control characters and invalid UTF-8. */
const encoded = [
  "%([2-6][0-9a-f]|7[0-9a-e])",
  `%(c[2-9a-f]|d[0-9a-f])${next}`,
  `(?!%e0%[89]|%ed%[ab])%(e[0-9a-f])${next}${next}`,
  `(?!%f0%8|%f4%[9ab])%(f[0-4])${next}${next}${next}`,
];
/** Converts the encoded bytes of a path to code points in the syntax of `unistr`. */
const bytes = encoded.reduce(
  (path, pattern, i) =>
    `regexp_replace(${path}, '${pattern}', '${String.raw`\\00\1\\00\2\\00\3\\00\4`.slice(0, 6 * (i + 1))}', 'gi')`,
  String.raw`replace(path, '\', '\\')`,
);

/**
 * Makes links searchable by readable URLs: percent-decoded, with hosts in Unicode (RFC 3492). Updates only links with
 * such a URL.
 */
export const readableUrls = migration("0066_readable_urls", [
  `CREATE FUNCTION readable_label(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
   DECLARE
     after integer := position('-' IN reverse(substr(given, 5)));
     digits text := CASE WHEN after = 0 THEN substr(given, 5) ELSE right(given, after - 1) END;
     label text := CASE WHEN after = 0 THEN '' ELSE substr(given, 5, length(given) - after - 4) END;
     at integer := 1;
     code bigint := 128;
     place bigint := 0;
     bias integer := 72;
     since bigint;
     weight bigint;
     step integer;
     digit integer;
     threshold integer;
   BEGIN
     WHILE at <= length(digits) LOOP
       since := place;
       weight := 1;
       step := 36;
       LOOP
         IF at > length(digits) OR weight > 4294967296 THEN RETURN given; END IF;
         digit := position(substr(digits, at, 1) IN 'abcdefghijklmnopqrstuvwxyz0123456789') - 1;
         IF digit < 0 THEN RETURN given; END IF;
         at := at + 1;
         place := place + digit * weight;
         threshold := least(greatest(step - bias, 1), 26);
         EXIT WHEN digit < threshold;
         weight := weight * (36 - threshold);
         step := step + 36;
       END LOOP;
       weight := (place - since) / CASE WHEN since = 0 THEN 700 ELSE 2 END;
       weight := weight + weight / (length(label) + 1);
       bias := 0;
       WHILE weight > 455 LOOP
         weight := weight / 35;
         bias := bias + 36;
       END LOOP;
       bias := bias + 36 * weight / (weight + 38);
       code := code + place / (length(label) + 1);
       place := place % (length(label) + 1);
       IF code < 160 OR code > 1114111 OR code BETWEEN 55296 AND 57343 THEN RETURN given; END IF;
       label := left(label, place::integer) || chr(code::integer) || substr(label, place::integer + 1);
       place := place + 1;
     END LOOP;
     RETURN coalesce(nullif(label, ''), given);
   END $$`,
  `CREATE FUNCTION readable_url(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
   DECLARE
     host text := coalesce(substring(given FROM '^[^/]*//[^/?#]*'), '');
     path text := substr(given, length(host) + 1);
   BEGIN
     IF octet_length(given) <> length(given) THEN RETURN NULL; END IF;
     IF host LIKE '%xn--%' THEN
       SELECT string_agg(CASE WHEN part[1] LIKE 'xn--%' THEN readable_label(part[1]) ELSE part[1] END, '' ORDER BY number) INTO host
       FROM regexp_matches(host, '\\mxn--[a-z0-9-]+|[^x]+|x', 'g') WITH ORDINALITY AS parts (part, number);
     END IF;
     RETURN nullif(host || convert_from(convert_to(unistr(${bytes}), 'LATIN1'), 'UTF8'), given);
   END $$`,
  `UPDATE link SET other_urls = (
       SELECT string_agg(url, E'\\n' ORDER BY url) FROM (
         SELECT url FROM string_to_table(other_urls, E'\\n') AS url
         UNION SELECT readable_url(url) FROM string_to_table(original_url || coalesce(E'\\n' || other_urls, ''), E'\\n') AS url) AS searched)
     WHERE original_url ~ '%|xn--' OR other_urls ~ '%|xn--'`,
]);
